import { describe, expect, test } from 'vitest';
import { startFen } from '../fen.ts';
import { annotateGame } from './annotate.ts';
import { ReviewResult } from './result.ts';
import type { SearchedPosition } from './position-values.ts';
import { answer, played, settings } from './testing/games.ts';

const withBook = (position: SearchedPosition, moves: string): SearchedPosition => ({
  ...position,
  book: { moves: moves === '' ? [] : moves.split(' ').map((move) => ({ move })) },
});

/** 1. f3 e5 2. g4 Qh4# */
const foolsMate = played('f2f3 e7e5 g2g4 d8h4');

const foolsAnswers = [
  answer(30, 'e2e4', 'e2e4 e7e5 g1f3'),
  answer(45, 'e7e5'),
  answer(-60, 'e1f2', 'e1f2 d8f6'),
  answer(29_999, 'd8h4'),
  null,
];

const foolsReview = () =>
  annotateGame({
    startFen,
    moves: foolsMate,
    positions: foolsAnswers,
    settings,
  });

describe('a review', () => {
  test('has the fields of its schema and no others', () => {
    const result = foolsReview();

    expect(ReviewResult.strict().parse(result)).toEqual(result);
  });

  test('judges each move by the search before it and the one after it', () => {
    const [first] = foolsReview().annotations;

    expect(first).toEqual({
      ply: 1,
      move_number: 1,
      side: 'white',
      played_move: { from: 'f2', to: 'f3', promotion: null },
      san: 'f3',
      best_move: { from: 'e2', to: 'e4', promotion: null },
      best_san: 'e4',
      played_eval: -45,
      best_eval: 30,
      centipawn_loss: 75,
      quality: 'Mistake',
      glyph: '?',
      win_before: 52.76,
      win_after: 45.87,
      accuracy: 73.26,
      is_book_move: false,
      is_tablebase_position: false,
      search_depth: 30,
      principal_variation: ['e2e4', 'e7e5', 'g1f3'],
      principal_variation_san: ['e4', 'e5', 'Nf3'],
    });
  });

  test('grades a mate walked into and the mate itself', () => {
    const { annotations, summary, key_moments } = foolsReview();

    expect(annotations.map(({ quality }) => quality)).toEqual(['Mistake', 'Best', 'Blunder', 'Best']);
    expect(annotations[2]).toMatchObject({ centipawn_loss: 29_938, played_eval: -29_998, win_after: 0 });
    expect(annotations[3]).toMatchObject({ played_eval: 29_999, best_eval: 29_999, accuracy: 100 });
    expect(summary).toMatchObject({ total_moves: 4, best_moves: 2, mistakes: 1, blunders: 1 });
    expect(key_moments).toEqual([
      {
        ply: 3,
        move_number: 2,
        side: 'white',
        san: 'g4',
        best_san: 'Kf2',
        kind: 'allowed_mate',
        win_loss: 44.5,
      },
    ]);
  });

  test.each([
    ['the mover', 29_995, -29_996],
    ['the opponent', -29_996, 29_997],
  ])('gives one value to the best move and to a move that leads to the same mate of %s', (_, best, after) => {
    const { annotations } = annotateGame({
      startFen,
      moves: played('a2a3'),
      positions: [answer(best, 'e2e4'), answer(after, 'e7e5')],
      settings,
    });

    expect(annotations[0]).toMatchObject({ best_eval: best, played_eval: best, centipawn_loss: 0 });
  });

  test('caps a loss in the averages only', () => {
    const { summary } = foolsReview();

    expect(summary.white_avg_cp_loss).toBe(537.5);
    expect(summary.black_avg_cp_loss).toBe(0);
    expect(summary.average_centipawn_loss).toBe(268.8);
    expect(summary.black_accuracy).toBe(100);
    expect(summary.white_accuracy).toBeLessThan(40);
  });

  test('knows phases by side', () => {
    expect(foolsReview().phases).toEqual([
      {
        phase: 'opening',
        first_ply: 1,
        last_ply: 4,
        white_accuracy: foolsReview().summary.white_accuracy,
        black_accuracy: 100,
      },
    ]);
  });

  test('refuses a position that is not over and was not searched', () => {
    const positions = [answer(0, 'e2e4'), null];

    expect(() =>
      annotateGame({
        startFen,
        moves: played('e2e4'),
        positions,
        settings,
      }),
    ).toThrow('position 1 was not searched');
  });

  test('of no moves is perfect', () => {
    const result = annotateGame({
      startFen,
      moves: [],
      positions: [answer(0, 'e2e4')],
      settings,
    });

    expect(result.summary).toMatchObject({
      total_moves: 0,
      average_centipawn_loss: 0,
      white_accuracy: 100,
      black_accuracy: 100,
    });
    expect(result.phases).toEqual([]);
  });

  test('takes the best move for best even when the next search thinks less of it', () => {
    const { annotations } = annotateGame({
      startFen,
      moves: played('e2e4'),
      positions: [answer(40, 'e2e4'), answer(90, 'e7e5')],
      settings,
    });

    expect(annotations[0]).toMatchObject({
      best_eval: 40,
      played_eval: -90,
      centipawn_loss: 0,
      quality: 'Best',
      accuracy: 100,
    });
  });

  test('tells promotions apart', () => {
    const startFen = '8/P6k/8/8/8/8/8/K7 w - - 0 1';

    const { annotations } = annotateGame({
      startFen,
      moves: played('a7a8n', startFen),
      positions: [answer(900, 'a7a8q', 'a7a8q'), null],
      settings,
    });

    // king and knight against king is a dead position
    expect(annotations[0]).toMatchObject({
      played_move: { from: 'a7', to: 'a8', promotion: 'N' },
      best_move: { from: 'a7', to: 'a8', promotion: 'Q' },
      best_san: 'a8=Q',
      played_eval: 0,
      centipawn_loss: 900,
      quality: 'Blunder',
      principal_variation: ['a7a8=Q'],
    });
  });

  test('counts moves from the number of the start position, Black first', () => {
    const startFen = '4k3/8/8/8/8/8/4P3/4K3 b - - 3 17';

    const { annotations } = annotateGame({
      startFen,
      moves: played('e8e7 e2e4', startFen),
      positions: [answer(-50, 'e8e7'), answer(50, 'e2e4'), answer(-50, 'e7e6')],
      settings,
    });

    expect(annotations.map(({ side, move_number }) => `${move_number} ${side}`)).toEqual([
      '17 black',
      '18 white',
    ]);
  });
});

