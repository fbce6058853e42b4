import { setTimeout as pause } from 'node:timers/promises';
import type { ReleaseState } from '../domain/release.ts';
import type { Pool } from '../store/postgres/pool.ts';
import { findReleaseById, type ReleaseRow } from '../store/postgres/releases.ts';

const patienceMs = 5_000;
const pollMs = 25;

/** What came of a decision: the release as it is now, or null when it is gone with its name. */
export interface Settled {
  release: ReleaseRow | null;
  /** `pending`: the workflow has not got to it yet, and will. `lost`: another decision was first. */
  outcome: 'done' | 'pending' | 'lost';
}

/** The decision is durable already; this only lets the answer show what came of it. */
export async function settled(
  pool: Pool,
  releaseId: string,
  goal: 'published' | 'rejected',
  withinMs = patienceMs,
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
