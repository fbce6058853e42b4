import { Worker } from '@temporalio/worker';
import { readConfig } from '../config/config.ts';
import { openBookAndTablebases } from '../config/book-and-tablebases.ts';
import { EnginePool } from '../engine/pool.ts';
import { Board } from '../engine/uci/board.ts';
import { queues } from '../workflows/definitions.ts';
import { beating } from './heartbeat.ts';
import { createAnalyst } from './engine/analyst.ts';
import { createPositionActivities } from './engine/position.ts';
import { createReviewPositionActivities } from './engine/review-position.ts';
import { shareThreads, threadsFor } from './engine/thread-shares.ts';
import { failedAttempts } from './failed-attempts.ts';
import { domainFailures } from './domain-failures.ts';
import { boundedFailures } from './failure-converter.ts';
import { measured } from './activity-metrics.ts';
import { openRole } from './role.ts';

const config = readConfig(process.env, 'engine');
const { chess } = config;
const knowledge = await openBookAndTablebases(chess);
await using role = await openRole(config, 'engine');
const { context, connection } = role;
const { metrics } = context;

/** Searches with waiting clients never queue behind reviews: each kind has its own threads. */
const searches = chess.analysisMaxConcurrentPositions;
const threads = threadsFor({ searches, most: chess.analysisPositionMaxThreads });
const tables = chess.tablebasePath === null ? {} : { syzygyPath: chess.tablebasePath };
// the first `Board.open` compiles the core, unless it is compiled already
const board = await Board.open();
const interactive = await EnginePool.open({ threads, hashMb: chess.ttSizeMb, ...tables });
const reviewing = await EnginePool.open({ threads: chess.engineThreads, hashMb: chess.ttSizeMb, ...tables });
metrics.watchEngine(() => ({ interactive: interactive.busyThreads, review: reviewing.busyThreads }));

const shared = {
  connection,
  namespace: config.temporal.namespace,
  dataConverter: boundedFailures,
  interceptors: {
    activity: [failedAttempts(context.pool), domainFailures, beating(200), measured(metrics)].map(
      (inbound) => () => ({ inbound }),
    ),
  },
  // a cancelled search stops within a second: the cancellation arrives with the answer to a heartbeat
  maxHeartbeatThrottleInterval: '400ms' as const,
};
const answering = await Worker.create({
  ...shared,
  taskQueue: queues.engineInteractive,
  activities: createPositionActivities({
    analyst: createAnalyst({ ...knowledge, pool: interactive, board }),
    shares: shareThreads({ threads: interactive.options.threads, searches }),
    metrics,
  }),
  maxConcurrentActivityTaskExecutions: searches,
  // clients wait for these searches, so they may finish before a shutdown
  shutdownGraceTime: chess.analysisPositionMaxMovetimeMs + 1_000,
  shutdownForceTime: chess.analysisPositionMaxMovetimeMs + 5_000,
});
const reviews = await Worker.create({
  ...shared,
  taskQueue: queues.engineReview,
  activities: createReviewPositionActivities({
    ...context,
    analyst: createAnalyst({ ...knowledge, pool: reviewing, board }),
    metrics,
  }),
  maxConcurrentActivityTaskExecutions: chess.engineThreads,
  // another engine repeats the search of the position
  shutdownGraceTime: '500ms',
  shutdownForceTime: '5s',
});

await role.run([answering, reviews]);
await Promise.all([interactive.close(), reviewing.close()]);
