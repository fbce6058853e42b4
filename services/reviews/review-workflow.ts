import { type Client, WorkflowExecutionAlreadyStartedError, WorkflowNotFoundError } from '@temporalio/client';
import type { Review } from '../../store/postgres/chess/reviews.ts';
import { workflowNames } from '../../workflows/definitions.ts';
import { reviewStart } from '../../workflows/review-start.ts';

/** The limit of both requests: the client does not wait for them, and the reconciler repeats a failed one. */
const withinMs = 3_000;

/** Starts the workflow of a review; a running one is kept. */
export async function startReviewWorkflow(client: Client, review: Review): Promise<void> {
  const { depth, movetimeMs } = review.settings;
  const details = `Depth ${depth}, at most ${movetimeMs} ms per position`;
  try {
    await client.withDeadline(Date.now() + withinMs, () =>
      client.workflow.start(workflowNames.reviewGame, {
        ...reviewStart(review, details),
        workflowIdReusePolicy: 'REJECT_DUPLICATE',
      }),
    );
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
}

/** Cancels the workflow of a review; an ended one is unchanged. */
export async function cancelReviewWorkflow(client: Client, workflowId: string): Promise<void> {
  try {
    await client.withDeadline(Date.now() + withinMs, () => client.workflow.getHandle(workflowId).cancel());
  } catch (error) {
    if (!(error instanceof WorkflowNotFoundError)) throw error;
  }
}
