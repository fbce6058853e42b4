import type { Move } from './move.ts';
import type { Outcome } from './outcome.ts';
import type { Side } from './side.ts';

export interface PlayedMove extends Move {
  san: string;
  /** All six fields, after the move. */
  fen: string;
  /** The player offered a draw with this move standing on the board. */
  offersDraw: boolean;
}

/** A game as it is stored, running or finished. Changes make a new one. */
export interface Game {
  id: string;
  /** All six fields. */
  startFen: string;
  moves: readonly PlayedMove[];
  /** The side with an open offer. */
  drawOffer: Side | null;
  /** Null while it runs. */
  outcome: Outcome | null;
  /** PGN tags that are not computed: White, Black, Event, Site, Date, Round and those of an import. */
  tags: Readonly<Record<string, string>>;
  createdAt: Date;
  endedAt: Date | null;
}

/** The position on the board, all six fields. */
export function currentFen(game: Game): string {
  return game.moves.at(-1)?.fen ?? game.startFen;
}

/** All positions of the game, the start first, the one on the board last. */
export function positionsOf(game: Pick<Game, 'startFen'> & { moves: readonly { fen: string }[] }): string[] {
  return [game.startFen, ...game.moves.map((move) => move.fen)];
}
