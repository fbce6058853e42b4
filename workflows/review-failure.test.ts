import { ActivityFailure, ApplicationFailure, RetryState, TimeoutFailure } from '@temporalio/common';
import { expect, test } from 'vitest';
import { reviewFailureOf } from './review-failure.ts';

const failed = (cause: Error, activity = 'reviewPosition') =>
  new ActivityFailure('failed', activity, '7', RetryState.MAXIMUM_ATTEMPTS_REACHED, 'worker', cause);
const refused = (type: string, nonRetryable = true) =>
  ApplicationFailure.create({ message: 'no', type, nonRetryable });

test.each([
  ['no engine took the search', 'SCHEDULE_TO_CLOSE', 'engine_away'],
  ['no engine began it', 'SCHEDULE_TO_START', 'engine_away'],
  ['its engine died each time', 'HEARTBEAT', 'engine_away'],
  ['it never came to an end', 'START_TO_CLOSE', 'time_limit'],
] as const)('%s: %s is %s', (_, timeout, expected) => {
  expect(reviewFailureOf(failed(new TimeoutFailure('late', undefined, timeout)))).toBe(expected);
});

test.each([
  ['engine_failed', 'engine_failed'],
  ['illegal_move', 'game_invalid'],
  ['invalid_fen', 'game_invalid'],
  ['internal', 'internal'],
])('the refusal %s is %s', (type, expected) => {
  expect(reviewFailureOf(failed(refused(type)))).toBe(expected);
});

test('what only might have been better later, steps without an engine and anything else say nothing', () => {
  const late = new TimeoutFailure('late', undefined, 'START_TO_CLOSE');
  const others = [
    failed(refused('illegal_move', false)),
    failed(late, 'finishReview'),
    late,
    new Error('oops'),
  ];

  expect(others.map(reviewFailureOf)).toEqual(others.map(() => 'internal'));
});
