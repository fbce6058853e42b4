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
import { type Answer, type Page, type PageContext, pathOf, redirect, type Redirect } from '../../page.ts';
import { longestMove, longestToken } from './entry.ts';
import { addressOf, lacksSeat, lookAt, type Look, seatedLook, sideBelow } from './look.ts';
import { typedMove } from './typed-move.ts';

/** Calls `run`, then shows the game's page again with the reader's view; the token of the form decides the seat. */
async function atSeat(
  context: PageContext,
  form: Form,
  run: (look: Look) => Promise<string>,
): Promise<Redirect> {
  const look = lookAt(context, await context.services.chess.games.get(gameIdOf(context)));
  try {
    return redirect(await run(lacksSeat(look) ? await seated(context, form, look) : look));
  } catch (error) {
    throw aboutSeat(error, context);
  }
}

async function seated(context: PageContext, form: Form, look: Look): Promise<Look> {
  const token = form.required('seat_token', longestToken);
  return seatedLook(context, look, await context.services.chess.games.seatOf(look.game.id, token));
}

/** A move, a draw or a resignation. */
const playing =
  (run: (context: PageContext, form: Form, look: Look) => Promise<void>) =>
  (context: PageContext, form: Form): Promise<Redirect> =>
    atSeat(context, form, async (look) => {
      await run(context, form, look);
      return addressOf(look);
    });

/** A missing or wrong token is an error of its field. */
function aboutSeat(error: unknown, { locale }: Pick<PageContext, 'locale'>): unknown {
  if (!(error instanceof ChessError) || error.code !== 'seat_required') return error;
  return invalidField('seat_token', error.code, localizeError(error, locale).detail);
}

const playerOf = (form: Form): Player => ({ credential: form.optional('seat_token', longestToken) });

/** The position that the reader saw: a form that arrives twice has no effect the second time. */
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

const play = playing(async ({ services, t }, form, look) => {
  const { game } = look;
  const known = knownOf(form);
  const ply = known[0]?.ply ?? game.moves.length;
  const played = game.moves[ply];
  // a better error than an illegal move with the other side's men
  if (!game.outcome && !played) requireTurn(look.seat, look.turn);
  const wanted = typedMove(positionsOf(game)[ply] ?? currentFen(game), form.required('move', longestMove), t);
  // the move was already played: the client repeats a request whose answer it did not get
  if (played && coordinatesOf(played) === coordinatesOf(wanted)) return;
  await services.chess.games.move(game.id, wanted, playerOf(form), known);
});

/** Enter in the token field sends this form: without a move and a seat it takes the seat. */
const move = (context: PageContext, form: Form): Promise<Redirect> => {
  const isSeating = form.has('seat_token') && !context.query.has('seat');
  const isEmpty = form.optional('move', longestMove) === undefined;
  return isSeating && isEmpty ? takeSeat(context, form) : play(context, form);
};

/** With a move in the field, the claim refers to the position after that move (FIDE 9.2.1, 9.3.1). */
const claimDraw = playing(async ({ services, t }, form, look) => {
  const { game } = look;
  const typed = form.optional('move', longestMove);
  const intended = typed === undefined ? undefined : typedMove(currentFen(game), typed, t);
  const counted = clocksOf(currentFen(game)).halfmoves + (intended ? 1 : 0);
  const reason = counted >= 100 ? 'fifty_move_rule' : 'threefold_repetition';
  const asked = { action: 'claim_draw', reason, move: intended };
  await services.chess.games.act(game.id, asked, playerOf(form), knownOf(form));
});

/** Asks for a confirmation first; the form of the question sends it. */
const resign = async (context: PageContext, form: Form): Promise<Redirect> => {
  if (form.has('confirmed')) return resignNow(context, form);
  return atSeat(context, form, async (look) => addressOf(look, { isResigning: true }));
};

const resignNow = acting('resign', (look, form) => {
  if (look.hasSeats) return {};
  return { side: form.text('side') === 'black' ? 'black' : 'white' };
});

function takeSeat(context: PageContext, form: Form): Promise<Redirect> {
  return atSeat(context, form, async (look) => addressOf(look));
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
