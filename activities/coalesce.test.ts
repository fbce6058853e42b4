import { expect, test } from 'vitest';
import { coalesceRuns } from './coalesce.ts';

/** Runs that the test ends. */
function createRuns() {
  const begun: { key: string; end: PromiseWithResolvers<void> }[] = [];
  const run = coalesceRuns((key) => {
    const end = Promise.withResolvers<void>();
    begun.push({ key, end });
    return end.promise;
  });
  return { begun, run, keys: () => begun.map(({ key }) => key) };
}

const settled = () => new Promise(setImmediate);

test('requests during a run share the next one', async () => {
  const { begun, run, keys } = createRuns();

  const first = run('a');
  const others = [run('a'), run('a'), run('a')];
  expect(keys()).toEqual(['a']);
  begun[0]?.end.resolve();
  await first;
  await settled();
  expect(keys()).toEqual(['a', 'a']);
  begun[1]?.end.resolve();
  await Promise.all(others);

  expect(keys()).toEqual(['a', 'a']);
});

test('a run that has begun does not count for who asks later', async () => {
  const { begun, run, keys } = createRuns();
  const asked = [run('a'), run('a')];
  begun[0]?.end.resolve();
  await settled();

  const late = run('a');
  begun[1]?.end.resolve();
  await Promise.all(asked);
  await settled();
  begun[2]?.end.resolve();
  await late;

  expect(keys()).toEqual(['a', 'a', 'a']);
});

test('keys do not wait for each other', () => {
  const { run, keys } = createRuns();

  void run('a');
  void run('b');

  expect(keys()).toEqual(['a', 'b']);
});

test('a run that fails is told to those who shared it, and the next one is tried', async () => {
  const { begun, run, keys } = createRuns();
  const first = run('a');
  const second = run('a');

  begun[0]?.end.reject(new Error('the search is away'));
  await expect(first).rejects.toThrow('the search is away');
  await settled();
  begun[1]?.end.resolve();
  await second;
  const third = run('a');
  begun[2]?.end.resolve();
  await third;

  expect(keys()).toEqual(['a', 'a', 'a']);
});
