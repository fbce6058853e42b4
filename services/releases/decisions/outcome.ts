import { setTimeout as pause } from 'node:timers/promises';
import type { ReleaseState } from '../../../domain/release.ts';
import type { Pool } from '../../../store/postgres/pool.ts';
import { findReleaseById, type ReleaseRow } from '../../../store/postgres/releases/releases.ts';
import { findHeldFile } from '../../../store/postgres/releases/staged-files.ts';
import type { Held } from './held-release.ts';
import { recordVerdict, type Verdict } from './record.ts';
import type { Platform } from '../../platform.ts';

const patienceMs = 5_000;
const pollMs = 25;

/** The result of a decision: the release in its new state, or null when it is gone with its name. */
export interface Settled {
  release: ReleaseRow | null;
  /** `pending`: the workflow has not got to it yet, and will. `lost`: the release was already decided. */
  outcome: 'done' | 'pending' | 'lost';
}

/** Puts the verdict on record, wakes the workflow and waits for the result. @throws DomainError `invalid_state` */
export async function settleDecision(
  { pool, decisions }: Pick<Platform, 'pool' | 'decisions'>,
  held: Held,
  verdict: Verdict,
  withinMs = patienceMs,
): Promise<Settled> {
  await recordVerdict(pool, held, verdict);
  return awaitOutcome({ pool, decisions }, held, verdict.kind, withinMs);
}

/** Wakes the workflow for a verdict that is on record, and waits for the result. */
export async function awaitOutcome(
  { pool, decisions }: Pick<Platform, 'pool' | 'decisions'>,
  held: Held,
  kind: Verdict['kind'],
  withinMs = patienceMs,
): Promise<Settled> {
  const isHeard = await decisions.wake(held);
  return settled(pool, held, goals[kind], isHeard ? withinMs : 0);
}

const goals = { approve: 'published', reject: 'rejected', delete: 'deleted' } as const satisfies Record<
  Verdict['kind'],
  ReleaseState
>;
type Goal = (typeof goals)[Verdict['kind']];

/** The decision is on record already; this only makes the answer show the result. */
async function settled(pool: Pool, held: Held, goal: Goal, withinMs: number): Promise<Settled> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    // in this order: a file that waits no longer is one of the release by then
    const isWaiting = held.file !== undefined && (await waits(pool, held.input.releaseId, held.file));
    const release = await findReleaseById(pool, held.input.releaseId);
    const state = held.file ? stateOfFile(release, held.file, isWaiting) : (release?.state ?? null);
    const outcome = outcomeOf(state, goal);
    if (outcome !== 'pending' || Date.now() > deadline) return { release, outcome };
    await pause(pollMs);
  }
}

/** The state of a file, in the terms of a release: a waiting file is held; one that neither waits nor joined was discarded. */
function stateOfFile(
  release: ReleaseRow | null,
  { filename }: { filename: string },
  isWaiting: boolean,
): ReleaseState | null {
  if (release === null) return null;
  if (isWaiting) return 'quarantine';
  return release.artifacts.some((file) => file.filename === filename) ? 'published' : 'rejected';
}

async function waits(pool: Pool, releaseId: string, { uploadId }: { uploadId: string }): Promise<boolean> {
  return (await findHeldFile(pool, { releaseId, uploadId })) !== null;
}

/** A release that is gone was removed by one decision or another. */
function outcomeOf(state: ReleaseState | null, goal: Goal): Settled['outcome'] {
  if (state === 'quarantine' || state === 'scanning') return 'pending';
  return (state ?? 'rejected') === goal ? 'done' : 'lost';
}
