import { Worker } from '@temporalio/worker';
import { join } from 'node:path';
import { Piscina } from 'piscina';
import { readConfig } from '../config/config.ts';
import { createContext } from '../config/context.ts';
import { serveMetrics } from '../config/metrics.ts';
import { startTelemetry } from '../config/telemetry.ts';
import type { PartScan } from '../scan/parts/task.ts';
import type { ScanOutput } from '../scan/task.ts';
import { queues } from '../workflows/contract.ts';
import { alive } from './alive.ts';
import { connectWorker, installRuntime } from './connection.ts';
import { failedAttempts } from './failed-attempts.ts';
import { domainFailures } from './failure.ts';
import { measured } from './measured.ts';
import { runJobs } from './run-jobs.ts';
import { runUntilStopped } from './run.ts';
import { createScanActivities } from './scan.ts';

const config = readConfig(process.env);
const stopTelemetry = await startTelemetry(config, 'scanner');
await using context = await createContext(config, 'scanner');
const { log, metrics } = context;
installRuntime(log);
const metricsServer = await serveMetrics(
  metrics,
  config.metrics.host,
  config.metrics.port && config.metrics.port + 2,
);

const { threads, timeoutMs, memoryMb } = config.scanner;
const pool = new Piscina({
  filename: join(import.meta.dirname, 'scan-thread.ts'),
  name: 'scanInThread',
  minThreads: 1,
  maxThreads: threads,
  idleTimeout: 60_000,
  // slots == threads: the backlog stays in the workflow service, where operators see it
  concurrentTasksPerWorker: 1,
  resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 64 },
});

/** A part that takes long is left in the middle, well before its thread would be ended. */
const partPatience = 0.75;

const connection = await connectWorker(config, log);
const worker = await Worker.create({
  connection,
  namespace: config.temporal.namespace,
  taskQueue: queues.scan,
  activities: createScanActivities({
    ...context,
    maxUploadBytes: config.limits.maxUploadBytes,
    // ending the thread is the only way to stop a scan that hangs
    runScan: (task): Promise<ScanOutput> => pool.run(task, { signal: AbortSignal.timeout(timeoutMs) }),
    runPartScan: (task): Promise<PartScan> =>
      pool.run(
        { ...task, limits: { timeMs: timeoutMs * partPatience } },
        { name: 'scanPartInThread', signal: AbortSignal.timeout(timeoutMs) },
      ),
    maxScannedPartBytes: config.parts.scanMaxBytes,
  }),
  interceptors: {
    activity: [
      failedAttempts(context.pool),
      runJobs(context.pool),
      domainFailures,
      alive,
      measured(metrics),
    ].map((inbound) => () => ({ inbound })),
  },
  maxConcurrentActivityTaskExecutions: threads,
  shutdownGraceTime: '20s',
  shutdownForceTime: '25s',
});

await runUntilStopped([worker], log);
await pool.destroy();
metricsServer?.close();
await connection.close();
await stopTelemetry();
