import { localizeError } from '../../../chess/error-text.ts';
import { ChessError } from '../../../chess/errors.ts';
import { timePerPosition } from '../../../chess/review/time-per-position.ts';
import { clocksOf } from '../../../chess/position.ts';
import { currentFen, positionsOf } from '../../../chess/game.ts';
import { coordinatesOf } from '../../../chess/move.ts';
import type { ActionInput, KnownState, Player } from '../../../services/games/asked.ts';
import { requireTurn } from '../../../services/games/seats.ts';
import { chessClient, gameIdOf } from '../../components/replay/reader.ts';
import { invalidField } from '../../error-words.ts';
import type { Form } from '../../form.ts';
import { type Answer, type Page, type PageContext, pathOf, redirect } from '../../page.ts';
import { longestMove, longestToken } from './entry.ts';
import { addressOf, lookAt, type Look, sideBelow } from './look.ts';
import { typedMove } from './typed-move.ts';

/** A move, a draw or a resignation: the page of the game again, as the reader looks at it. */
function playing(run: (context: PageContext, form: Form, look: Look) => Promise<void>) {
  return async (context: PageContext, form: Form): Promise<Answer> => {
    const look = lookAt(context, await context.services.chess.games.get(gameIdOf(context)));
    try {
      await run(context, form, look);
    } catch (error) {
      throw aboutSeat(error, context);
    }
    return redirect(addressOf(look));
  };
}

/** A token that is missing or wrong is a fault of its field. */
function aboutSeat(error: unknown, { locale }: Pick<PageContext, 'locale'>): unknown {
  if (!(error instanceof ChessError) || error.code !== 'seat_required') return error;
  return invalidField('seat_token', error.code, localizeError(error, locale).detail);
}

const playerOf = (form: Form): Player => ({ credential: form.optional('seat_token', longestToken) });

/** The position that the reader saw: a form that arrives twice does nothing the second time. */
function knownOf(form: Form): KnownState[] {
  const ply = form.number('ply');
  return ply === undefined ? [] : [{ ply, seq: null }];
}

const acting = (action: string, more: (look: Look, form: Form) => Partial<ActionInput> = () => ({})) =>
  playing(async ({ services }, form, look) => {
    const asked = { action, ...more(look, form) };
    await services.chess.games.act(look.game.id, asked, playerOf(form), knownOf(form));
  });

const ownSide = (look: Look): Partial<ActionInput> => (look.hasSeats ? {} : { side: sideBelow(look) });

const move = playing(async ({ services, t }, form, look) => {
  const { game } = look;
  const known = knownOf(form);
  const ply = known[0]?.ply ?? game.moves.length;
  const wanted = typedMove(positionsOf(game)[ply] ?? currentFen(game), form.required('move', longestMove), t);
  const played = game.moves[ply];
  // the move was already played: the client repeats a request whose answer it did not get
  if (played && coordinatesOf(played) === coordinatesOf(wanted)) return;
  // a move of the other side's men would be no legal one
  if (!game.outcome && !played) requireTurn(look.seat, look.turn);
  await services.chess.games.move(game.id, wanted, playerOf(form), known);
});

/** With a move in the field, the claim is about the position that it would make (FIDE 9.2.1, 9.3.1). */
const claimDraw = playing(async ({ services, t }, form, look) => {
  const { game } = look;
  const typed = form.optional('move', longestMove);
  const intended = typed === undefined ? undefined : typedMove(currentFen(game), typed, t);
  const counted = clocksOf(currentFen(game)).halfmoves + (intended ? 1 : 0);
  const reason = counted >= 100 ? 'fifty_move_rule' : 'threefold_repetition';
  const asked = { action: 'claim_draw', reason, move: intended };
  await services.chess.games.act(game.id, asked, playerOf(form), knownOf(form));
});

/** Asks first; the form of the question has the answer. */
const resign = async (context: PageContext, form: Form): Promise<Answer> => {
  if (form.has('confirmed')) return resignNow(context, form);
  const look = lookAt(context, await context.services.chess.games.get(gameIdOf(context)));
  return redirect(addressOf(look, { isResigning: true }));
};

const resignNow = acting('resign', (look, form) => {
  if (look.hasSeats) return {};
  return { side: form.text('side') === 'black' ? 'black' : 'white' };
});

async function takeSeat(context: PageContext, form: Form): Promise<Answer> {
  const id = gameIdOf(context);
  const token = form.required('seat_token', longestToken);
  try {
    const seat = await context.services.chess.games.seatOf(id, token);
    const { game } = await context.services.chess.games.get(id);
    return redirect(addressOf({ game, seat, isFlipped: seat === 'black' }));
  } catch (error) {
    throw aboutSeat(error, context);
  }
}

async function review(context: PageContext): Promise<Answer> {
  const { games, reviews } = context.services.chess;
  const { game } = await games.get(gameIdOf(context));
  const movetimeMs = timePerPosition(game.moves.length);
  const by = chessClient(context);
  const submitted = await reviews.submit({ gameId: game.id, depth: null, movetimeMs, by });
  return redirect(pathOf('chess', 'reviews', submitted.review.id));
}

/** The forms of a game's page. */
export const gameActions: NonNullable<Page['actions']> = {
  move,
  offer_draw: acting('offer_draw', ownSide),
  accept_draw: acting('accept_draw'),
  claim_draw: claimDraw,
  resign,
  take_seat: takeSeat,
  review,
};