describe('the book', () => {
  const moves = played('e2e4 e7e5 g1f3 b8c6');
  const review = (books: string[]) => {
    const best = ['e2e4', 'c7c5', 'f1c4', 'g8f6', 'f1b5'];
    const positions = best.map((move, index) => withBook(answer(200, move), books[index] ?? ''));
    return annotateGame({ startFen, moves, positions, settings: { ...settings, isBookAvailable: true } });
  };

  test('has moves that are not graded', () => {
    const result = review(['e2e4 d2d4', 'e7e5']);

    expect(result.annotations[1]).toMatchObject({
      quality: 'Book',
      is_book_move: true,
      best_eval: 0,
      played_eval: 0,
      centipawn_loss: 0,
      accuracy: null,
      glyph: null,
    });
    expect(result.summary).toMatchObject({ book_moves: 2, blunders: 2, average_centipawn_loss: 400 });
    expect(result.book_available).toBe(true);
  });

  test('is left for good by the first move that it does not know', () => {
    const { annotations } = review(['e2e4', 'c7c5', 'g1f3', 'b8c6']);

    expect(annotations.map(({ is_book_move }) => is_book_move)).toEqual([true, false, false, false]);
  });

  test('is the whole of a game that never leaves it', () => {
    const { summary } = review(['e2e4', 'e7e5', 'g1f3', 'b8c6']);

    expect(summary).toMatchObject({
      total_moves: 4,
      book_moves: 4,
      average_centipawn_loss: 0,
      white_accuracy: 100,
      black_accuracy: 100,
    });
  });
});

