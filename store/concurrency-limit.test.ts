import { expect, test } from 'vitest';
import { createConcurrencyLimit } from './concurrency-limit.ts';

const refuse = () => new Error('refused');

test('never more run than there are places, in the order they came, and a failure gives its place back', async () => {
  const limit = createConcurrencyLimit({ size: 2, refuse });
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

  const ended = await Promise.allSettled([0, 1, 2, 3, 4, 5].map((index) => limit.run(work(index))));

  expect(most).toBe(2);
  expect(begun).toEqual([0, 1, 2, 3, 4, 5]);
  expect(ended.map(({ status }) => status)).toEqual(
    [0, 1, 2, 3, 4, 5].map((index) => (index % 2 === 1 ? 'rejected' : 'fulfilled')),
  );
  expect(await limit.run(async () => 'free')).toBe('free');
});

test('a line that is full refuses at once', async () => {
  const limit = createConcurrencyLimit({ size: 1, maxWaiting: 1, refuse });
  const end = Promise.withResolvers<string>();
  const first = limit.run(() => end.promise);
  const second = limit.run(async () => 'second');
  expect(limit.waiting).toBe(1);

  await expect(limit.run(async () => 'third')).rejects.toThrow('refused');

  end.resolve('first');
  expect(await Promise.all([first, second])).toEqual(['first', 'second']);
});

test('a wait that is too long ends, and takes nothing from those after it', async () => {
  const limit = createConcurrencyLimit({ size: 1, withinMs: 5, refuse });
  const end = Promise.withResolvers<string>();
  const first = limit.run(() => end.promise);

  await expect(limit.run(async () => 'second')).rejects.toThrow('refused');

  expect(limit.waiting).toBe(0);
  end.resolve('first');
  await first;
  expect(await limit.run(async () => 'third')).toBe('third');
});
