import { createSharedCache } from '../../store/cache/shared-cache.ts';
import { expect, it } from 'vitest';
import { createVersionOrder } from './order.ts';

/** Numbers that count their reads. */
function counting() {
  let asked = 0;
  const compare = (a: string, b: string) => {
    asked += 1;
    return Number(a) - Number(b);
  };
  const versions = { compare, canonical: (raw: string) => raw, isLocal: () => false, isStable: () => true };
  return { ecosystem: { versions }, takeAsked: () => [asked, (asked = 0)][0] ?? 0 };
}

const shuffled = (count: number) =>
  Array.from({ length: count }, (_, index) => String((index * 7919) % count));
const descending = (keys: readonly string[]) => [...keys].sort((a, b) => Number(b) - Number(a));

it('is highest first, whatever was asked before and whatever came or went', () => {
  const order = createVersionOrder(createSharedCache({ maxBytes: 1 << 24 }));
  const { ecosystem } = counting();
  for (const keys of [['1', '3', '2'], ['2', '9', '1', '3'], ['9', '1'], ['2', '1', '9', '4'], []]) {
    expect(order(ecosystem, 'a', keys)).toEqual(descending(keys));
  }
  expect(order(ecosystem, 'b', ['5', '6'])).toEqual(['6', '5']);
});

it('compares what it has sorted before no second time', () => {
  const order = createVersionOrder(createSharedCache({ maxBytes: 1 << 24 }));
  const { ecosystem, takeAsked } = counting();
  const keys = shuffled(10_000);
  order(ecosystem, 'a', keys);
  expect(takeAsked()).toBeGreaterThan(10_000);

  expect(order(ecosystem, 'a', keys)).toEqual(descending(keys));
  expect(takeAsked()).toBe(0);
  expect(order(ecosystem, 'a', [...keys, '10000'])[0]).toBe('10000');
  expect(takeAsked()).toBeLessThan(30_000);
});
