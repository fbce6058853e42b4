import type { MessageKey } from '../locale.ts';

/** Why a review could not be finished, as far as it makes a difference to the client. */
export const reviewFailures = [
  /** No engine answered for as long as a review waits for one. */
  'engine_away',
  /** It gave up on a position in every attempt. */
  'engine_failed',
  /** Its search did not end, well beyond the time that it had. */
  'time_limit',
  /** The moves can not be played from where the game starts. */
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

/** The sentence about it for people. */
export const failureSentence = (failure: ReviewFailure): MessageKey => sentences[failure];
