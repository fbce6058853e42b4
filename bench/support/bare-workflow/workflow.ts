import {
  allHandlersFinished,
  condition,
  defineUpdate,
  proxyActivities,
  setHandler,
} from '@temporalio/workflow';
import type { BareActivities } from './worker.ts';

export const done = defineUpdate<string>('done');

const { step } = proxyActivities<BareActivities>({ startToCloseTimeout: '10s' });

/** The least a durable publish could be: three ordinary steps that do nothing, and a client that waits. */
export async function bare(): Promise<string> {
  let result: string | undefined;
  setHandler(done, async () => {
    await condition(() => result !== undefined);
    return result ?? '';
  });
  await step('one');
  await step('two');
  result = await step('three');
  await condition(allHandlersFinished);
  return result;
}
