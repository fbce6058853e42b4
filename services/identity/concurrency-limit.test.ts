import { expect, test } from 'vitest';
import { createConcurrencyLimit } from './concurrency-limit.ts';

test('never more run than there are slots, in the order they came, and a failure gives its slot back', async () => {
  const slots = createConcurrencyLimit({ size: 2, maxWaiting: 10 });
  const begun: number[] = [];
  let running = 0;
  let most = 0;
  const work = (index: number) => async () => {
    begun.push(index);
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
    if (index % 2 === 1) throw new Error(`no ${index}`);
    return index;
  };

  const ended = await Promise.allSettled([0, 1, 2, 3, 4, 5].map((index) => slots.run(work(index))));

  expect(most).toBe(2);
  expect(begun).toEqual([0, 1, 2, 3, 4, 5]);
  expect(ended.map(({ status }) => status)).toEqual(
    [0, 1, 2, 3, 4, 5].map((index) => (index % 2 === 1 ? 'rejected' : 'fulfilled')),
  );
  expect(await slots.run(async () => 'free')).toBe('free');
});
