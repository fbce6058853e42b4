import { describe, expect, it } from 'vitest';
import { planTime } from './clock.ts';

describe('the time for a move', () => {
  it.each([
    [{ left: 60_000, increment: 0 }],
    [{ left: 3000, increment: 30 }],
    [{ left: 100, increment: 5000 }],
    [{ left: 1, increment: 0 }],
    [{ left: -500, increment: 0 }],
    [{ left: 10_000, increment: 0, movesToGo: 1 }],
    [{ left: 10_000, increment: 0, movesToGo: 40 }],
  ])('never takes more than the clock has: %j', (clock) => {
    const { softMs, hardMs } = planTime(clock, 20);

    expect(softMs).toBeGreaterThan(0);
    expect(hardMs).toBeGreaterThanOrEqual(softMs);
    expect(hardMs).toBeLessThanOrEqual(Math.max(1, clock.left - 20));
  });

  it('survives a whole game at its hard limit', () => {
    let left = 3000;
    for (let move = 0; move < 300; move++) left += 30 - planTime({ left, increment: 30 }, 10).hardMs;

    expect(left).toBeGreaterThan(0);
  });

  it('is longer with more time, and with an increment', () => {
    const base = planTime({ left: 10_000, increment: 0 }, 0).softMs;

    expect(planTime({ left: 20_000, increment: 0 }, 0).softMs).toBeGreaterThan(base);
    expect(planTime({ left: 10_000, increment: 500 }, 0).softMs).toBeGreaterThan(base);
  });
});
