import { expect, test } from 'vitest';
import { keyValueContract } from './contract.ts';
import { createMemoryKeyValue } from './memory.ts';

keyValueContract((clock) => createMemoryKeyValue({ now: () => clock.at }));

test('a value lives for its seconds and not longer', async () => {
  const clock = { at: 1_000 };
  const store = createMemoryKeyValue({ now: () => clock.at });
  await store.set('key', 'value', 10);

  clock.at += 9_999;
  const before = [await store.get('key'), await store.setIfAbsent('key', 'other', 10)];
  clock.at += 1;
  const after = [await store.get('key'), await store.setIfAbsent('key', 'other', 10)];

  expect([before, after]).toEqual([
    ['value', false],
    [undefined, true],
  ]);
});

test('values and counters outlive a sweep of what expired', async () => {
  const clock = { at: 0 };
  const store = createMemoryKeyValue({ now: () => clock.at });
  await store.set('long', 'kept', 1_000);
  await store.set('short', 'dropped', 1);
  await store.hit('client', 1, 1_000);

  clock.at += 120_000;
  await store.set('other', 'sweeps', 1);

  expect(await store.get('long')).toBe('kept');
  expect((await store.hit('client', 1, 1_000)).isAllowed).toBe(false);
});
