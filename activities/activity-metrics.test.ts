import { ApplicationFailure, ApplicationFailureCategory } from '@temporalio/common';
import { expect, test } from 'vitest';
import { DomainError } from '../domain/errors.ts';
import { outcomeOf } from './activity-metrics.ts';

test.each([
  ['a broken archive', new DomainError('invalid_archive', 'it is broken'), 'refused'],
  ['a version that exists', new DomainError('version_exists', 'it exists'), 'refused'],
  [
    'an expected failure',
    ApplicationFailure.create({ category: ApplicationFailureCategory.BENIGN }),
    'refused',
  ],
  ['a store that is away', new DomainError('overloaded', 'it does not answer'), 'error'],
  ['a failure', ApplicationFailure.create({ nonRetryable: true }), 'error'],
  ['a bug', new TypeError('of undefined'), 'error'],
])('%s counts as it should', (_what, error, outcome) => {
  expect(outcomeOf(error)).toBe(outcome);
});
