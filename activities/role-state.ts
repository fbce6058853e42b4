import type { NativeConnection, Worker } from '@temporalio/worker';
import type { RoleState } from '../config/health-server.ts';
import { findDatabaseProblems, stateOf, stateWithLacks } from '../services/health/readiness.ts';
import { findSetupProblems } from '../services/health/workflow-setup.ts';
import { remember } from '../store/cache/short-cache.ts';
import { type Pool, sql } from '../store/postgres/pool.ts';
import { watchSchema } from '../store/postgres/schema.ts';

/** The progress of a role: it connects, waits for its dependencies, works, stops. */
export interface RoleProgress {
  connection?: NativeConnection;
  workers?: readonly Worker[];
  /** The missing dependencies while the role takes no work yet. */
  waitsFor: readonly string[];
  isStopping: boolean;
}

interface RoleStateOptions {
  pool: Pool;
  version: string;
  namespace: string;
  progress: RoleProgress;
  /** Absent for roles without files. */
  checkStorage?: (() => Promise<void>) | undefined;
}

const rememberMs = 1_000;

/**
 * Returns a check whether a process that takes steps from queues can execute them; its parts are asked once a second
 * at most.
 */
export function createRoleState(options: RoleStateOptions): () => Promise<RoleState> {
  const { pool, version, namespace, progress, checkStorage } = options;
  const watch = watchSchema(pool, version);

  async function check(): Promise<RoleState> {
    const findTemporalProblems = async () => {
      if (!progress.connection) throw new Error('not connected yet');
      return findSetupProblems(progress.connection, namespace);
    };
    const [database, storage, temporal] = await Promise.all([
      stateWithLacks(() => findDatabaseProblems(() => askDatabase(pool), watch)),
      checkStorage ? stateOf(checkStorage) : ('disabled' as const),
      stateWithLacks(findTemporalProblems),
    ]);
    const found = [...progress.waitsFor, ...database.lacks, ...temporal.lacks, ...idleWorkers(progress)];
    if (progress.workers === undefined && found.length === 0) found.push('its workers are about to start');
    if (progress.isStopping) found.push('it was asked to stop');
    const problems = [...new Set(found)];
    const isWorking = progress.workers !== undefined && problems.length === 0;
    const workers = isWorking ? ('ok' as const) : ('error' as const);
    const parts = { database: database.state, storage, temporal: temporal.state, workers };
    return { isReady: Object.values(parts).every((part) => part !== 'error'), parts, problems };
  }

  return remember(rememberMs, check);
}

async function askDatabase(pool: Pool): Promise<void> {
  await pool.query(sql.typeAlias('void')`select`);
}

/** Sentences about workers that do not poll their queue. */
function idleWorkers({ workers = [], isStopping }: RoleProgress): string[] {
  if (isStopping) return [];
  return workers
    .filter((worker) => worker.getState() !== 'RUNNING' || !isPolling(worker))
    .map(({ options }) => `it does not ask the queue ${options.taskQueue} for work`);
}

function isPolling(worker: Worker): boolean {
  const { activityPollerState, workflowPollerState } = worker.getStatus();
  return [activityPollerState, workflowPollerState].every(
    (state) => state === 'POLLING' || state === 'SHUTDOWN',
  );
}
