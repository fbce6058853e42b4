import { coordinatesOf, inNotation, type Move, parseCoordinates } from '../move.ts';
import { clocksOf, turnOf } from '../position.ts';
import { moveAccuracy, volatilities, winPercent } from './accuracy.ts';
import { glyphOf, isMate, lossOf, qualityOf } from './grading.ts';
import { sanLine } from './san-line.ts';
import { keyMoments } from './key-moments.ts';
import { phasesOf } from './phase.ts';
import type { Annotation, ReviewResult } from './result.ts';
import { type SearchedPosition, valuesOf } from './position-values.ts';
import { summarise, summarisePhases } from './summary.ts';

/** A game with the engine's answers to its positions. */
export interface SearchedGame {
  /** All six fields. */
  startFen: string;
  moves: readonly (Move & { san: string; fen: string })[];
  /**
   * By ply, from the start to the final position. Null or missing where the game is over. While a game stays in the
   * book, the book's answer is enough; later positions need searches.
   */
  positions: readonly (SearchedPosition | null)[];
  settings: { depth: number; isBookAvailable: boolean; isTablebaseAvailable: boolean };
}

/**
 * The review of a game. Every position is searched once: its value is that of the best move there, and its negation
 * is the value of the move before it, with a mate one half-move further away.
 * @throws internal when a position that is not over was not searched
 */
export function annotateGame(game: SearchedGame): ReviewResult {
  const { fens, values, bookPlies, annotations } = annotateFrom(game, 0);
  const weights = volatilities(whiteChances(fens, values, bookPlies));
  return {
    annotations: annotations.map(rounded),
    summary: summarise(annotations, weights),
    depth: game.settings.depth,
    book_available: game.settings.isBookAvailable,
    tablebase_available: game.settings.isTablebaseAvailable,
    accuracy_model: 'win-percentage',
    phases: summarisePhases(annotations, weights, phasesOf(fens.slice(0, -1))),
    key_moments: keyMoments(annotations),
  };
}

/**
 * Annotations of an incomplete review: the moves after half-move `first`, from which on every position was searched.
 * A book move counts as one even while earlier moves are unknown.
 */
export function annotateEnd(game: SearchedGame, first: number): Annotation[] {
  return annotateFrom(game, first).annotations.map(rounded);
}

function annotateFrom(game: SearchedGame, first: number) {
  const fens = [game.startFen, ...game.moves.map(({ fen }) => fen)];
  const values = valuesOf(fens, game.positions, first);
  const bookPlies = bookPliesOf(game, first);
  const annotations = game.moves.slice(first).map((move, offset) => {
    const index = first + offset;
    return annotate({
      ply: index + 1,
      move,
      fen: fens[index] ?? game.startFen,
      searched: game.positions[index] ?? null,
      best: values[index] ?? 0,
      played: reachedBy(values[index + 1] ?? 0),
      isBook: index < bookPlies,
    });
  });
  return { fens, values, bookPlies, annotations };
}

/** How many moves the game stayed in the book. A later return to the book does not count. */
function bookPliesOf({ moves, positions }: SearchedGame, first: number): number {
  const isBook = (move: Move, index: number) =>
    positions[index]?.book?.moves.some((known) => known.move === coordinatesOf(move)) ?? false;
  const leaving = moves.findIndex((move, index) => index >= first && !isBook(move, index));
  return leaving < 0 ? moves.length : leaving;
}

interface Ply {
  ply: number;
  move: Move & { san: string };
  /** The position before the move. */
  fen: string;
  searched: SearchedPosition | null;
  /** The value of the best move, from the mover's view. */
  best: number;
  played: number;
  isBook: boolean;
}

function annotate({ ply, move, fen, searched, isBook, ...values }: Ply): Annotation {
  // a book move is not graded: the API reports zeros
  const { best, played } = isBook ? { best: 0, played: 0 } : values;
  const bestMove = (searched?.bestMove && parseCoordinates(searched.bestMove)) || coordinatesOnly(move);
  const isBest = coordinatesOf(bestMove) === coordinatesOf(move);
  const loss = isBest ? 0 : lossOf(best, played);
  const quality = isBook ? 'Book' : qualityOf(loss);
  const before = winPercent(best);
  const after = winPercent(played);
  const line = searched?.lines[0]?.moves ?? [];
  const [bestSan = move.san] = sanLine(fen, [coordinatesOf(bestMove)]);
  return {
    ply,
    move_number: clocksOf(fen).fullmove,
    side: turnOf(fen),
    played_move: coordinatesOnly(move),
    san: move.san,
    best_move: bestMove,
    best_san: bestSan,
    played_eval: played,
    best_eval: best,
    centipawn_loss: loss,
    quality,
    glyph: glyphOf(quality),
    win_before: before,
    win_after: after,
    accuracy: isBook ? null : loss === 0 ? 100 : moveAccuracy(before, after),
    is_book_move: isBook,
    is_tablebase_position: searched?.tablebase?.isKnown ?? false,
    search_depth: searched?.depth ?? 0,
    principal_variation: line.map(inNotation),
    principal_variation_san: sanLine(fen, line),
  };
}

const coordinatesOnly = ({ from, to, promotion }: Move): Move => ({ from, to, promotion });

/** White's chances in every position; positions before a book move count as level. */
function whiteChances(fens: readonly string[], values: readonly number[], bookPlies: number): number[] {
  return values.map((value, index) => {
    if (index < bookPlies) return 50;
    const chances = winPercent(value);
    return turnOf(fens[index] ?? '') === 'white' ? chances : 100 - chances;
  });
}

/** The value of a position for the side that has just moved, counted from before the move. */
function reachedBy(value: number): number {
  if (value === 0) return 0;
  return isMate(value) ? Math.sign(value) - value : -value;
}

const hundredth = (value: number): number => Math.round(value * 100) / 100;

/** Rounds shown values; sums use unrounded ones. */
function rounded(annotation: Annotation): Annotation {
  const { win_before, win_after, accuracy } = annotation;
  return {
    ...annotation,
    win_before: hundredth(win_before),
    win_after: hundredth(win_after),
    accuracy: accuracy === null ? null : hundredth(accuracy),
  };
}
