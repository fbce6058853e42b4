import { expect, test } from 'vitest';
import { type InstalledPackage, mergeInventories } from './inventory.ts';

const deb = (name: string, version = '1'): InstalledPackage => ({ type: 'deb', name, version });
const npm = (name: string, version = '1'): InstalledPackage => ({ type: 'npm', name, version });

test('a later list of the same package manager replaces the earlier one', () => {
  expect(mergeInventories([[deb('bash'), deb('removed')], [deb('bash', '2')]], 10)).toEqual([
    deb('bash', '2'),
  ]);
});

test('packages with a list of their own add up, each once', () => {
  expect(mergeInventories([[npm('a')], [npm('a'), npm('b')], []], 10)).toEqual([npm('a'), npm('b')]);
});

test('other package managers keep what they have', () => {
  expect(mergeInventories([[deb('bash')], [npm('a')]], 10)).toEqual([deb('bash'), npm('a')]);
});

test('there is an end', () => {
  expect(mergeInventories([[npm('a'), npm('b'), npm('c')]], 2)).toHaveLength(2);
});
