import { type Client, WorkflowExecutionAlreadyStartedError, WorkflowNotFoundError } from '@temporalio/client';
import type { Review } from '../../store/postgres/reviews.ts';
import { queues, type ReviewInput, workflowNames } from '../../workflows/contract.ts';
import { jobAttributes } from '../../workflows/search-attributes.ts';

/** The client waits for neither: what does not get through is made good by others. */
const withinMs = 3_000;

/** Gives a review its workflow; one that has it already keeps it. */
export async function startReviewWorkflow(client: Client, review: Review): Promise<void> {
  const { id: reviewId, gameId, workflowId, submittedBy, settings, totalMoves } = review;
  try {
    await client.withDeadline(Date.now() + withinMs, () =>
      client.workflow.start(workflowNames.reviewGame, {
        workflowId,
        taskQueue: queues.publish,
        workflowIdConflictPolicy: 'USE_EXISTING',
        workflowIdReusePolicy: 'REJECT_DUPLICATE',
        typedSearchAttributes: jobAttributes('review_game'),
        staticSummary: `game ${gameId}, ${totalMoves} half-moves`,
        staticDetails: `Depth ${settings.depth}, at most ${settings.movetimeMs} ms per position`,
        // after whatever somebody waits for, and each in turn
        priority: { priorityKey: 4, ...(submittedBy === null ? {} : { fairnessKey: submittedBy }) },
        args: [{ reviewId } satisfies ReviewInput],
      }),
    );
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
}

/** Does nothing to one that has ended. */
export async function cancelReviewWorkflow(client: Client, workflowId: string): Promise<void> {
  try {
    await client.withDeadline(Date.now() + withinMs, () => client.workflow.getHandle(workflowId).cancel());
  } catch (error) {
    if (!(error instanceof WorkflowNotFoundError)) throw error;
  }
}
