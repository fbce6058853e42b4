import { expect, it } from 'vitest';
import { valueOf } from './value.ts';

it.each([
  [35, 'white', '+0.35'],
  [35, 'black', '-0.35'],
  [0, 'black', '0.00'],
  [29_995, 'white', '#3'],
  [29_995, 'black', '#-3'],
  [-29_996, 'white', '#-2'],
  [-30_000, 'black', '#'],
  [28_000, 'white', '+100'],
] as const)('%i of %s is written %s', (score, turn, shown) => {
  expect(valueOf(score, turn).shown).toBe(shown);
});

it('counts chances for White', () => {
  expect(valueOf(0, 'white').chances).toBe(50);
  expect(valueOf(300, 'black').chances).toBeLessThan(30);
});
