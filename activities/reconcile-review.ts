import type { Client } from '@temporalio/client';
import type { Review } from '../store/postgres/chess/reviews.ts';
import { workflowNames } from '../workflows/definitions.ts';
import { reviewStart } from '../workflows/review-start.ts';
import { isRunning } from './reconcile.ts';

/**
 * Starts a new workflow for a review that has no running one, and returns true; it continues after the stored rows.
 */
export async function reconcileReview(client: Client, review: Review): Promise<boolean> {
  if (await isRunning(client, review.workflowId)) return false;
  await client.workflow.start(workflowNames.reviewGame, {
    ...reviewStart(review, 'Started again by the reconciler: its workflow was gone.'),
    workflowIdReusePolicy: 'ALLOW_DUPLICATE',
  });
  return true;
}
