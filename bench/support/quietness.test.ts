import { expect, it } from 'vitest';
import { busyShare, measureBusyness, measureNoise, percent, spreadOf, whyBusy } from './quietness.ts';

it.each([
  [{ share: 0.02, load: 0.1 }, false],
  [{ share: 0.4, load: 0.1 }, true],
  [{ share: 0.02, load: 3 }, true],
])('a machine with %j is busy: %s', (busyness, isBusy) => {
  expect(whyBusy(busyness) !== undefined).toBe(isBusy);
});

it('the share of other work is what was not idle', () => {
  expect(busyShare({ idle: 100, all: 200 }, { idle: 190, all: 300 })).toBe(0.1);
  expect(busyShare({ idle: 100, all: 200 }, { idle: 100, all: 200 })).toBe(0);
});

it('the noise of a constant is how far its slow repeats are from its median', () => {
  expect(spreadOf([10, 10, 10, 10, 12])).toBe(0.2);
  expect(spreadOf([10, 10, 10])).toBe(0);
  expect(percent(0.125)).toBe('12.5 %');
});

it('both are measured', async () => {
  const { share, load } = await measureBusyness(50);

  expect(share).toBeGreaterThanOrEqual(0);
  expect(share).toBeLessThanOrEqual(1);
  expect(load).toBeGreaterThanOrEqual(0);
  expect(measureNoise()).toBeGreaterThanOrEqual(0);
});
