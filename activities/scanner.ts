import { Worker } from '@temporalio/worker';
import { join } from 'node:path';
import { readConfig } from '../config/config.ts';
import type { PartTask } from '../scan/parts/task.ts';
import type { RescanTask } from '../scan/rescan.ts';
import type { ScanTask } from '../scan/task.ts';
import { queues } from '../workflows/definitions.ts';
import { alive } from './heartbeat.ts';
import { failedAttempts } from './failed-attempts.ts';
import { domainFailures } from './domain-failures.ts';
import { boundedFailures } from './failure-converter.ts';
import { jobLocks } from './job-locks.ts';
import { measured } from './activity-metrics.ts';
import { excusedTries } from './scan-or-give-up.ts';
import { runJobs } from './run-jobs.ts';
import { openRole } from './role.ts';
import { checkStore, findGroundProblems } from './scanner-ground.ts';
import { checkNetworkIsolation } from './sandbox/launch.ts';
import { createSandbox } from './sandbox/sandbox.ts';
import { createRescanFileActivities } from './rescan-files.ts';
import { createScanActivities } from './scan.ts';

const config = readConfig(process.env, 'scanner');
await using role = await openRole(config, 'scanner', checkStore);
const { context, connection } = role;
const { log, metrics } = context;

const { threads, timeoutMs, memoryMb } = config.scanner;
const isOffline = checkNetworkIsolation(config.sandbox);
if (!isOffline) log.warn('archives are opened in a process that can reach the network: docs/OPERATIONS.md');
await using sandbox = createSandbox({
  memoryMb,
  // disk: blobs and staged uploads; S3: downloaded copies
  readable: [join(config.dataDir, config.blobs.kind === 'disk' ? 'blobs' : 'tmp')],
  isOffline,
});

/** The share of the time limit after which the scan of a part stops by itself, before its process is ended. */
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
// a scanner that reads another folder than the api writes to would hold every release
await role.waitUntil(() => findGroundProblems(context));
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
  // slots == threads: the backlog stays in the workflow service, where operators can see it
  maxConcurrentActivityTaskExecutions: threads,
  shutdownGraceTime: '20s',
  shutdownForceTime: '25s',
});

await role.run([worker]);
