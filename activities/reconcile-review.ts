import type { Client } from '@temporalio/client';
import type { Review } from '../store/postgres/reviews.ts';
import { queues, type ReviewInput, workflowNames } from '../workflows/contract.ts';
import { jobAttributes } from '../workflows/search-attributes.ts';
import { isRunning } from './reconcile.ts';

/** True when the review had no running workflow and was given a new one: it goes on where its rows end. */
export async function reconcileReview(client: Client, review: Review): Promise<boolean> {
  const { id: reviewId, gameId, workflowId, submittedBy, totalMoves } = review;
  if (await isRunning(client, workflowId)) return false;
  await client.workflow.start(workflowNames.reviewGame, {
    workflowId,
    taskQueue: queues.publish,
    workflowIdConflictPolicy: 'USE_EXISTING',
    workflowIdReusePolicy: 'ALLOW_DUPLICATE',
    typedSearchAttributes: jobAttributes('review_game'),
    staticSummary: `game ${gameId}, ${totalMoves} half-moves`,
    staticDetails: 'Started again by the reconciler: its workflow was gone.',
    ...(submittedBy === null ? {} : { priority: { fairnessKey: submittedBy } }),
    args: [{ reviewId } satisfies ReviewInput],
  });
  return true;
}
