import { describe, expect, test } from 'vitest';
import { readFen } from '../fen.ts';
import { coordinatesOf, type Move } from '../move.ts';
import { annotateGame, type SearchedGame } from './annotate.ts';
import { reviewComments } from './annotated-pgn.ts';
import { isMate, qualityOf } from './grading.ts';
import { isIdleBlunder } from './key-moments.ts';
import { ReviewResult } from './result.ts';
import { played, randomGame } from './testing/games.ts';

const games = Array.from({ length: 25 }, (_, seed) => [seed, randomGame(seed + 1, 1 + seed * 5)] as const);

/** The same game with the colours exchanged: Black begins. */
function swapped(game: SearchedGame): SearchedGame {
  const startFen = swapFen(game.startFen);
  const moves = game.moves.map((move) => flip(coordinatesOf(move))).join(' ');
  return {
    ...game,
    startFen,
    moves: moves === '' ? [] : played(moves, startFen),
    positions: game.positions.map(
      (position) =>
        position && {
          ...position,
          bestMove: position.bestMove && flip(position.bestMove),
          lines: position.lines.map((line) => ({ moves: line.moves.map(flip) })),
        },
    ),
  };
}

const flip = (coordinates: string) => coordinates.replaceAll(/[1-8]/g, (rank) => String(9 - Number(rank)));

function swapFen(fen: string): string {
  const [placement = '', side = '', ...rest] = fen.split(' ');
  const swapCase = (text: string) =>
    text.replaceAll(/[a-z]/gi, (letter) => (letter < 'a' ? letter.toLowerCase() : letter.toUpperCase()));
  const ranks = placement.split('/').toReversed().map(swapCase);
  return readFen([ranks.join('/'), side === 'w' ? 'b' : 'w', ...rest].join(' '), 'all');
}

const isSame = (a: Move, b: Move) => coordinatesOf(a) === coordinatesOf(b);

describe.each(games)('random game %i', (_, game) => {
  const result = annotateGame(game);
  const { annotations, summary } = result;

  test('fits the schema', () => {
    expect(ReviewResult.strict().parse(result)).toEqual(result);
  });

  test('has counts that sum to its moves', () => {
    const { best_moves, excellent_moves, good_moves, inaccuracies, mistakes, blunders, book_moves } = summary;
    const counted =
      best_moves + excellent_moves + good_moves + inaccuracies + mistakes + blunders + book_moves;

    expect(counted).toBe(game.moves.length);
    expect(summary.total_moves).toBe(game.moves.length);
    expect(annotations).toHaveLength(game.moves.length);
  });

  test('has losses that are not negative and grades that follow from them', () => {
    for (const move of annotations) {
      expect(move.centipawn_loss).toBeGreaterThanOrEqual(0);
      expect(move.quality).toBe(qualityOf(move.centipawn_loss));
    }
    const best = annotations.filter((move) => isSame(move.played_move, move.best_move));
    expect(best.filter((move) => move.centipawn_loss > 0)).toEqual([]);
  });

  test('has a key moment for every blunder, unless the game was decided', () => {
    const blunders = annotations.filter(({ quality }) => quality === 'Blunder');
    const decided = blunders.filter(isIdleBlunder);

    expect(result.key_moments.map(({ ply }) => ply)).toEqual(
      blunders.filter((move) => !decided.includes(move)).map(({ ply }) => ply),
    );
    for (const { win_before: before, win_after: after } of decided) {
      expect(before - after).toBeLessThan(10);
      expect(after >= 80 || before <= 20).toBe(true);
    }
  });

  test('has one value per position: what a move reached is what the next one starts from', () => {
    for (const [index, move] of annotations.slice(1).entries()) {
      const { best_eval: best } = move;
      // a mate is one half-move further away before the move than after it
      const further = isMate(best) ? Math.sign(best) : 0;
      expect(best + (annotations[index]?.played_eval ?? 0)).toBe(further);
    }
  });

  test('swaps the sides of the result with the colours', () => {
    const other = annotateGame(swapped(game));

    expect(other.summary).toEqual({
      ...summary,
      white_accuracy: summary.black_accuracy,
      black_accuracy: summary.white_accuracy,
      white_avg_cp_loss: summary.black_avg_cp_loss,
      black_avg_cp_loss: summary.white_avg_cp_loss,
    });
    expect(other.key_moments.map(({ ply, kind }) => [ply, kind])).toEqual(
      result.key_moments.map(({ ply, kind }) => [ply, kind]),
    );
  });

  test('scores 100 when only best moves are played', () => {
    const positions = game.positions.map((position, index) => {
      const move = game.moves[index];
      return position && move ? { ...position, bestMove: coordinatesOf(move) } : position;
    });

    const { summary } = annotateGame({ ...game, positions });

    expect(summary).toMatchObject({
      best_moves: game.moves.length,
      white_accuracy: 100,
      black_accuracy: 100,
      average_centipawn_loss: 0,
    });
  });

  test('is covered by its phases, once', () => {
    const plies = result.phases.flatMap(({ first_ply, last_ply }) => [first_ply, last_ply]);

    expect(plies[0]).toBe(1);
    expect(plies.at(-1)).toBe(game.moves.length);
    for (let index = 2; index < plies.length; index += 2)
      expect(plies[index]).toBe((plies[index - 1] ?? 0) + 1);
  });

  test('has a glyph and a better line beside every inaccuracy and worse', () => {
    const comments = reviewComments(result);
    const poor = annotations.filter((move) => move.centipawn_loss > 25).map((move) => move.ply);
    const marked = [...comments].filter(([, comment]) => comment.nags).map(([ply]) => ply);

    expect(marked).toEqual(poor);
    for (const ply of marked) expect(comments.get(ply)?.line?.length).toBeGreaterThan(0);
  });
});
