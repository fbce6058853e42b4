import { Worker } from '@temporalio/worker';
import { join } from 'node:path';
import { readConfig } from '../config/config.ts';
import { createContext } from '../config/context.ts';
import { serveMetrics } from '../config/metrics.ts';
import { startTelemetry } from '../config/telemetry.ts';
import type { PartTask } from '../scan/parts/task.ts';
import type { RescanTask } from '../scan/rescan.ts';
import type { ScanTask } from '../scan/task.ts';
import { queues } from '../workflows/definitions.ts';
import { alive } from './heartbeat.ts';
import { connectWorker, installRuntime } from './connection.ts';
import { failedAttempts } from './failed-attempts.ts';
import { domainFailures } from './domain-failures.ts';
import { boundedFailures } from './failure-converter.ts';
import { jobLocks } from './job-locks.ts';
import { measured } from './activity-metrics.ts';
import { excusedTries } from './scan-or-give-up.ts';
import { runJobs } from './run-jobs.ts';
import { runUntilStopped } from './run-workers.ts';
import { canLeaveNetwork } from './sandbox/launch.ts';
import { createSandbox } from './sandbox/sandbox.ts';
import { createRescanFileActivities } from './rescan-files.ts';
import { createScanActivities } from './scan.ts';

const config = readConfig(process.env, 'scanner');
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
const isOffline = canLeaveNetwork();
if (!isOffline) log.warn('archives are opened in a process that can reach the network: docs/OPERATIONS.md');
await using sandbox = createSandbox({
  memoryMb,
  // disk: blobs and staged uploads; S3: downloaded copies
  readable: [join(config.dataDir, config.blobs.kind === 'disk' ? 'blobs' : 'tmp')],
  isOffline,
});

/** A part that takes long is left in the middle, well before its process would be ended. */
const partPatience = 0.75;

const deps = {
  ...context,
  maxUploadBytes: config.limits.maxUploadBytes,
  sigstoreRoot: config.provenance.trustedRoot,
  runScan: (task: ScanTask) =>
    sandbox.run('archive', { ...task, uninspected: config.parts.uninspected }, timeoutMs),
  runRescan: (task: RescanTask) => sandbox.run('rescan', task, timeoutMs),
  runPartScan: (task: PartTask) => {
    const limits = { timeMs: timeoutMs * partPatience };
    return sandbox.run('part', { ...task, limits }, timeoutMs);
  },
  maxScannedPartBytes: config.parts.scanMaxBytes,
  uninspectedParts: config.parts.uninspected,
};
const connection = await connectWorker(config, log);
const worker = await Worker.create({
  connection,
  namespace: config.temporal.namespace,
  dataConverter: boundedFailures,
  taskQueue: queues.scan,
  activities: { ...createScanActivities(deps), ...createRescanFileActivities(deps) },
  interceptors: {
    activity: [
      jobLocks(context.pool),
      failedAttempts(context.pool),
      runJobs(context.pool),
      domainFailures,
      alive,
      excusedTries,
      measured(metrics),
    ].map((inbound) => () => ({ inbound })),
  },
  // slots == threads: the backlog stays in the workflow service, where operators see it
  maxConcurrentActivityTaskExecutions: threads,
  shutdownGraceTime: '20s',
  shutdownForceTime: '25s',
});

await runUntilStopped([worker], log);
metricsServer?.close();
await connection.close();
await stopTelemetry();
