import { describe, expect, test } from 'vitest';
import { chancesLost, glyphOf, isMate, isWonByForce, lossOf, movesToMate, qualityOf } from './grading.ts';

describe('the quality of a move', () => {
  test.each([
    [0, 'Best', null],
    [1, 'Excellent', null],
    [10, 'Excellent', null],
    [11, 'Good', null],
    [25, 'Good', null],
    [26, 'Inaccuracy', '?!'],
    [50, 'Inaccuracy', '?!'],
    [51, 'Mistake', '?'],
    [100, 'Mistake', '?'],
    [101, 'Blunder', '??'],
    [40_000, 'Blunder', '??'],
  ] as const)('with a loss of %i is %s', (loss, quality, glyph) => {
    expect(qualityOf(loss)).toBe(quality);
    expect(glyphOf(quality)).toBe(glyph);
  });
});

describe('the loss of a move', () => {
  test.each([
    ['what it gave away', 35, -20, 55],
    ['nothing when the next search thinks better of it', -20, 35, 0],
    ['the whole way for a missed mate', 29_995, 300, 29_695],
    ['the whole way for a mate walked into', 20, -29_996, 30_016],
    ['both ways for a mate turned round', 29_999, -29_998, 59_997],
    ['the plies of a slower mate', 29_999, 29_995, 4],
    ['an inaccuracy at most while there is a mate', 29_999, 29_901, 50],
    ['the plies of a faster end', -29_980, -29_990, 10],
    ['an inaccuracy at most while it is lost by force', -27_990, -29_990, 50],
    ['an inaccuracy at most for a tablebase win instead of a mate', 29_990, 27_980, 50],
    ['the whole way out of a tablebase win', 27_980, 0, 27_980],
  ])('is %s', (_, best, played, expected) => {
    expect(lossOf(best, played)).toBe(expected);
  });
});

describe('the chances that a move gave away', () => {
  test.each([
    ['the difference', 30, 60.5, 50.25, 10.25],
    ['none for the best move, whatever the next search says', 0, 17.5, 11, 0],
    ['none where the next search thinks better of it', 0, 50, 60, 0],
  ])('are %s', (_, loss, before, after, expected) => {
    expect(chancesLost({ centipawn_loss: loss, win_before: before, win_after: after })).toBe(expected);
  });
});

describe('a score', () => {
  test.each([
    [29_999, 1],
    [29_998, 1],
    [29_997, 2],
    [-29_998, -1],
    [-29_996, -2],
    [30_000, 0],
    [-30_000, 0],
  ])('of %i is a mate in %i', (score, moves) => {
    expect(isMate(score)).toBe(true);
    expect(movesToMate(score)).toBe(moves);
  });

  test.each([29_487, -29_487, 28_000, 0])('of %i is no mate', (score) => {
    expect(isMate(score)).toBe(false);
  });

  test.each([
    [27_488, true],
    [27_487, false],
    [-29_999, false],
  ])('of %i is won by force: %s', (score, expected) => {
    expect(isWonByForce(score)).toBe(expected);
  });
});
