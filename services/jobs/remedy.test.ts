import { expect, test } from 'vitest';
import type { JobView } from './list.ts';
import { remedyOf } from './remedy.ts';

const job = {
  status: 'running',
  unservedQueue: null,
  isStale: false,
  canRetry: false,
  waitsFor: null,
  lastError: null,
} as unknown as JobView;

test.each<[string, Partial<JobView>, object | null]>([
  ['gets on', {}, null],
  [
    'waits in a queue without a process, whichever error it had',
    { unservedQueue: 'scan', isStale: true, lastError: 'no' },
    { kind: 'start_role', queue: 'scan', role: 'scanner' },
  ],
  ['has an overdue worker', { isStale: true, lastError: 'no' }, { kind: 'see_workers' }],
  ['has failed', { status: 'failed', canRetry: true, lastError: 'no' }, { kind: 'retry' }],
  ['has failed and has run again since', { status: 'failed', lastError: 'no' }, null],
  [
    'waits for a person',
    { status: 'waiting', waitsFor: 'policy_hold' },
    { kind: 'decide', waitsFor: 'policy_hold' },
  ],
  ['tries a step again', { lastError: 'no' }, { kind: 'see_error' }],
])('a job that %s', (_what, members, remedy) => {
  expect(remedyOf({ ...job, ...members })).toEqual(remedy);
});

test.each([
  ['a while', -30_000, { kind: 'see_queue', queue: 'scan', role: 'scanner' }],
  ['a moment', -1_000, null],
])('a step that has waited %s for a process', (_how, offsetMs, remedy) => {
  const nextAttemptAt = new Date(Date.now() + offsetMs);
  const run = {
    workflowWaitsSince: null,
    pendingSteps: [{ state: 'queued', queue: 'scan', nextAttemptAt, lastFailure: null }],
  } as unknown as Parameters<typeof remedyOf>[1];

  expect(remedyOf(job, run)).toEqual(remedy);
});

test.each(['backing_off', 'running', 'queued'])(
  'a step that is %s after an attempt that only the workflow service knows failed',
  (state) => {
    const run = {
      workflowWaitsSince: null,
      pendingSteps: [
        { state, queue: 'scan', nextAttemptAt: new Date(), lastFailure: 'activity Heartbeat timeout' },
      ],
    } as unknown as Parameters<typeof remedyOf>[1];

    expect(remedyOf(job, run)).toEqual({ kind: 'see_error' });
  },
);