describe('a draw', () => {
  const startFen = '4k2r/8/8/8/8/8/8/4K2R w - - 0 1';
  const shuffle = 'h1g1 h8g8 g1h1 g8h8';

  test('that the opponent can claim is all that is left of a win', () => {
    const moves = played(`${shuffle} ${shuffle}`, startFen);
    const positions = [...moves, null].map((_, index) => answer(index % 2 === 0 ? 300 : -300, 'e1e2'));
    // after the eighth half-move the start position occurs for the third time, White to move; White is worse
    positions[8] = answer(-300, 'e1e2');
    positions[7] = answer(300, 'e8e7');

    const { annotations } = annotateGame({ startFen, moves, positions, settings });

    expect(annotations[7]).toMatchObject({
      side: 'black',
      best_eval: 300,
      played_eval: 0,
      centipawn_loss: 300,
    });
    expect(annotations[3]?.played_eval).toBe(-300);
  });

  test('that neither side would claim changes nothing', () => {
    const moves = played(`${shuffle} ${shuffle}`, startFen);
    const positions = [...moves, null].map((_, index) => answer(index % 2 === 0 ? 300 : -300, 'e1e2'));

    const { annotations } = annotateGame({ startFen, moves, positions, settings });

    expect(annotations[7]).toMatchObject({ side: 'black', played_eval: -300 });
  });

  test('of fifty moves can be claimed too', () => {
    const late = '4k2r/8/8/8/8/8/8/4K2R w - - 99 80';

    const { annotations } = annotateGame({
      startFen: late,
      moves: played('h1g1', late),
      positions: [answer(400, 'h1h8'), answer(-500, 'h8h1')],
      settings,
    });

    expect(annotations[0]).toMatchObject({ played_eval: 0, centipawn_loss: 400 });
  });

  test.each([
    ['stalemate', '7k/8/5K2/8/8/8/8/6Q1 w - - 0 1', 'g1g6'],
    ['a dead position', '8/8/8/8/8/4k3/4p3/4K2B w - - 0 1', 'h1e4'],
    ['seventy-five moves', '4k2r/8/8/8/8/8/8/4K2R w - - 149 99', 'h1g1'],
  ])('by %s needs no search', (name, fen, move) => {
    const moves = name === 'a dead position' ? played('h1e4 e3e4 e1e2', fen) : played(move, fen);
    const positions = [...moves.map(() => answer(700, 'a1a1')), null];

    const { annotations } = annotateGame({ startFen: fen, moves, positions, settings });

    expect(annotations.at(-1)).toMatchObject({ best_eval: 700, played_eval: 0, quality: 'Blunder' });
  });
});

test('a position of the tablebases is marked', () => {
  const startFen = '8/8/8/8/8/4k3/8/4K2R w - - 0 1';
  const known = { ...answer(27_990, 'h1h3'), tablebase: { isKnown: true } };
  const unknown = { ...answer(-27_989, 'e3d4'), tablebase: { isKnown: false } };

  const result = annotateGame({
    startFen,
    moves: played('h1h3 e3d4', startFen),
    positions: [known, unknown, known],
    settings: { ...settings, isTablebaseAvailable: true },
  });

  expect(result.annotations.map((move) => move.is_tablebase_position)).toEqual([true, false]);
  expect(result.tablebase_available).toBe(true);
});

describe('a key moment', () => {
  test.each([
    ['allowed_mate', 0, -29_996],
    ['missed_mate', 29_997, 200],
    ['allowed_mate', 29_997, -29_996],
    ['into_loss', 0, -400],
    ['gave_up_win', 600, 50],
    ['setback', 100, -60],
    // just a blunder, and the game just not decided
    ['setback', 20, -81],
    ['setback', 460, 350],
    ['into_loss', -370, -480],
    // decided, but the move loses many chances
    ['setback', 1_000, 380],
  ])('is of kind %s from %i to %i', (kind, best, reached) => {
    const { key_moments } = annotateGame({
      startFen,
      moves: played('a2a3'),
      positions: [answer(best, 'e2e4'), answer(-reached, 'e7e5')],
      settings,
    });

    expect(key_moments.map((moment) => moment.kind)).toEqual([kind]);
  });

  test.each([
    ['little is lost', 0, -90],
    ['all was lost already', -2500, -29_990],
    ['it stays won', 29_999, 2500],
    ['it stays won by less', 700, 500],
    ['it was lost already', -500, -700],
  ])('is none when %s', (_, best, reached) => {
    const { key_moments } = annotateGame({
      startFen,
      moves: played('a2a3'),
      positions: [answer(best, 'e2e4'), answer(-reached, 'e7e5')],
      settings,
    });

    expect(key_moments).toEqual([]);
  });
});
