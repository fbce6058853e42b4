import { describe, expect, test } from 'vitest';
import { annotateGame } from './annotate.ts';
import { reviewComments } from './annotated-pgn.ts';
import { startFen } from '../fen.ts';
import { answer, played, settings } from './testing/games.ts';

/** The comment on one move of White from the start position. */
function commentOn(best: number, reached: number, line = 'e2e4 e7e5') {
  const result = annotateGame({
    startFen,
    moves: played('a2a3'),
    positions: [answer(best, 'e2e4', line), answer(-reached, 'e7e5')],
    settings,
  });
  return reviewComments(result).get(1);
}

describe('the comment on a move', () => {
  test.each([
    [35, '[%eval 0.35]'],
    [-7, '[%eval -0.07]'],
    [0, '[%eval 0.00]'],
    [1234, '[%eval 12.34]'],
    [29_998, '[%eval #1]'],
    [29_996, '[%eval #2]'],
    [-29_999, '[%eval #-1]'],
    [-29_995, '[%eval #-3]'],
    [27_990, '[%eval 100.00]'],
    [-27_990, '[%eval -100.00]'],
  ])('has the value %i as %s', (reached, text) => {
    expect(commentOn(reached, reached)?.text).toBe(text);
  });

  test.each([
    [26, 6],
    [50, 6],
    [51, 2],
    [100, 2],
    [101, 4],
  ])('that lost %i has glyph $%i and what was better', (loss, nag) => {
    expect(commentOn(0, -loss)).toEqual({
      text: `[%eval ${(-loss / 100).toFixed(2)}]`,
      nags: [nag],
      line: ['e4', 'e5'],
    });
  });

  test.each([0, 10, 25])('that lost %i has a value only', (loss) => {
    expect(Object.keys(commentOn(0, -loss) ?? {})).toEqual(['text']);
  });

  test('shows the best move where the search left no line', () => {
    const result = annotateGame({
      startFen,
      moves: played('a2a3'),
      positions: [{ ...answer(100, 'e2e4'), lines: [] }, answer(0, 'e7e5')],
      settings,
    });

    expect(reviewComments(result).get(1)?.line).toEqual(['e4']);
  });

  test('shows no more than twelve moves', () => {
    const shuffle = Array.from({ length: 6 }, () => 'g1f3 g8f6 f3g1 f6g8').join(' ');

    expect(commentOn(100, 0, shuffle)?.line).toHaveLength(12);
  });
});

test('values are those of White after moves of Black too', () => {
  const result = annotateGame({
    startFen,
    moves: played('e2e4 e7e5'),
    positions: [answer(30, 'e2e4'), answer(-30, 'e7e5'), answer(40, 'g1f3')],
    settings,
  });

  expect([...reviewComments(result).values()].map(({ text }) => text)).toEqual([
    '[%eval 0.30]',
    '[%eval 0.40]',
  ]);
});

test('a mate of Black that is near has a minus sign', () => {
  const result = annotateGame({
    startFen,
    moves: played('f2f3 e7e5 g2g4'),
    positions: [answer(0, 'e2e4'), answer(0, 'e7e5'), answer(0, 'e1f2'), answer(29_999, 'd8h4')],
    settings,
  });

  expect(reviewComments(result).get(3)).toMatchObject({ text: '[%eval #-1]', nags: [4] });
});

test('neither mate on the board nor a book move has a comment', () => {
  const book = { ...answer(0, 'f2f3'), book: { moves: [{ move: 'f2f3' }] } };
  const result = annotateGame({
    startFen,
    moves: played('f2f3 e7e5 g2g4 d8h4'),
    positions: [book, answer(0, 'e7e5'), answer(0, 'g2g4'), answer(29_999, 'd8h4'), null],
    settings,
  });

  expect([...reviewComments(result).keys()]).toEqual([2, 3]);
});
