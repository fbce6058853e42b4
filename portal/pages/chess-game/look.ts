import { currentFen, type Game } from '../../../chess/game.ts';
import { turnOf } from '../../../chess/position.ts';
import { other, type Side } from '../../../chess/side.ts';
import type { Games } from '../../../services/games/games.ts';
import { type PageContext, pathOf, withQuery } from '../../page.ts';

/** A game with its seats. */
export type ReadGame = Awaited<ReturnType<Games['get']>>;

/** A reader's view of a game: all of it is in the address, none of it is secret. */
export interface Look {
  game: Game;
  /** The number of its last event. */
  seq: number;
  hasSeats: boolean;
  /** The seat in the address, which is only a claim; the token of each move proves it. */
  seat: Side | null;
  isFlipped: boolean;
  /** The shown position: the one after `ply` half-moves. */
  ply: number;
  isLatest: boolean;
  turn: Side;
  /** Whether the page asks for a confirmation of the resignation. */
  isResigning: boolean;
}

/** Reads the address. */
export function lookAt({ query }: Pick<PageContext, 'query'>, { game, seats, seq }: ReadGame): Look {
  const plies = game.moves.length;
  const asked = Number(query.get('ply') || plies);
  const ply = Number.isInteger(asked) && asked >= 0 ? Math.min(asked, plies) : plies;
  const named = query.get('seat');
  const seat = seats && (named === 'white' || named === 'black') ? named : null;
  const flip = query.get('flip');
  return {
    game,
    seq,
    hasSeats: seats !== null,
    seat,
    isFlipped: flip === null ? seat === 'black' : flip === '1',
    ply,
    isLatest: ply === plies,
    turn: turnOf(currentFen(game)),
    isResigning: query.get('resign') === '1' && !game.outcome,
  };
}

/** Whether the reader has the next move. */
export const isToMove = ({ game, hasSeats, seat, turn }: Look): boolean =>
  !game.outcome && (!hasSeats || seat === turn);

/** Whether the game has seats and the reader has none: each form asks for the token. */
export const lacksSeat = ({ game, hasSeats, seat }: Look): boolean =>
  !game.outcome && hasSeats && seat === null;

/** The same view from a seat, with its colour at the bottom unless the address decides otherwise. */
export const seatedLook = ({ query }: Pick<PageContext, 'query'>, look: Look, seat: Side): Look => ({
  ...look,
  seat,
  isFlipped: query.has('flip') ? look.isFlipped : seat === 'black',
});

/**
 * Whether the reader can accept an offered draw. Without seats any reader plays for both sides. An agreement needs a
 * move by each side (FIDE 9.1.1).
 */
export function mayAccept({ game, hasSeats, seat }: Look): boolean {
  if (game.drawOffer === null || game.moves.length < 2) return false;
  return !hasSeats || seat !== game.drawOffer;
}

/** The side of a reader without a seat: the one at the bottom. */
export const sideBelow = ({ isFlipped }: Pick<Look, 'isFlipped'>): Side => (isFlipped ? 'black' : 'white');

/** The address of the game with the reader's view. */
export function addressOf(
  { game, seat, isFlipped }: Pick<Look, 'game' | 'seat' | 'isFlipped'>,
  change: { ply?: number; isFlipped?: boolean; isResigning?: boolean } = {},
): string {
  const flipped = change.isFlipped ?? isFlipped;
  return withQuery(pathOf('chess', 'games', game.id), {
    seat: seat ?? undefined,
    flip: flipped === (seat === 'black') ? undefined : flipped ? '1' : '0',
    ply: change.ply,
    resign: change.isResigning ? '1' : undefined,
  });
}

/** The address for the opponent, with the other colour at the bottom. */
export function opponentAddress(
  { game, seat, isFlipped }: Pick<Look, 'game' | 'seat' | 'isFlipped'>,
  baseUrl: string,
): string {
  const theirs = seat
    ? { game, seat: other(seat), isFlipped: seat === 'white' }
    : { game, seat, isFlipped: !isFlipped };
  return new URL(addressOf(theirs), baseUrl).href;
}
