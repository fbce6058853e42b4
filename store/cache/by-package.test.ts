import { createSharedCache } from './shared-cache.ts';
import { expect, test } from 'vitest';
import { createPackageCache } from './by-package.ts';

interface Row {
  packageId: string | null;
  text: string;
}

/** A cache over a store whose reads complete when the test says so. */
function cacheOf({ isUsable = true } = {}) {
  const state = { isUsable, text: 'first' };
  const reads: { end(): void; fail(): void }[] = [];
  const cache = createPackageCache<Row>({
    cache: createSharedCache({ maxBytes: 1 << 20 }),
    name: 'rows',
    isUsable: () => state.isUsable,
  });
  const ask = async (packageId: string | null = 'p') => {
    const row = await cache.get('key', () => {
      const { text } = state;
      const { promise, resolve, reject } = Promise.withResolvers<Row>();
      reads.push({ end: () => resolve({ packageId, text }), fail: () => reject(new Error('away')) });
      return promise;
    });
    return row?.text;
  };
  return { cache, state, reads, ask };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

test('those who miss the same row at the same time wait for one read', async () => {
  const { reads, ask } = cacheOf();
  const all = Array.from({ length: 300 }, () => ask());
  expect(reads).toHaveLength(1);
  reads[0]?.end();

  expect(new Set(await Promise.all(all))).toEqual(new Set(['first']));
  expect(await ask()).toBe('first');
  expect(reads).toHaveLength(1);
});

test('who comes after a change is served by a read that began after it, one for all of them', async () => {
  const { cache, state, reads, ask } = cacheOf();
  const early = ask();
  state.text = 'second';
  cache.forget('p');
  const late = [ask(), ask(), ask()];
  reads[0]?.end();
  expect(await early).toBe('first');
  await settle();
  expect(reads).toHaveLength(2);
  reads[1]?.end();

  expect(await Promise.all(late)).toEqual(['second', 'second', 'second']);
  expect(await ask()).toBe('second');
});

test('while changes can not be heard, no reader gets a value from before their request', async () => {
  const { state, reads, ask } = cacheOf({ isUsable: false });
  const early = ask();
  state.text = 'second';
  const late = Array.from({ length: 300 }, () => ask());
  reads[0]?.fail();
  await expect(early).rejects.toThrow('away');
  await settle();
  expect(reads).toHaveLength(2);
  reads[1]?.end();

  expect(new Set(await Promise.all(late))).toEqual(new Set(['second']));
});

test('a row without a package is returned to all who wait, and not cached', async () => {
  const { reads, ask } = cacheOf();
  const both = [ask(null), ask(null)];
  reads[0]?.end();
  expect(await Promise.all(both)).toEqual(['first', 'first']);

  const again = ask(null);
  expect(reads).toHaveLength(2);
  reads[1]?.end();
  await again;
});

test('what is not there is not looked for again, until anything changes', async () => {
  let isUsable = true;
  let reads = 0;
  const cache = createPackageCache<Row>({
    cache: createSharedCache({ maxBytes: 1 << 20 }),
    name: 'rows',
    keepsAbsent: true,
    isUsable: () => isUsable,
  });
  let row: Row | null = null;
  const ask = async () =>
    cache.get('key', async () => {
      reads += 1;
      return row;
    });

  expect([await ask(), await ask(), reads]).toEqual([undefined, undefined, 1]);
  isUsable = false;
  await ask();
  expect(reads).toBe(2);
  isUsable = true;
  row = { packageId: 'p', text: 'new' };
  expect([await ask(), reads]).toEqual([undefined, 2]);
  // any package: that of the key is unknown
  cache.forget('other');
  expect([await ask(), reads]).toEqual([row, 3]);
});

test('a read that found nothing while something changed is made again', async () => {
  const { promise, resolve } = Promise.withResolvers<Row | null>();
  const cache = createPackageCache<Row>({
    cache: createSharedCache({ maxBytes: 1 << 20 }),
    name: 'rows',
    keepsAbsent: true,
    isUsable: () => true,
  });
  const early = cache.get('key', () => promise);
  cache.forget('p');
  resolve(null);
  expect(await early).toBeUndefined();

  const row = { packageId: 'p', text: 'new' };
  expect(await cache.get('key', async () => row)).toBe(row);
});
