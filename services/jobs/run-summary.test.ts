import { expect, test } from 'vitest';
import { presentRun } from './run-summary.ts';

const seconds = (offset: number) => ({ seconds: Math.floor(Date.now() / 1_000) + offset, nanos: 0 });

/** A run as described by the service, reduced to the tested members. */
function described(members: object): Parameters<typeof presentRun>[0] {
  return members as unknown as Parameters<typeof presentRun>[0];
}

test.each([
  ['running', 2, -5],
  ['queued', 1, -5],
  ['backing_off', 1, 20],
])('a step that is %s', (state, code, scheduledIn) => {
  const { pendingSteps, workflowWaitsSince } = presentRun(
    described({
      pendingActivities: [
        {
          activityType: { name: 'scanRelease' },
          activityOptions: { taskQueue: { name: 'scan' } },
          state: code,
          attempt: 3,
          scheduledTime: seconds(scheduledIn),
          expirationTime: seconds(3_600),
          lastFailure: { message: 'the store is away' },
          lastWorkerIdentity: 'scanner@host',
        },
      ],
    }),
  );

  expect(pendingSteps).toEqual([
    {
      step: 'scanRelease',
      queue: 'scan',
      state,
      attempt: 3,
      lastFailure: 'the store is away',
      nextAttemptAt: expect.any(Date),
      startedAt: null,
      worker: 'scanner@host',
      expiresAt: expect.any(Date),
    },
  ]);
  expect(workflowWaitsSince).toBeNull();
});

test('a workflow without a worker waits itself, until one has taken its task', () => {
  const pendingWorkflowTask = { scheduledTime: seconds(-30), originalScheduledTime: seconds(-60) };

  const waiting = presentRun(described({ pendingWorkflowTask }));
  const taken = presentRun(
    described({ pendingWorkflowTask: { ...pendingWorkflowTask, startedTime: seconds(0) } }),
  );

  expect(Date.now() - Number(waiting.workflowWaitsSince)).toBeGreaterThan(55_000);
  expect(taken.workflowWaitsSince).toBeNull();
});
