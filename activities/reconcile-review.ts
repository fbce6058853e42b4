import type { Client } from '@temporalio/client';
import type { Review } from '../store/postgres/chess/reviews.ts';
import { workflowNames } from '../workflows/definitions.ts';
import { reviewStart } from '../workflows/review-start.ts';
import { isRunning } from './reconcile.ts';

/** True when the review had no running workflow and was given a new one: it continues behind its stored rows. */
export async function reconcileReview(client: Client, review: Review): Promise<boolean> {
  if (await isRunning(client, review.workflowId)) return false;
  await client.workflow.start(workflowNames.reviewGame, {
    ...reviewStart(review, 'Started again by the reconciler: its workflow was gone.'),
    workflowIdReusePolicy: 'ALLOW_DUPLICATE',
  });
  return true;
}
