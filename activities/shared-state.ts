import type { Client } from '@temporalio/client';
import type { Logger } from '../config/logging.ts';
import { messageOf } from '../domain/error-text.ts';
import type { Pool } from '../store/postgres/pool.ts';
import { findOwner } from '../store/postgres/processes.ts';
import { createRerendering, startReconciling } from './catch-up.ts';
import { repeat } from './background.ts';
import { areSchedulesOf, ensureSchedules } from './schedules.ts';

/** A failed round is tried again after this. */
const tryEveryMs = 5_000;
const lookEveryMs = 60_000;

interface SharedState {
  client: Client;
  pool: Pool;
  /** Of this worker among the processes of the platform. */
  processId: string;
  version: string;
  baseUrl: string;
}

/**
 * Keeps what an installation has once: its schedules, and the format of its documents. They belong to one live worker,
 * the last one that was started with the newest version: others leave them alone, and one takes them back when it is gone.
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
 * One look at who owns them; the first one sets the schedules also where no other version has changed them. A workflow service that
 * has lost its database has neither schedules nor the workflows of releases, which are looked for at once then.
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
    // last: documents that can not be rendered hold up nothing else
    if (isOwner) await named('rendering', rerender);
  };
}

/** For the log: its failure says which part of the round it is. */
async function named(part: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw new Error(`${part}: ${messageOf(error)}`, { cause: error });
  }
}
