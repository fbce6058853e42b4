import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import type { KeyValue, RateVerdict } from './kv.ts';

/** A clock that the test controls, in ms since the epoch. */
export interface Clock {
  at: number;
}

/**
 * The contract of every key-value store. `open` returns a store whose rate windows follow the clock; only some
 * stores' values follow it as well, so lifetimes are tested per implementation.
 */
export function keyValueContract(open: (clock: Clock) => KeyValue): void {
  const freshKey = () => randomBytes(6).toString('hex');
  /** The start of a minute, so that elapsed time is known. */
  const start = 1_800_000_000_000;

  test('a value is there until it is deleted', async () => {
    const store = open({ at: start });
    const key = freshKey();

    await store.set(key, 'one', 60);
    await store.set(key, 'two', 60);
    const kept = await store.get(key);
    await store.delete(key);
    await store.delete(key);

    expect([kept, await store.get(key)]).toEqual(['two', undefined]);
  });

  test('of 20 claims at once one gets the key, and deleting frees it', async () => {
    const store = open({ at: start });
    const key = freshKey();

    const claims = await Promise.all(
      Array.from({ length: 20 }, (_, index) => store.setIfAbsent(key, `${index}`, 60)),
    );
    const holder = await store.get(key);
    await store.delete(key);

    expect(claims.filter(Boolean)).toHaveLength(1);
    expect(holder).toBe(`${claims.indexOf(true)}`);
    expect(await store.setIfAbsent(key, 'next', 60)).toBe(true);
  });

  test('of 20 increments at once each gets its own number, until it is deleted', async () => {
    const store = open({ at: start });
    const key = freshKey();

    const counts = await Promise.all(Array.from({ length: 20 }, () => store.increment(key, 60)));
    const kept = await store.get(key);
    await store.delete(key);

    expect(counts.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    expect(kept).toBe('20');
    expect(await store.increment(key, 60)).toBe(1);
  });

  test('values and counters of one name do not meet', async () => {
    const store = open({ at: start });
    const key = freshKey();

    await store.set(`hit:${key}`, 'a value', 60);
    await store.hit(key, 5, 60);

    expect(await store.get(`hit:${key}`)).toBe('a value');
  });

  test('the numbers of a sliding window', async () => {
    const clock = { at: start };
    const store = open(clock);
    const key = freshKey();
    const script: [secondsLater: number, expected: RateVerdict][] = [
      [0, { isAllowed: true, remaining: 3, resetSeconds: 0 }],
      [10, { isAllowed: true, remaining: 2, resetSeconds: 0 }],
      [0, { isAllowed: true, remaining: 1, resetSeconds: 0 }],
      // Full: the next slot frees a quarter of a window after the window's end.
      [20, { isAllowed: true, remaining: 0, resetSeconds: 45 }],
      [0, { isAllowed: false, remaining: 0, resetSeconds: 45 }],
      [29, { isAllowed: false, remaining: 0, resetSeconds: 16 }],
      // The new window starts: all four still overlap.
      [1, { isAllowed: false, remaining: 0, resetSeconds: 15 }],
      [15, { isAllowed: true, remaining: 0, resetSeconds: 15 }],
      [15, { isAllowed: true, remaining: 0, resetSeconds: 15 }],
      // Two windows later no hit counts any more.
      [120, { isAllowed: true, remaining: 3, resetSeconds: 0 }],
    ];

    const verdicts: RateVerdict[] = [];
    for (const [secondsLater] of script) {
      clock.at += secondsLater * 1000;
      verdicts.push(await store.hit(key, 4, 60));
    }

    expect(verdicts).toEqual(script.map(([, expected]) => expected));
  });

  test('refused hits do not count: who keeps asking gets in as early as who waits', async () => {
    const clock = { at: start };
    const store = open(clock);
    const [patient, eager] = [freshKey(), freshKey()];
    for (const key of [patient, eager]) await store.hit(key, 1, 10);

    for (let second = 0; second < 19; second += 1) {
      clock.at += 1000;
      expect((await store.hit(eager, 1, 10)).isAllowed).toBe(false);
    }
    clock.at += 1000;

    expect([await store.hit(patient, 1, 10), await store.hit(eager, 1, 10)].map((v) => v.isAllowed)).toEqual([
      true,
      true,
    ]);
  });

  test('of 50 hits at once exactly the limit passes', async () => {
    const store = open({ at: start });
    const key = freshKey();

    const verdicts = await Promise.all(Array.from({ length: 50 }, () => store.hit(key, 7, 60)));

    expect(verdicts.filter((verdict) => verdict.isAllowed)).toHaveLength(7);
  });

  test('a limit of zero refuses everything', async () => {
    const verdict = await open({ at: start }).hit(freshKey(), 0, 60);

    expect(verdict).toEqual({ isAllowed: false, remaining: 0, resetSeconds: 60 });
  });

  test('a store that answers passes its check', async () => {
    await expect(open({ at: start }).ping()).resolves.toBeUndefined();
  });
}
