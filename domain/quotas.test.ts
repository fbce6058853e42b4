import { expect, test } from 'vitest';
import { assertWithinQuotas, type Quotas } from './quotas.ts';

const quotas: Quotas = { packages: 2, releasesPerDay: 3 };

test('what fills a quota is within it', () => {
  expect(() => assertWithinQuotas(quotas, { packages: 2, releasesToday: 3 }, true)).not.toThrow();
});

test('one package more is refused', () => {
  expect(() => assertWithinQuotas(quotas, { packages: 3, releasesToday: 3 }, true)).toThrow('2 packages');
});

test('one release more is refused, of a new package or not', () => {
  for (const isNew of [true, false]) {
    expect(() => assertWithinQuotas(quotas, { packages: 2, releasesToday: 4 }, isNew)).toThrow('3 releases');
  }
});

test('a package that is there gets releases when the owner has too many packages', () => {
  expect(() => assertWithinQuotas(quotas, { packages: 5, releasesToday: 3 }, false)).not.toThrow();
});

test('without a quota there may be any number', () => {
  const none: Quotas = { packages: null, releasesPerDay: null };

  expect(() => assertWithinQuotas(none, { packages: 9_000, releasesToday: 9_000 }, true)).not.toThrow();
});
