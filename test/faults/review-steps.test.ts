import { activityInfo } from '@temporalio/activity';
import { NativeConnection, Worker, type WorkerOptions } from '@temporalio/worker';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { beating } from '../../activities/heartbeat.ts';
import { ensureBundle } from '../../activities/bundle.ts';
import { createReviewPositionActivities } from '../../activities/engine/review-position.ts';
import type { ReviewPlan } from '../../activities/reviews.ts';
import { createMetrics } from '../../config/metrics.ts';
import { EngineError } from '../../engine/errors.ts';
import type { Pool } from '../../store/postgres/pool.ts';
import { queues, type ReviewInput, workflowNames } from '../../workflows/definitions.ts';
import { assertReplays } from '../support/replay.ts';
import { startTemporal, type TemporalServer } from '../support/temporal.ts';
import { openWorkflows } from '../support/workflows.ts';

type Activities = NonNullable<WorkerOptions['activities']>;

/** The workflow of a review and the service are real; the activities are the test's. */
let temporal: TemporalServer;
let connection: NativeConnection;
let codePath: string;
beforeAll(async () => {
  temporal = await startTemporal();
  connection = await NativeConnection.connect({ address: temporal.address });
  codePath = await ensureBundle();
});
afterAll(async () => {
  await connection?.close();
  await temporal?.stop();
});

const plan: ReviewPlan = {
  nextPly: 1,
  totalMoves: 1,
  movetimeMs: 60_000 * 60,
  earlier: 0,
  patienceMs: 600_000,
};

/** Runs a worker until the test ends. */
async function work(taskQueue: string, activities: Activities, inbound = [beating(200)]): Promise<void> {
  const worker = await Worker.create({
    connection,
    namespace: temporal.namespace,
    taskQueue,
    activities,
    ...(taskQueue === queues.publish ? { workflowBundle: { codePath } } : {}),
    interceptors: { activity: inbound.map((each) => () => ({ inbound: each })) },
  });
  const running = worker.run();
  onTestFinished(async () => {
    worker.shutdown();
    await running;
  });
}

async function startReview(steps: Activities) {
  await work(queues.publish, { beginReview: async () => plan, finishReview: async () => true, ...steps });
  const client = openWorkflows(temporal);
  onTestFinished(() => client[Symbol.asyncDispose]());
  const handle = await client.workflow.start<(input: ReviewInput) => Promise<string>>(
    workflowNames.reviewGame,
    { workflowId: `review-${crypto.randomUUID()}`, taskQueue: queues.publish, args: [{ reviewId: 'r' }] },
  );
  const searches = async () => {
    const { events } = await handle.fetchHistory();
    return (events ?? [])
      .map(({ activityTaskScheduledEventAttributes: scheduled }) => scheduled)
      .filter((scheduled) => scheduled?.activityType?.name === 'reviewPosition');
  };
  return { handle, searches };
}

/** The step that reviews a position, with the test's search and without a database. */
function searchingWith(analyse: () => Promise<never>): Activities {
  const review = { status: 'running', startFen: 'startpos', moves: ['e2e4'], settings: plan };
  const pool = { maybeOne: async () => review, any: async () => [] } as unknown as Pool;
  const analyst = { lookUp: () => undefined, analyse };
  return createReviewPositionActivities({ pool, analyst, metrics: createMetrics('engine') });
}

test('a position that waits in vain moves up, the next one waits in its own place', async () => {
  const { handle, searches } = await startReview({ beginReview: async () => ({ ...plan, patienceMs: 300 }) });
  // no engine takes the position, as if smaller priorities always came first
  await expect.poll(async () => (await searches()).length, { timeout: 20_000 }).toBe(4);
  await work(queues.engineReview, { reviewPosition: async () => true });

  expect(await handle.result()).toBe('completed');
  expect((await searches()).map((search) => search?.priority?.priorityKey)).toEqual([5, 4, 3, 2, 5]);
});

test('only faults of the engine count against a position', async () => {
  const failures: string[] = [];
  let asked = 0;
  await work(
    queues.engineReview,
    searchingWith(async () => {
      asked += 1;
      throw asked === 1 ? new Error('the rows are away') : new EngineError('failed', 'a thread failed');
    }),
  );

  const { handle } = await startReview({
    beginReview: async () => ({ ...plan, nextPly: 0 }),
    failReview: async ({ failure }: { failure: string }) => void failures.push(failure),
  });
  await handle.result().catch(() => undefined);

  expect(failures).toEqual(['engine_failed']);
  // one failure of the database, which does not count, and five of the engine
  expect(asked).toBe(6);
});

test('a death of the engine is no fault, and is known to the next one', async () => {
  const { promise: dead, reject: bury } = Promise.withResolvers<never>();
  const known: unknown[] = [];
  const steps = searchingWith(async () => {
    known.push(activityInfo().heartbeatDetails);
    if (known.length === 1) return dead;
    throw new EngineError('failed', 'a thread failed');
  });
  // without heartbeats the service takes the step for dead
  await work(queues.engineReview, steps, []);

  const { handle } = await startReview({
    beginReview: async () => ({ ...plan, nextPly: 0 }),
    failReview: async () => undefined,
  });
  await handle.result().catch(() => undefined);

  bury(new Error('too late'));
  // the lost attempt, and five failures
  expect(known).toEqual([undefined, ...[0, 1, 2, 3, 4].map((faults) => ({ faults, deaths: 1 }))]);
});

test('a review that is cancelled while its search fails is cancelled', async () => {
  const endings: string[] = [];
  const { promise: searching, resolve: begin } = Promise.withResolvers<void>();
  const { promise: failing, resolve: fail } = Promise.withResolvers<void>();
  await work(queues.engineReview, {
    async reviewPosition(): Promise<never> {
      begin();
      await failing;
      throw new Error('the engine is going down');
    },
  });
  const { handle } = await startReview({
    cancelReview: async () => void endings.push('cancelled'),
    failReview: async () => void endings.push('failed'),
  });
  await searching;

  await handle.cancel();
  // until the service has requested the cancellation, a failure is only retried
  const isAsked = async () =>
    (await handle.fetchHistory()).events?.some((event) => event.activityTaskCancelRequestedEventAttributes);
  await expect.poll(isAsked, { timeout: 20_000 }).toBe(true);
  fail();

  await expect(handle.result()).rejects.toMatchObject({ cause: { name: 'CancelledFailure' } });
  expect(endings).toEqual(['cancelled']);
});

test('every history replays', () => assertReplays(temporal));
