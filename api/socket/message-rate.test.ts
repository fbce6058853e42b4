import { expect, it } from 'vitest';
import { createMessageRate } from './message-rate.ts';

it('lets a second’s worth through at once and then as many as time has passed for', () => {
  let ms = 0;
  const isAllowed = createMessageRate(30, () => ms);
  const burst = (count: number) => Array.from({ length: count }, () => isAllowed()).filter(Boolean).length;

  expect(burst(40)).toBe(30);
  ms += 100;
  expect(burst(40)).toBe(3);
  ms += 60_000;
  expect(burst(40)).toBe(30);
});

it('counts nothing where there is no limit', () => {
  const isAllowed = createMessageRate(null);

  expect(Array.from({ length: 1_000 }, () => isAllowed()).every(Boolean)).toBe(true);
});
