import { expect, test } from 'vitest';
import type { ReviewPosition } from '../../store/postgres/chess/review-positions.ts';
import { knownAfter } from './positions-known.ts';

const moves = ['e2e4', 'e7e5', 'g1f3', 'b8c6'];

function searched(ply: number, line: string[], score: number, depth = 10): ReviewPosition {
  const answer = { bestMove: line[0] ?? null, score, mateIn: null, staticEval: 0, depth, seldepth: depth };
  const effort = { nodes: 1, nps: 1, timeMs: 1, hashfull: 0, threads: 1 };
  const lines = line.length > 0 ? [{ rank: 1, score, mateIn: null, moves: line }] : [];
  return { ply, analysis: { ...answer, ...effort, source: 'search', lines } };
}

test('the next position brings its whole line, seen from each side in turn', () => {
  const known = knownAfter(1, moves, [searched(2, ['g1f3', 'b8c6'], 30)]);

  expect(known).toEqual([
    { moves: ['e7e5'], move: 'g1f3', score: 30, depth: 10 },
    { moves: ['e7e5', 'g1f3'], move: 'b8c6', score: -30, depth: 9 },
  ]);
});

test('later positions bring their move', () => {
  const known = knownAfter(1, moves, [searched(4, ['f1b5', 'a7a6'], 40)]);

  expect(known).toEqual([{ moves: ['e7e5', 'g1f3', 'b8c6'], move: 'f1b5', score: 40, depth: 10 }]);
});

test('a mate comes nearer along its line', () => {
  const known = knownAfter(0, moves, [searched(1, ['e7e5', 'g1f3', 'b8c6', 'f1b5'], -29_996)]);

  expect(known.map(({ score }) => score)).toEqual([-29_996, 29_997, -29_998, 29_999]);
});

test('a line that breaks off before its mate says so of its first move only', () => {
  const known = knownAfter(0, moves, [searched(1, ['e7e5', 'g1f3', 'b8c6'], -29_996)]);

  expect(known.map(({ score }) => score)).toEqual([-29_996]);
});

test('no line is believed deeper than it was searched', () => {
  expect(knownAfter(0, moves, [searched(1, ['e7e5', 'g1f3'], 5, 1)])).toHaveLength(1);
});

test.each([
  ['the position itself and those before it', [searched(2, ['g1f3'], 30), searched(1, ['e7e5'], 0)]],
  ['positions in which the game is over', [searched(4, [], -30_000, 0)]],
  ['book moves', [{ ply: 3, analysis: { ...searched(3, ['b8c6'], 0).analysis, source: 'book' as const } }]],
])('%s say nothing', (_what, positions) => {
  expect(knownAfter(2, moves, positions)).toEqual([]);
});
