import { describe, expect, test } from 'vitest';
import { shareThreads, threadsFor } from './thread-shares.ts';

describe('the threads of four searches, of which one may have three', () => {
  const open = () => shareThreads({ threads: threadsFor({ searches: 4, most: 3 }), searches: 4 });

  test('all go to a single search that wants them', () => {
    expect(open().take(3)).toBe(3);
  });

  test('are not given to searches that want fewer', () => {
    expect(open().take(2)).toBe(2);
  });

  test('leave one for each search, however much the first ones want', () => {
    const shares = open();

    expect([shares.take(9), shares.take(9), shares.take(9), shares.take(9)]).toEqual([3, 1, 1, 1]);
  });

  test('are there again for the next search once they are given back', () => {
    const shares = open();
    const first = shares.take(3);
    shares.take(1);
    shares.giveBack(first);

    expect(shares.take(3)).toBe(3);
  });
});
