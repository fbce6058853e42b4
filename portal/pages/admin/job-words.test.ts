import { expect, it } from 'vitest';
import type { JobView } from '../../../services/jobs/list.ts';
import { hasFailedStep } from './job-words.ts';

it.each([
  ['a step failed', { lastError: 'the database was away', unservedQueue: null }, true],
  ['no attempt failed', { lastError: null, unservedQueue: null }, false],
  // this last error only reports that no process serves the queue
  ['none was made', { lastError: 'no process serves the queue scan', unservedQueue: 'scan' }, false],
])('attempts are shown where %s', (_where, members, isShown) => {
  expect(hasFailedStep(members as unknown as JobView)).toBe(isShown);
});
