import { queues, type ReviewInput } from './definitions.ts';
import { jobAttributes } from './search-attributes.ts';

/** The facts about a review at the start of its workflow. */
export interface StartedReview {
  id: string;
  workflowId: string;
  gameId: string;
  totalMoves: number;
}

/** How `reviewGame` is started, from everywhere; `details` are for operators. */
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
