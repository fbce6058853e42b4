import {
  type Client,
  WithStartWorkflowOperation,
  WorkflowUpdateFailedError,
  WorkflowUpdateRPCTimeoutOrCancelledError,
} from '@temporalio/client';
import { ApplicationFailure, type Workflow } from '@temporalio/common';
import { randomUUID } from 'node:crypto';
import { DomainError, type ErrorMeta, isErrorCode } from '../../domain/errors.ts';
import {
  decidedSignal,
  type PublishInput,
  type PublishReceipt,
  queues,
  type SettleInput,
  settleUpdate,
  workflowNames,
} from '../../workflows/definitions.ts';
import type { Configured, Platform } from '../platform.ts';
import { publishAttributes } from '../../workflows/search-attributes.ts';

type Waiting = Pick<Platform, 'client'> & Configured<'publish'>;

/** Added to the deadline: an unreachable service must not double it. */
const confirmWithinMs = 2_000;

/** Starts the run, or joins the one under this id. Undefined when the deadline passed first. */
export function awaitReceipt(
  platform: Waiting,
  workflowId: string,
  input: PublishInput,
  username: string,
): Promise<PublishReceipt | undefined> {
  const operation = new WithStartWorkflowOperation(workflowNames.publishRelease, {
    workflowId,
    ...optionsOf(input, username),
    workflowIdConflictPolicy: 'USE_EXISTING',
  });
  return awaitSettled<PublishReceipt>(platform, workflowId, operation, input);
}

function optionsOf(input: PublishInput, username: string) {
  return {
    taskQueue: queues.publish,
    // the database refuses an existing version, under a lock; a rejected version may be published again
    workflowIdReusePolicy: 'ALLOW_DUPLICATE' as const,
    typedSearchAttributes: publishAttributes(input),
    staticSummary: `${input.ecosystem} ${input.name} ${input.version}`,
    staticDetails: `Published by ${username}, sha256 ${input.sha256}`,
    priority: { priorityKey: 1 },
    args: [input],
  };
}

/** The caller's change is recorded, and the reconciler would repeat the wake-up: the caller need not wait longer. */
const wakeWithinMs = 3_000;

/** Makes the run read its rows again, or starts one. @throws DomainError `not_ready` */
export async function wakePublish(
  { client }: Pick<Waiting, 'client'>,
  { workflowId, input }: { workflowId: string; input: PublishInput },
  username: string,
): Promise<void> {
  try {
    await client.withDeadline(Date.now() + wakeWithinMs, () =>
      client.workflow.signalWithStart(workflowNames.publishRelease, {
        workflowId,
        ...optionsOf(input, username),
        signal: decidedSignal,
        signalArgs: [],
      }),
    );
  } catch (error) {
    throw unavailable(error);
  }
}

/** Undefined when the deadline passed first: the workflow continues. */
export async function awaitSettled<Outcome>(
  { client, config }: Waiting,
  workflowId: string,
  startWorkflowOperation: WithStartWorkflowOperation<Workflow>,
  { sha256, publisher, intent }: SettleInput,
): Promise<Outcome | undefined> {
  const updateId = randomUUID();
  try {
    return await client.withDeadline(Date.now() + config.publish.deadlineMs, () =>
      client.workflow.executeUpdateWithStart<Workflow, Outcome, [SettleInput]>(settleUpdate, {
        startWorkflowOperation,
        updateId,
        args: [{ sha256, publisher, ...(intent === undefined ? {} : { intent }) }],
      }),
    );
  } catch (error) {
    const isLate = error instanceof WorkflowUpdateRPCTimeoutOrCancelledError;
    if (isLate) return confirm<Outcome>(client, workflowId, updateId, error);
    throw asDomainError(error);
  }
}

/**
 * The deadline also passes while the service is unreachable: success may only be promised for an existing workflow. A
 * workflow that ended meanwhile has its answer.
 */
async function confirm<Outcome>(
  client: Client,
  workflowId: string,
  updateId: string,
  late: unknown,
): Promise<Outcome | undefined> {
  try {
    return await client.withDeadline(Date.now() + confirmWithinMs, async () => {
      const run = client.workflow.getHandle(workflowId);
      const { status } = await run.describe();
      return status.name === 'RUNNING' ? undefined : await run.getUpdateHandle<Outcome>(updateId).result();
    });
  } catch (error) {
    // an earlier run under this id does not have the update
    throw asDomainError(error instanceof WorkflowUpdateFailedError ? error : late);
  }
}

function asDomainError(error: unknown): DomainError {
  const cause = error instanceof WorkflowUpdateFailedError ? error.cause : undefined;
  if (cause instanceof ApplicationFailure && isErrorCode(cause.type)) {
    const meta = (cause.details?.[0] ?? {}) as ErrorMeta;
    return new DomainError(cause.type, cause.message, meta, error);
  }
  if (error instanceof WorkflowUpdateFailedError)
    return new DomainError('internal', 'the publish failed', {}, error);
  return unavailable(error);
}

const unavailable = (cause: unknown) =>
  new DomainError(
    'not_ready',
    'publishing is not available right now, try again',
    { retryAfterSeconds: 5 },
    cause,
  );
