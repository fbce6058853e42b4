import { setTimeout } from 'node:timers/promises';
import type { NativeConnection, Worker } from '@temporalio/worker';
import type { Config } from '../config/config.ts';
import { type Context, createContext } from '../config/context.ts';
import { serveHealth } from '../config/health-server.ts';
import { startTelemetry } from '../config/telemetry.ts';
import { messageOf } from '../domain/error-text.ts';
import { findNamespaceProblem } from '../services/health/workflow-setup.ts';
import { findNewerSchema } from '../store/postgres/schema.ts';
import { connectWorker, installRuntime } from './connection.ts';
import { createRoleState, type RoleProgress } from './role-state.ts';
import { runUntilStopped } from './run-workers.ts';

/** The common start and end of worker, scanner and engine. */
interface OpenRole extends AsyncDisposable {
  context: Context;
  connection: NativeConnection;
  /**
   * Returns when `findProblems` finds no problem; reports the missing dependencies in the log and in the readiness.
   */
  waitUntil(findProblems: () => Promise<readonly string[]>): Promise<void>;
  /** Runs workers until the process has to stop. */
  run(workers: Worker[]): Promise<void>;
}

const tryEveryMs = 1_000;
const sayEveryMs = 30_000;

/** Opens the health port before it connects to the other parts. `checkStorage`: for roles that read files. */
export async function openRole(
  config: Config,
  role: 'worker' | 'scanner' | 'engine',
  checkStorage?: (context: Context) => Promise<void>,
): Promise<OpenRole> {
  await using resources = new AsyncDisposableStack();
  resources.adopt(await startTelemetry(config, role), (stop) => stop());
  const context = resources.use(await createContext(config, role));
  const { log, metrics, pool } = context;
  const moreMetrics = await installRuntime(log, { role, hasMetrics: config.metrics.port !== 0 });
  const progress: RoleProgress = {
    waitsFor: ['it has not reached the workflow service yet'],
    isStopping: false,
  };
  const { namespace } = config.temporal;
  const state = createRoleState({
    pool,
    version: config.version,
    namespace,
    progress,
    checkStorage: checkStorage && (() => checkStorage(context)),
  });
  resources.adopt(await serveHealth(config, role, { metrics, moreMetrics, state }, log), (it) => {
    it?.close();
  });

  async function waitUntil(findProblems: () => Promise<readonly string[]>): Promise<void> {
    for (let saidAt = -Infinity; ;) {
      progress.waitsFor = await findProblems().catch((error: unknown) => [messageOf(error)]);
      if (progress.waitsFor.length === 0) return;
      if (performance.now() - saidAt > sayEveryMs) {
        saidAt = performance.now();
        log.warn({ problems: progress.waitsFor }, `the ${role} takes no work yet`);
      }
      await setTimeout(tryEveryMs);
    }
  }

  const connection = resources.adopt(await connectWorker(config, log), (it) =>
    // a worker that did not stop in time keeps the connection open: everything else is still closed
    it.close().catch((error: unknown) => log.warn({ err: error }, 'the workflow connection stays open')),
  );
  progress.connection = connection;
  await waitUntil(() => findNamespaceProblem(connection, namespace));
  const owned = resources.move();
  return {
    context,
    connection,
    waitUntil,
    run(workers) {
      progress.workers = workers;
      return runUntilStopped(workers, log, {
        onStop: () => {
          progress.isStopping = true;
        },
        findEnd: () => findNewerSchema(pool, config.version),
      });
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
