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

/** The minimum of a durable publish: three ordinary steps without work, and a client that waits. */
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
