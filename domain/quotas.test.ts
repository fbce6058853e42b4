import { expect, test } from 'vitest';
import { assertWithinQuotas, type Quotas, unbounded } from './quotas.ts';

const quotas: Quotas = { packages: 2, releasesPerDay: 3, storageBytes: 100 };

test('what fills a quota is within it', () => {
  expect(() =>
    assertWithinQuotas(quotas, { packages: 2, releasesToday: 3, storageBytes: 100 }, { isNew: true }),
  ).not.toThrow();
});

test('one package more is refused', () => {
  expect(() =>
    assertWithinQuotas(quotas, { packages: 3, releasesToday: 3, storageBytes: 0 }, { isNew: true }),
  ).toThrow('2 packages');
});

test('one release more is refused, of a new package or not', () => {
  for (const isNew of [true, false]) {
    expect(() =>
      assertWithinQuotas(quotas, { packages: 2, releasesToday: 4, storageBytes: 0 }, { isNew }),
    ).toThrow('3 releases');
  }
});

test('a package that is there gets releases when the owner has too many packages', () => {
  expect(() =>
    assertWithinQuotas(quotas, { packages: 5, releasesToday: 3, storageBytes: 0 }, { isNew: false }),
  ).not.toThrow();
});

test('without a quota there may be any number', () => {
  const much = { packages: 9_000, releasesToday: 9_000, storageBytes: 9e15 };

  expect(() => assertWithinQuotas(unbounded, much, { isNew: true })).not.toThrow();
});

test('the message names the token where it is the token that may not', () => {
  const usage = { packages: 3, releasesToday: 1, storageBytes: 101 };

  expect(() => assertWithinQuotas(quotas, usage, { isNew: true, holder: 'token' })).toThrow(
    'the token has made 2 packages, archived ones included: that is the quota',
  );
});

test('one byte more is refused', () => {
  const usage = { packages: 1, releasesToday: 1, storageBytes: 101 };

  expect(() => assertWithinQuotas(quotas, usage, { isNew: false })).toThrow('101 bytes');
});
