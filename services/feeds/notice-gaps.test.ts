import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createGaps } from './notice-gaps.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Reads of gaps, the first of which fail; each requested number of seconds is recorded. */
function createReads(failures: number) {
  const asked: number[] = [];
  const gaps = createGaps(
    async (seconds) => {
      asked.push(Math.round(seconds));
      if (asked.length <= failures) throw new Error('the rows are away');
    },
    { log: { warn: () => undefined }, marginMs: 10_000, retryMs: 2_000 },
  );
  return { asked, gaps };
}

const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1_000);

it('a gap is read from the last word of before, with a margin', async () => {
  const { asked, gaps } = createReads(0);
  await pass(100);
  gaps.heard();
  await pass(30);
  gaps.open();
  await pass(0);

  expect(asked).toEqual([40]);
});

it('a gap that could not be read is asked for from its beginning, whatever is heard meanwhile', async () => {
  const { asked, gaps } = createReads(2);
  await pass(100);
  gaps.heard();
  await pass(30);
  gaps.open();
  await pass(1);
  gaps.heard();
  await pass(2);
  gaps.heard();
  await pass(2);
  await pass(60);
  gaps.heard();
  await pass(5);
  gaps.open();
  await pass(0);

  // 30 s and the time since then, plus the margin; later only the time since the last notice
  expect(asked).toEqual([40, 42, 44, 15]);
});

it('a gap that opens while another is read is read, too', async () => {
  const asked: number[] = [];
  const first = Promise.withResolvers<void>();
  const gaps = createGaps(
    async (seconds) => {
      const turn = asked.push(Math.round(seconds));
      if (turn === 1) await first.promise;
      if (turn === 2) throw new Error('the rows are away');
    },
    { log: { warn: () => undefined }, marginMs: 0, retryMs: 2_000 },
  );
  await pass(10);
  gaps.heard();
  await pass(10);
  gaps.open();
  await pass(10);
  gaps.open();
  first.resolve();
  await pass(1);
  gaps.heard();
  await pass(1);

  // the first read was requested at 20 s: later times are not covered
  expect(asked).toEqual([10, 20, 12]);
});

it('nothing is asked for before the beginning, nor after the end', async () => {
  const { asked, gaps } = createReads(9);
  await pass(1);
  gaps.open();
  await pass(0);
  gaps.close();
  gaps.open();
  await pass(60);

  expect(asked).toEqual([1]);
});
