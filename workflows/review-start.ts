import { queues, type ReviewInput } from './definitions.ts';
import { jobAttributes } from './search-attributes.ts';

/** The data of a review that its workflow start needs. */
export interface StartedReview {
  id: string;
  workflowId: string;
  gameId: string;
  totalMoves: number;
}

/** The start options of `reviewGame`, for all callers; `details` are for operators. */
export function reviewStart(review: StartedReview, details: string) {
  const { id, workflowId, gameId, totalMoves } = review;
  return {
    workflowId,
    taskQueue: queues.publish,
    workflowIdConflictPolicy: 'USE_EXISTING',
    typedSearchAttributes: jobAttributes('review_game'),
    staticSummary: `game ${gameId}, ${totalMoves} half-moves`,
    staticDetails: details,
    // after work with a waiting client
    priority: { priorityKey: 4 },
    args: [{ reviewId: id }] satisfies [ReviewInput],
  } as const;
}
