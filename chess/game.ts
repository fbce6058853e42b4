import type { Move } from './move.ts';
import type { Outcome } from './outcome.ts';
import type { Side } from './side.ts';

export interface PlayedMove extends Move {
  san: string;
  /** All six fields, after the move. */
  fen: string;
  /** The player offered a draw together with this move. */
  offersDraw: boolean;
}

/** A stored game, running or finished. Changes create a new object. */
export interface Game {
  id: string;
  /** All six fields. */
  startFen: string;
  moves: readonly PlayedMove[];
  /** The side with an open offer. */
  drawOffer: Side | null;
  /** Null while the game runs. */
  outcome: Outcome | null;
  /** PGN tags that can not be computed: White, Black, Event, Site, Date, Round and tags of an import. */
  tags: Readonly<Record<string, string>>;
  createdAt: Date;
  endedAt: Date | null;
}

/** The current position, all six fields. */
export function currentFen(game: Game): string {
  return game.moves.at(-1)?.fen ?? game.startFen;
}

/** All positions of the game, from the start to the current one. */
export function positionsOf(game: Pick<Game, 'startFen'> & { moves: readonly { fen: string }[] }): string[] {
  return [game.startFen, ...game.moves.map((move) => move.fen)];
}
