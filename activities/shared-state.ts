import type { Client } from '@temporalio/client';
import type { Logger } from '../config/logging.ts';
import { messageOf } from '../domain/error-text.ts';
import type { Pool } from '../store/postgres/pool.ts';
import { findOwner } from '../store/postgres/processes.ts';
import { createRerendering, startReconciling } from './catch-up.ts';
import { repeat } from './background.ts';
import { areSchedulesOf, ensureSchedules } from './schedules.ts';

/** The pause after a failed round. */
const tryEveryMs = 5_000;
const lookEveryMs = 60_000;

interface SharedState {
  client: Client;
  pool: Pool;
  /** The id of this worker among the processes of the platform. */
  processId: string;
  version: string;
  baseUrl: string;
}

/**
 * Maintains what an installation has once: its schedules, and the format of its documents. One live worker owns both:
 * the last started one with the newest version. Other workers do not change them; when the owner is gone, another
 * takes over.
 */
export function keepSharedState(shared: SharedState, log: Pick<Logger, 'warn'>): AsyncDisposable {
  const round = createRound(shared);
  let dueAt = 0;
  const step = async () => {
    if (performance.now() < dueAt) return 0;
    await round();
    dueAt = performance.now() + lookEveryMs;
    return 0;
  };
  return repeat(step, 'what the installation has once is not kept, trying again', log, tryEveryMs);
}

/**
 * Returns one round. Only the owner sets the schedules: in its first round always, later when another version changed
 * them. A workflow service that has lost its database has neither schedules nor workflows of releases: the round then
 * also starts the reconciler at once.
 */
export function createRound({ client, pool, processId, version, baseUrl }: SharedState): () => Promise<void> {
  const rerender = createRerendering(client, pool, baseUrl);
  let isFirst = true;
  return async () => {
    let isAnew = isFirst;
    const isOwner = (await findOwner(pool)) === processId;
    if (isOwner) {
      await named('schedules', async () => {
        isAnew ||= !(await areSchedulesOf(client, version));
        if (isAnew) await ensureSchedules(client, version);
      });
    }
    if (isAnew) await named('reconciling', () => startReconciling(client));
    isFirst = false;
    // last: documents that can't be rendered must not delay the other parts
    if (isOwner) await named('rendering', rerender);
  };
}

/** Adds the name of the part to the error, for the log. */
async function named(part: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw new Error(`${part}: ${messageOf(error)}`, { cause: error });
  }
}
