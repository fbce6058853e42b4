import { expect, test } from 'vitest';
import type { ReviewPosition } from '../../store/postgres/chess/review-positions.ts';
import { unsearched } from '../../workflows/ended-position.ts';
import { type KnownMate, knownMateOf, withSettled } from './known-mate.ts';

function next(score: number, moves: string[], source: 'search' | 'tablebase' = 'search'): ReviewPosition {
  const lines = moves.length > 0 ? [{ rank: 1, score, mateIn: null, moves }] : [];
  return { ply: 5, analysis: { ...unsearched, score, source, lines } };
}

const found = { ...unsearched, bestMove: 'a2a3', score: -40, depth: 12, nodes: 9 };
const lost: KnownMate = { move: 'f6d7', score: -29_996, line: ['f6d7', 'b3b8', 'd7b8', 'd1d8'] };
const won: KnownMate = { move: 'b3b8', score: 29_997, line: ['b3b8', 'd7b8', 'd1d8'] };

test('a mate of the opponent is a half-move further away, and against the mover', () => {
  expect(knownMateOf('f6d7', next(29_997, ['b3b8', 'd7b8', 'd1d8']))).toEqual(lost);
});

test('a mate of the opponent king counts for the mover', () => {
  expect(knownMateOf('b3b8', next(-29_998, ['d7b8', 'd1d8']))).toEqual(won);
  expect(knownMateOf('d1d8', next(-30_000, []))).toEqual({ move: 'd1d8', score: 29_999, line: ['d1d8'] });
});

test.each([
  ['nothing is known of the next position', undefined],
  ['its score is no mate', next(950, ['b3b8'])],
  ['tablebases have judged it', next(29_997, ['b3b8'], 'tablebase')],
])('nothing is settled when %s', (_when, position) => {
  expect(knownMateOf('f6d7', position)).toBeNull();
});

test('a settled mate is better than what the search has found', () => {
  expect(withSettled(found, won)).toEqual({
    ...found,
    bestMove: 'b3b8',
    score: 29_997,
    mateIn: 2,
    lines: [{ rank: 1, score: 29_997, mateIn: 2, moves: won.line }],
  });
});

test.each([
  ['another move, when the settled one loses', found, lost],
  ['a faster mate', { ...found, score: 29_999, mateIn: 1 }, won],
])('what the search has found stays: %s', (_what, analysis, settled) => {
  expect(withSettled(analysis, settled)).toBe(analysis);
});

test('a lost move that is the only one, or loses latest, is worth what was found after it', () => {
  const only = { ...found, bestMove: 'f6d7', score: 120 };
  const worse = { ...found, score: -29_998, mateIn: -1 };

  for (const analysis of [only, worse])
    expect(withSettled(analysis, lost)).toMatchObject({ bestMove: 'f6d7', score: -29_996, mateIn: -2 });
});
