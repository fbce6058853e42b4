import { chessError } from '../errors.ts';
import type { Game, PlayedMove } from '../game.ts';
import { coordinatesOf, type Move, parseCoordinates } from '../move.ts';
import { openingOf, openingPlies, type ReachedOpening } from '../openings/openings.ts';
import type { Outcome } from '../outcome.ts';
import { endOf } from '../position.ts';
import { replayMoves } from '../replay-moves.ts';

/** The reviewed moves of a game, coordinates as engines write them. */
export interface ReviewedMoves {
  gameId: string;
  startFen: string;
  moves: readonly string[];
  createdAt: Date;
}

/**
 * The moves of a game from their coordinates, with notation and positions.
 * @throws illegal_move, and other errors of a move
 */
export function readPlayedMoves(startFen: string, moves: readonly string[]): PlayedMove[] {
  return replayMoves(startFen, moves.map(readMove));
}

/** The opening of the reviewed moves, even where a later move is no longer legal. */
export function reviewedOpening({ startFen, moves }: ReviewedMoves): ReachedOpening | null {
  const played = readPlayedMoves(startFen, moves.slice(0, openingPlies));
  return openingOf([startFen, ...played.map(({ fen }) => fen)]);
}

function readMove(text: string): Move {
  const move = parseCoordinates(text);
  if (!move) throw chessError('illegal_move', 'error.illegal_move', { move: text.slice(0, 10) });
  return move;
}

/** The outcome of the position after the last move, without a claim. */
export function endAfter(startFen: string, moves: readonly PlayedMove[]): Outcome | null {
  const fens = [startFen, ...moves.map(({ fen }) => fen)];
  return endOf(fens.at(-1) ?? startFen, fens.slice(0, -1));
}

/**
 * The reviewed moves as a game: the stored game if it has exactly these moves. Otherwise the stored game has
 * continued or is deleted, and the reviewed game ends only where the rules end it. Players may have overlooked an
 * end.
 */
export function reviewedGame(review: ReviewedMoves, stored: Game | null): Game {
  const { gameId, startFen } = review;
  if (stored?.startFen === startFen && isSame(stored.moves, review.moves)) return stored;
  const moves = readPlayedMoves(startFen, review.moves);
  const outcome = endAfter(startFen, moves);
  const createdAt = stored?.createdAt ?? review.createdAt;
  return {
    id: gameId,
    startFen,
    moves,
    drawOffer: null,
    outcome,
    tags: stored?.tags ?? {},
    createdAt,
    endedAt: outcome && createdAt,
  };
}

function isSame(played: readonly Move[], reviewed: readonly string[]): boolean {
  return (
    played.length === reviewed.length &&
    played.every((move, index) => coordinatesOf(move) === reviewed[index])
  );
}
