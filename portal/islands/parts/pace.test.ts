import { expect, it } from 'vitest';
import { pauseAfter, pauseOf } from './pace.ts';

it('looks often for a moment, and ever less while nothing comes', () => {
  const waits = [0, 4_999, 5_000, 59_999, 60_000, 3_600_000].map((quietMs) =>
    pauseOf({ quietMs, hasResults: false }),
  );

  expect(waits).toEqual([250, 250, 1_000, 1_000, 5_000, 5_000]);
  expect(pauseOf({ quietMs: 0, hasResults: true })).toBe(1_000);
});

it('asks for less than a tenth of what an address may ask for, once it waits', () => {
  const waits: number[] = [];
  for (let quietMs = 0; quietMs < 60_000; quietMs += waits.at(-1) ?? 0) {
    waits.push(pauseOf({ quietMs, hasResults: false }));
  }

  expect(waits.length).toBeLessThan(100);
});

it.each([
  [undefined, 15_000],
  [{}, 15_000],
  [{ 'retry-after': '3' }, 15_000],
  [{ 'retry-after': '40' }, 40_000],
  [{ 'retry-after': 'Sat, 28 Nov 2026 20:00:00 GMT' }, 15_000],
])('after a refusal with %o it waits %i ms', (headers, ms) => {
  expect(pauseAfter(headers && { headers: new Headers(headers) })).toBe(ms);
});
