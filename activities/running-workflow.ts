import { activityInfo } from '@temporalio/activity';
import type { Attempt } from '../services/releases/hold-unrenderable.ts';

/** The running step as the worker knows it, independent of the input of the step. */
export function runningAttempt(): Attempt {
  const { attempt, workflowExecution } = activityInfo();
  if (!workflowExecution) throw new Error('the step belongs to no workflow');
  return { number: attempt, run: workflowExecution };
}

/** Returns the input of a step with the id of the workflow that runs it: an id in the input is not trusted. */
export function owned<Input extends object>(input: Input): Input & { workflowId: string } {
  return { ...input, workflowId: runningAttempt().run.workflowId };
}
