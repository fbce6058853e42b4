import type { MessageKey } from '../locale.ts';

/** Why a review failed, as far as the client needs to know. */
export const reviewFailures = [
  /** No engine answered within the time that a review waits for one. */
  'engine_away',
  /** The engine failed at a position in every attempt. */
  'engine_failed',
  /** The search exceeded its time limit by far. */
  'time_limit',
  /** The moves are illegal from the start position. */
  'game_invalid',
  'internal',
] as const;
export type ReviewFailure = (typeof reviewFailures)[number];

const sentences = {
  engine_away: 'error.review_engine_away',
  engine_failed: 'error.review_engine_failed',
  time_limit: 'error.review_time_limit',
  game_invalid: 'error.review_game_invalid',
  internal: 'error.review_failed',
} as const satisfies Record<ReviewFailure, MessageKey>;

/** The sentence that explains the failure. */
export const failureSentence = (failure: ReviewFailure): MessageKey => sentences[failure];
