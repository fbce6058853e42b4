import { expect, it } from 'vitest';
import { startFen } from '../../../chess/fen.ts';
import { coordinatesOf } from '../../../chess/move.ts';
import { randomGame } from '../../../chess/review/testing/games.ts';
import { placementAfter } from './replay.ts';

const placementOf = (fen: string) => fen.split(' ', 1)[0];

it('comes to the positions of the rules, whatever is played', () => {
  for (let seed = 1; seed <= 20; seed += 1) {
    const { moves } = randomGame(seed, 160);
    const coordinates = moves.map(coordinatesOf);
    for (const [index, { fen }] of moves.entries()) {
      expect(placementAfter(startFen, coordinates.slice(0, index + 1))).toBe(placementOf(fen));
    }
  }
});

it.each([
  ['castling', 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1', 'e1c1 e8g8', 'r4rk1/8/8/8/8/8/8/2KR3R'],
  ['in passing', '4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1', 'e2e4 d4e3', '4k3/8/8/8/8/4p3/8/4K3'],
  ['promotion', '4k3/P7/8/8/8/8/p7/4K3 w - - 0 1', 'a7a8=N a2a1q', 'N3k3/8/8/8/8/8/8/q3K3'],
])('%s', (_name, fen, moves, placement) => {
  expect(placementAfter(fen, moves.split(' '))).toBe(placement);
});
