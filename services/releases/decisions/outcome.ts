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

/** The result of a decision: the release in its new state, or null when it was removed together with its name. */
export interface Settled {
  release: ReleaseRow | null;
  /** `pending`: the workflow will execute the decision. `lost`: another decision about the release was first. */
  outcome: 'done' | 'pending' | 'lost';
}

/** Records the verdict, wakes the workflow and waits for the result. @throws DomainError `invalid_state` */
export async function settleDecision(
  { pool, decisions }: Pick<Platform, 'pool' | 'decisions'>,
  held: Held,
  verdict: Verdict,
  withinMs = patienceMs,
): Promise<Settled> {
  await recordVerdict(pool, held, verdict);
  return awaitOutcome({ pool, decisions }, held, verdict.kind, withinMs);
}

/** Wakes the workflow for a recorded verdict, and waits for the result. */
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

/** Waits for the result of a recorded decision, only to show it in the answer. */
async function settled(pool: Pool, held: Held, goal: Goal, withinMs: number): Promise<Settled> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    // in this order: a file that no longer waits then belongs to the release
    const isWaiting = held.file !== undefined && (await waits(pool, held.input.releaseId, held.file));
    const release = await findReleaseById(pool, held.input.releaseId);
    const state = held.file ? stateOfFile(release, held.file, isWaiting) : (release?.state ?? null);
    const outcome = outcomeOf(state, goal);
    if (outcome !== 'pending' || Date.now() > deadline) return { release, outcome };
    await pause(pollMs);
  }
}

/**
 * The state of a file in terms of a release: a waiting file is held; a file that neither waits nor joined is rejected.
 */
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

/** A missing release was removed by some decision. */
function outcomeOf(state: ReleaseState | null, goal: Goal): Settled['outcome'] {
  if (state === 'quarantine' || state === 'scanning') return 'pending';
  return (state ?? 'rejected') === goal ? 'done' : 'lost';
}
