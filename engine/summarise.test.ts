import { describe, expect, it } from 'vitest';
import { mateScore } from './result.ts';
import { summarise } from './summarise.ts';
import type { ThreadResult } from './thread.ts';

function found(depth: number, score: number, move: string): ThreadResult {
  const line = { rank: 1, score, moves: [move, 'e7e5'], seldepth: depth + 2 };
  return { depth, nodes: 100, hashfull: 5, lines: [line], staticEval: 10, isCheck: false, isOver: false };
}

describe('what several threads found', () => {
  it('is that of the one which got deepest, and the nodes of all', () => {
    const analysis = summarise([found(8, 20, 'e2e4'), found(9, 15, 'd2d4'), found(7, 90, 'c2c4')], 200);

    expect(analysis).toMatchObject({ bestMove: 'd2d4', ponderMove: 'e7e5', score: 15, depth: 9, nodes: 300 });
    expect(analysis.nps).toBe(1500);
  });

  it('is that of the first among equals, unless another mates', () => {
    const [first, higher, mate] = [
      found(8, 20, 'e2e4'),
      found(8, 50, 'd2d4'),
      found(8, mateScore - 5, 'd1h5'),
    ];

    expect(summarise([first, higher], 1).bestMove).toBe('e2e4');
    expect(summarise([first, mate], 1)).toMatchObject({ bestMove: 'd1h5', mateIn: 3 });
  });

  it('is nothing to play where the game is over', () => {
    const over = { ...found(0, 0, 'a1a1'), lines: [], isOver: true };

    expect(summarise([over], 1)).toMatchObject({ score: 0, mateIn: null, depth: 0, lines: [] });
    expect(summarise([{ ...over, isCheck: true }], 1)).toMatchObject({ score: -mateScore, mateIn: 0 });
  });
});
