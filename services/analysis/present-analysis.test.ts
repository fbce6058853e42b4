import { describe, expect, test } from 'vitest';
import type { PositionAnalysis } from '../../workflows/definitions.ts';
import type { AnsweredPosition } from './analysis.ts';
import { PositionResult, presentPosition } from './present-analysis.ts';
import { endedPosition } from '../../workflows/ended-position.ts';

const limits = { depth: 12, movetimeMs: 1_000, multiPv: 2, threads: 1 };
const nothing = { hasBook: false, hasTablebase: false };

const searched: PositionAnalysis = {
  bestMove: 'e7e8q',
  score: 29_999,
  mateIn: 1,
  staticEval: 812,
  depth: 12,
  seldepth: 20,
  nodes: 1_234,
  nps: 100_000,
  timeMs: 12.4,
  hashfull: 3,
  source: 'search',
  lines: [
    { rank: 1, score: 29_999, mateIn: 1, moves: ['e7e8q'] },
    { rank: 2, score: -40, mateIn: null, moves: ['e7e8n', 'g8g7'] },
  ],
  threads: 1,
};

function answered(fen: string, changes: Partial<PositionAnalysis> = {}): AnsweredPosition {
  return { fen, opening: null, limits, analysis: { ...searched, ...changes } };
}

const forWhite = '6k1/4P3/6K1/8/8/8/8/8 w - - 0 1';
const forBlack = '8/8/8/8/8/6k1/4p3/6K1 b - - 0 1';

describe('the answer to a position', () => {
  test('says what was found, of the side to move and of White', () => {
    const shown = presentPosition(answered(forWhite), nothing);

    expect(shown).toEqual({
      fen: forWhite,
      turn: 'white',
      best_move: { from: 'e7', to: 'e8', promotion: 'Q' },
      score_cp: 29_999,
      score_white_cp: 29_999,
      mate_in: 1,
      static_eval_cp: 812,
      depth: 12,
      seldepth: 20,
      nodes: 1_234,
      nps: 100_000,
      time_ms: 12,
      hashfull: 3,
      source: 'search',
      lines: [
        { rank: 1, score_cp: 29_999, score_white_cp: 29_999, mate_in: 1, moves: ['e7e8=Q'] },
        { rank: 2, score_cp: -40, score_white_cp: -40, mate_in: null, moves: ['e7e8=N', 'g8g7'] },
      ],
      limits_applied: { depth: 12, movetime_ms: 1_000, multi_pv: 2, threads: 1 },
      opening: null,
    });
  });

  test('turns scores round for White when Black is to move', () => {
    const shown = presentPosition(answered(forBlack), nothing);

    expect(shown).toMatchObject({ turn: 'black', score_cp: 29_999, score_white_cp: -29_999 });
    expect(shown.lines.map((line) => line.score_white_cp)).toEqual([-29_999, 40]);
  });

  test('has no negative zero', () => {
    const shown = presentPosition(answered(forBlack, { score: 0 }), nothing);

    expect(Object.is(shown.score_white_cp, 0)).toBe(true);
  });

  test.each([
    ['Checkmate', -30_000, 0],
    ['Stalemate', 0, null],
    ['InsufficientMaterial', 0, null],
  ] as const)('needs no search where the game is over: %s', (reason, score, mate) => {
    const shown = presentPosition(
      { fen: forBlack, opening: null, limits, analysis: endedPosition({ result: null, reason }) },
      nothing,
    );

    expect(shown).toMatchObject({ best_move: null, score_cp: score, mate_in: mate, depth: 0, lines: [] });
    expect(Math.abs(shown.score_white_cp)).toBe(Math.abs(score));
    expect(() => PositionResult.parse(shown)).not.toThrow();
  });
});

describe('the book', () => {
  const book = {
    totalWeight: 4,
    moves: [
      { move: 'e7e8q', weight: 3 },
      { move: 'e7e8n', weight: 1 },
    ],
  };

  test('is shown with the share of each move', () => {
    const shown = presentPosition(answered(forWhite, { book }), { hasBook: true, hasTablebase: false });

    expect(shown.book).toEqual({
      is_book_move: true,
      weight: 3,
      total_weight: 4,
      book_moves: [
        { notation: 'e7e8=Q', weight: 3, probability: 0.75 },
        { notation: 'e7e8=N', weight: 1, probability: 0.25 },
      ],
      opening_name: null,
    });
  });

  test('says the name of the opening, which is there without a book too', () => {
    const opening = { eco: 'B90', name: 'Sicilian Defense: Najdorf Variation' };
    const named = { ...answered(forWhite), opening };
    const shown = presentPosition(named, { hasBook: true, hasTablebase: false });

    expect(shown.book?.opening_name).toBe(opening.name);
    expect(shown.opening).toEqual(opening);
    expect(presentPosition(named, nothing).opening).toEqual(opening);
  });

  test('does not know every best move', () => {
    const shown = presentPosition(answered(forWhite, { book, bestMove: 'g6f6' }), {
      hasBook: true,
      hasTablebase: false,
    });

    expect(shown.book).toMatchObject({ is_book_move: false, weight: 0 });
  });

  test('is there, and empty, where it knows nothing', () => {
    const shown = presentPosition(answered(forWhite), { hasBook: true, hasTablebase: false });

    expect(shown.book).toMatchObject({ is_book_move: false, total_weight: 0, book_moves: [] });
  });
});

describe('tablebases', () => {
  test.each([
    [2, 'Win'],
    [1, 'CursedWin'],
    [0, 'Draw'],
    [-1, 'BlessedLoss'],
    [-2, 'Loss'],
  ])('say %d as %s', (wdl, name) => {
    const tablebase = { isKnown: true, wdl, dtz: wdl * 3 };
    const shown = presentPosition(answered(forWhite, { tablebase }), { hasBook: false, hasTablebase: true });

    expect(shown.tablebase).toEqual({
      is_tablebase_position: true,
      wdl: name,
      dtz: wdl * 3,
      configuration: 'KPvK',
      source: 'syzygy',
    });
  });

  test('claim nothing about positions they do not have', () => {
    const tablebase = { isKnown: false, wdl: null, dtz: null };
    const shown = presentPosition(answered(forWhite, { tablebase }), { hasBook: false, hasTablebase: true });

    expect(shown.tablebase).toEqual({
      is_tablebase_position: false,
      wdl: null,
      dtz: null,
      configuration: null,
      source: null,
    });
  });
});
