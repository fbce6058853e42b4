import { DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker';
import { ensureBundle } from '../../../activities/bundle.ts';
import { beating } from '../../../activities/heartbeat.ts';
import type { ReviewPlan } from '../../../activities/reviews.ts';
import { queues, workflowNames } from '../../../workflows/definitions.ts';
import { query } from '../../support/database.ts';
import { eventually } from '../../support/eventually.ts';
import type { OwnPlatform } from '../../support/platform.ts';
import { operaGame, startFen, submitReview, untilSearched } from '../../support/reviews.ts';
import { createNamespace } from '../../support/temporal.ts';
import { openWorkflows, type ServiceAddress } from '../../support/workflows.ts';
import { save } from './history.ts';

/** Records an analysis of a valid position, and one of an invalid position. */
export async function recordAnalyses(platform: OwnPlatform): Promise<void> {
  await using client = openWorkflows(platform.temporal);
  const limits = { depth: 6, movetimeMs: 1_000, multiPv: 2, threads: 1 };
  for (const [name, moves] of Object.entries({
    'analysis-answered': ['e2e4'],
    'analysis-refused': ['e2e5'],
  })) {
    const workflowId = `analyse:demo-${name}`;
    await client.workflow.start(workflowNames.analysePosition, {
      workflowId,
      taskQueue: queues.publish,
      args: [{ fen: startFen, moves, ...limits }],
    });
    await save(platform, name, workflowId);
  }
}

/** Records a review that completes, one that is cancelled, one whose row is removed, and one of an impossible game. */
export async function recordReviews(platform: OwnPlatform): Promise<void> {
  const reviewed = await submitReview(platform, { moves: operaGame.slice(0, 3), depth: 4 });
  await save(platform, 'review-finished', reviewed.workflowId);

  const slow = { depth: 128, movetimeMs: 1_000 };
  const cancelled = await submitReview(platform, { ...slow, moves: operaGame.slice(0, 4) });
  await untilSearched(platform, cancelled.id, 1);
  await using client = openWorkflows(platform.temporal);
  await client.workflow.getHandle(cancelled.workflowId).cancel();
  await save(platform, 'review-cancelled', cancelled.workflowId);

  const removed = await submitReview(platform, { ...slow, moves: operaGame.slice(0, 5) });
  await untilSearched(platform, removed.id, 1);
  await query(platform.databaseUrl, 'delete from reviews where id = $1', [removed.id]);
  await save(platform, 'review-gone', removed.workflowId);

  const impossible = await submitReview(platform, { moves: ['e2e5'], depth: 4 });
  await save(platform, 'review-failed', impossible.workflowId);
}

const plan: ReviewPlan = { nextPly: 0, totalMoves: 0, movetimeMs: 60_000, earlier: 1, patienceMs: 100 };

/** Records results that a real engine rarely has, with scripted steps in a separate namespace. */
export async function recordScriptedReviews({ temporal: { address } }: OwnPlatform): Promise<void> {
  Runtime.install({ logger: new DefaultLogger('ERROR') });
  const temporal = await createNamespace(address);
  const connection = await NativeConnection.connect({ address });
  const failing = Promise.withResolvers<never>();
  const options = { connection, namespace: temporal.namespace };
  const publishing = await Worker.create({
    ...options,
    taskQueue: queues.publish,
    workflowBundle: { codePath: await ensureBundle() },
    activities: {
      beginReview: async ({ reviewId }: { reviewId: string }) =>
        reviewId === 'waited' ? plan : { ...plan, earlier: 0 },
      finishReview: async () => true,
      cancelReview: async () => {},
    },
  });
  const reviewing = await Worker.create({
    ...options,
    taskQueue: queues.engineReview,
    activities: {
      reviewPosition: async ({ reviewId }: { reviewId: string }) =>
        reviewId === 'waited' ? true : failing.promise,
    },
    interceptors: { activity: [() => ({ inbound: beating(200) })] },
  });
  await publishing.runUntil(async () => {
    await using client = openWorkflows(temporal);
    const start = (reviewId: string) =>
      client.workflow.start(workflowNames.reviewGame, {
        workflowId: `review:${reviewId}`,
        taskQueue: queues.publish,
        args: [{ reviewId }],
      });
    const scheduled = (workflowId: string) => countEvents(temporal, workflowId, 'activityTaskScheduled');
    await start('waited');
    // there is no engine yet: the position moves up, and the second attempt succeeds
    await eventually(async () => {
      if ((await scheduled('review:waited')) < 3) throw new Error('it has not moved up');
    });
    await reviewing.runUntil(async () => {
      await save({ temporal }, 'review-waited', 'review:waited');
      const cancelled = await start('cancelled');
      await eventually(async () => {
        const { raw } = await cancelled.describe();
        if (!raw.pendingActivities?.some(({ activityType }) => activityType?.name === 'reviewPosition'))
          throw new Error('no search yet');
      });
      await cancelled.cancel();
      await eventually(async () => {
        if ((await countEvents(temporal, 'review:cancelled', 'activityTaskCancelRequested')) === 0)
          throw new Error('the search does not know yet');
      });
      failing.reject(new Error('the engine is going down'));
      await save({ temporal }, 'review-cancelled-while-failing', 'review:cancelled');
    });
  });
  await connection.close();
}

async function countEvents(service: ServiceAddress, workflowId: string, event: string): Promise<number> {
  await using client = openWorkflows(service);
  const { events } = await client.workflow.getHandle(workflowId).fetchHistory();
  return (events ?? []).filter((each) =>
    Object.entries(each).some(([key, value]) => value && key === `${event}EventAttributes`),
  ).length;
}
