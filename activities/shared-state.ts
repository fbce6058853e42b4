import type { Client } from '@temporalio/client';
import type { Logger } from '../config/logging.ts';
import type { Pool } from '../store/postgres/pool.ts';
import { isNewerWorkerAlive } from '../store/postgres/processes.ts';
import { createRerendering, startReconciling } from './catch-up.ts';
import { repeat } from './background.ts';
import { areSchedulesOf, ensureSchedules } from './schedules.ts';

/** A failed round is tried again after this. */
const tryEveryMs = 5_000;
const lookEveryMs = 60_000;

interface Owner {
  client: Client;
  pool: Pool;
  version: string;
  baseUrl: string;
}

/**
 * Keeps what an installation has once: its schedules, and the format of its documents. They belong to the workers of the newest
 * version that is alive: an older worker that starts later leaves them alone, and takes them back when the newer ones are gone.
 */
export function keepSharedState(owner: Owner, log: Pick<Logger, 'warn'>): AsyncDisposable {
  const round = createRound(owner);
  let dueAt = 0;
  const step = async () => {
    if (performance.now() < dueAt) return 0;
    await round();
    dueAt = performance.now() + lookEveryMs;
    return 0;
  };
  return repeat(step, 'schedules not set up, trying again', log, tryEveryMs);
}

/**
 * One look at who owns them; the first one sets the schedules also where no other version has changed them. A workflow service that
 * has lost its database has neither schedules nor the workflows of releases, which are looked for at once then.
 */
export function createRound({ client, pool, version, baseUrl }: Owner): () => Promise<void> {
  const rerender = createRerendering(client, pool, baseUrl);
  let isFirst = true;
  return async () => {
    let isAnew = isFirst;
    if (!(await isNewerWorkerAlive(pool, version))) {
      isAnew ||= !(await areSchedulesOf(client, version));
      if (isAnew) await ensureSchedules(client, version);
      await rerender();
    }
    if (isAnew) await startReconciling(client);
    isFirst = false;
  };
}
