import { setTimeout as pause } from 'node:timers/promises';
import type { ReleaseState } from '../domain/release.ts';
import type { Pool } from '../store/postgres/pool.ts';
import { findReleaseById, type ReleaseRow } from '../store/postgres/releases.ts';
import type { Decision } from '../workflows/contract.ts';
import type { HeldRelease, ReleaseDecisions } from './decisions.ts';

const patienceMs = 5_000;
const pollMs = 25;

/** What came of a decision: the release as it is now, or null when it is gone with its name. */
export interface Settled {
  release: ReleaseRow | null;
  /** `pending`: the workflow has not got to it yet, and will. `lost`: another decision was first. */
  outcome: 'done' | 'pending' | 'lost';
}

type Verdict = Decision & { kind: 'approve' | 'reject' };

/** Tells the workflow and waits for what comes of it. @throws DomainError `not_ready` */
export async function settleDecision(
  { pool, decisions }: { pool: Pool; decisions: ReleaseDecisions },
  held: HeldRelease,
  verdict: Verdict,
  withinMs = patienceMs,
): Promise<Settled> {
  const { releaseId } = held.input;
  const goal = verdict.kind === 'approve' ? 'published' : 'rejected';
  try {
    await decisions.decide(held, verdict);
  } catch (error) {
    // the workflow is gone also where another decision has ended it a moment ago
    if ((await settled(pool, releaseId, goal, 0)).outcome === 'pending') throw error;
  }
  return settled(pool, releaseId, goal, withinMs);
}

/** The decision is durable already; this only lets the answer show what came of it. */
async function settled(
  pool: Pool,
  releaseId: string,
  goal: 'published' | 'rejected',
  withinMs: number,
): Promise<Settled> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const release = await findReleaseById(pool, releaseId);
    const outcome = outcomeOf(release?.state ?? null, goal);
    if (outcome !== 'pending' || Date.now() > deadline) return { release, outcome };
    await pause(pollMs);
  }
}

/** A release that is gone was thrown away, whoever did it. */
function outcomeOf(state: ReleaseState | null, goal: 'published' | 'rejected'): Settled['outcome'] {
  if (state === 'quarantine' || state === 'scanning') return 'pending';
  return (state ?? 'rejected') === goal ? 'done' : 'lost';
}
