import { expect, test } from 'vitest';
import { readQuota } from './set-quota.ts';

test('a quota is a number, the instance’s own, or left as it is', () => {
  expect(['0', '10', 'default', undefined].map((text) => readQuota('packages', text))).toEqual([
    0,
    10,
    null,
    undefined,
  ]);
});

test.each(['', '-1', '1.5', '1e3', 'many', '99999999999999999999'])('%j is no quota', (text) => {
  expect(() => readQuota('packages', text)).toThrow('--packages is a number');
});
