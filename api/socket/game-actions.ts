import { inputLimits } from '../../domain/limits/inputs.ts';
import { z } from 'zod';
import { currentFen } from '../../chess/game.ts';
import { boardText } from '../../chess/position.ts';
import { presentGame, presentMoveAnswer, presentMoves } from '../../chess/present.ts';
import { statuses } from '../../chess/outcome.ts';
import { chessText, fenText, Id, MoveBody } from '../routes/chess/fields.ts';
import { presentLine } from '../routes/chess/games/list.ts';
import type { Changed } from '../../services/games/asked.ts';
import { renderMessage } from '../../services/games/render-message.ts';
import { type Action, answering, type Call, readFields, Token } from './call.ts';
import { windowOf, PageFields } from './page.ts';
import { presentBegun } from '../routes/chess/games/present-begun.ts';

const name = inputLimits['player name'];

const NewGame = z.object({
  white: chessText(name).nullish(),
  black: chessText(name).nullish(),
  fen: fenText('all').nullish(),
  seats: z.boolean().nullish(),
  token: Token,
});
const Listing = z.object({ ...PageFields, status: z.enum(statuses).nullish() });
const OneGame = z.object({ game_id: Id });
const Removal = OneGame.extend({ token: Token });
const Move = MoveBody.extend({ game_id: Id, token: Token });
const Act = OneGame.extend({
  // the rules know the action names, and refuse others with specific codes
  action_type: z.string(),
  reason: z.string().nullish(),
  side: z.enum(['white', 'black']).nullish(),
  token: Token,
});

/** A claim may name the intended move, with the members of a move. */
const Intended = z.object({ from: z.string().nullish() });

async function createGame(call: Call): Promise<object> {
  const { white, black, fen, seats, token } = readFields(NewGame, call);
  const asked = {
    white: white ?? undefined,
    black: black ?? undefined,
    fen: fen ?? undefined,
    hasSeats: seats === true,
  };
  const maker = await call.chess.makers.makerOf(clientOf(call, token));
  const store = await call.chess.games.create(asked, { address: call.address, maker });
  const begun = await store();
  const tokens = begun.seats && { white_token: begun.seats.white, black_token: begun.seats.black };
  return { ...presentBegun(begun, call.locale), ...tokens };
}

async function listGames(call: Call): Promise<object> {
  const { status, ...page } = readFields(Listing, call);
  const { games, total } = await call.chess.games.list(status ?? 'in_progress', windowOf(page));
  return { games: games.map(presentLine), total };
}

async function getGame(call: Call): Promise<object> {
  return presentGame(await findGame(call));
}

async function deleteGame(call: Call): Promise<object> {
  const { game_id: id, token } = readFields(Removal, call);
  const message = await call.chess.games.remove(id, clientOf(call, token));
  return { message: renderMessage(call.locale, message) };
}

async function submitMove(call: Call): Promise<object> {
  const { game_id: id, token, ...move } = readFields(Move, call);
  return answerOf(await call.chess.games.move(id, move, { credential: token ?? undefined }), call);
}

async function submitAction(call: Call): Promise<object> {
  const { game_id: id, action_type: action, reason, side, token } = readFields(Act, call);
  const intends = (readFields(Intended, call).from ?? null) !== null;
  const asked = {
    action,
    reason: reason ?? undefined,
    side: side ?? undefined,
    move: intends ? readFields(MoveBody, call) : undefined,
  };
  return answerOf(await call.chess.games.act(id, asked, { credential: token ?? undefined }), call);
}

const clientOf = ({ address }: Call, token: string | null | undefined) => ({
  credential: token ?? undefined,
  address,
});

function answerOf({ game, message, san }: Changed, { locale }: Call): object {
  return presentMoveAnswer(game, renderMessage(locale, message), san);
}

async function findGame(call: Call) {
  const { game_id: id } = readFields(OneGame, call);
  return (await call.chess.games.get(id)).game;
}

export const gameActions: Readonly<Record<string, Action>> = {
  create_game: answering(createGame),
  list_games: answering(listGames),
  get_game: answering(getGame),
  delete_game: answering(deleteGame),
  submit_move: answering(submitMove),
  submit_action: answering(submitAction),
  get_legal_moves: answering(async (call) => presentMoves(await findGame(call))),
  get_board: answering(async (call) => ({ board: boardText(currentFen(await findGame(call))) })),
};
