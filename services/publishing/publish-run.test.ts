import {
  type Client,
  WithStartWorkflowOperation,
  WorkflowUpdateFailedError,
  WorkflowUpdateRPCTimeoutOrCancelledError,
} from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import { expect, test } from 'vitest';
import { readConfig } from '../../config/config.ts';
import { awaitSettled } from './publish-run.ts';

const config = readConfig({ DATABASE_URL: 'postgres://nowhere/none', JWT_SECRET: '-'.repeat(32) });
const input = { sha256: 'a'.repeat(64), publisher: 'alice' };

/** A service that answers the publish too late, with its later state of the run. */
function settleLate(status: string | undefined, result: () => unknown = unknownUpdate) {
  const asked: string[] = [];
  const workflow = {
    async executeUpdateWithStart(_update: string, { updateId }: { updateId: string }): Promise<never> {
      asked.push(updateId);
      throw new WorkflowUpdateRPCTimeoutOrCancelledError('late');
    },
    getHandle: () => ({
      async describe() {
        if (status === undefined) throw new Error('no such workflow');
        return { status: { name: status } };
      },
      getUpdateHandle(updateId: string) {
        expect(asked).toEqual([updateId]);
        return { result: async () => result() };
      },
    }),
  };
  const withDeadline = <T>(_deadline: number, call: () => Promise<T>) => call();
  const operation = new WithStartWorkflowOperation('publishRelease', {
    workflowId: 'publish',
    taskQueue: 'publish',
    workflowIdConflictPolicy: 'USE_EXISTING',
  });
  const client = { workflow, withDeadline } as unknown as Client;
  return awaitSettled(
    { client, config: { publish: { ...config.publish, deadlineMs: 1 } } },
    'publish',
    operation,
    input,
  );
}

function unknownUpdate(): never {
  throw new Error('no such update');
}

test('a publish that still runs at the deadline goes on', async () => {
  expect(await settleLate('RUNNING')).toBeUndefined();
});

test('one that ended just after the deadline has its receipt', async () => {
  expect(await settleLate('COMPLETED', () => 'receipt')).toBe('receipt');
});

test('one that was refused just after the deadline says so', async () => {
  const refused = () => {
    throw new WorkflowUpdateFailedError(
      'failed',
      ApplicationFailure.create({ type: 'version_exists', message: 'exists' }),
    );
  };
  await expect(settleLate('COMPLETED', refused)).rejects.toMatchObject({
    code: 'version_exists',
    message: 'exists',
  });
});

test('nothing is promised where no run exists, or an earlier one under its id', async () => {
  await expect(settleLate(undefined)).rejects.toMatchObject({ code: 'not_ready' });
  await expect(settleLate('COMPLETED')).rejects.toMatchObject({ code: 'not_ready' });
});
