import { z } from 'zod';

import { inCheck } from './board/attacks.ts';
import { legalMovesOf } from './board/generate.ts';
import { readBoard } from './board/text.ts';
import { currentFen, type Game, positionsOf } from './game.ts';
import { notationOf, promotions } from './move.ts';
import { endReasons, results, statuses, statusOf } from './outcome.ts';
import { boardOf, castlingOf, clocksOf, enPassantOf, legalMoves, turnOf } from './position.ts';

export const MoveView = z.object({
  from: z.string(),
  to: z.string(),
  promotion: z.enum(promotions).nullable(),
});

const Turn = z.enum(['white', 'black']);

const HistoryEntry = z.object({
  move_number: z.int(),
  side: Turn,
  notation: z.string(),
  san: z.string(),
  move_json: MoveView,
});

const Rights = z.object({ kingside: z.boolean(), queenside: z.boolean() });

const position = {
  game_id: z.uuid(),
  board: z.record(z.string(), z.string()),
  turn: Turn,
  castling: z.object({ white: Rights, black: Rights }),
  en_passant: z.string().nullable(),
  halfmove_clock: z.int(),
  fullmove_number: z.int(),
  status: z.enum(statuses),
  result: z.enum(results).nullable(),
  end_reason: z.enum(endReasons).nullable(),
  is_over: z.boolean(),
  is_check: z.boolean(),
  legal_move_count: z.int(),
  draw_offer: Turn.nullable(),
  start_fen: z.string(),
};

const InnerState = z.object({ ...position, move_history: z.array(HistoryEntry) });
type InnerState = z.infer<typeof InnerState>;

/** A game with its members repeated under `state`, for clients that read them there. */
export const GameState = InnerState.extend({ state: InnerState });
export type GameState = z.infer<typeof GameState>;

export const GameSummary = z.object({
  game_id: z.uuid(),
  status: z.enum(statuses),
  turn: Turn,
  fullmove_number: z.int(),
  is_over: z.boolean(),
  result: z.enum(results).nullable(),
  created_at: z.int().meta({ description: 'Unix seconds' }),
});
export type GameSummary = z.infer<typeof GameSummary>;

/** The answer to moves and actions. */
export const MoveAnswer = z.object({
  success: z.literal(true),
  message: z.string(),
  status: z.enum(statuses),
  state: InnerState,
  is_over: z.boolean(),
  result: z.enum(results).nullable(),
  end_reason: z.enum(endReasons).nullable(),
  is_check: z.boolean(),
  san: z.string().nullable(),
});
export type MoveAnswer = z.infer<typeof MoveAnswer>;

export const LegalMoves = z.object({ turn: Turn, moves: z.array(MoveView), count: z.int() });
export type LegalMoves = z.infer<typeof LegalMoves>;

const ArchivedState = z.object({
  ...position,
  position_history: z.array(z.string()).meta({ description: 'FEN with all six fields, the start first' }),
});

/** A finished game after one of its half-moves. */
export const ArchivedView = z.object({
  game_id: z.uuid(),
  at_move: z.int(),
  total_moves: z.int(),
  state: ArchivedState,
  is_over: z.boolean(),
  result: z.enum(results).nullable(),
  end_reason: z.enum(endReasons).nullable(),
  is_check: z.boolean(),
});
export type ArchivedView = z.infer<typeof ArchivedView>;

export const unixSeconds = (at: Date): number => Math.floor(at.getTime() / 1000);

export function presentGame(game: Game): GameState {
  const state = innerState(game);
  return { ...state, state };
}

export function presentSummary(game: Game): GameSummary {
  const fen = currentFen(game);
  return {
    game_id: game.id,
    status: statusOf(game.outcome),
    turn: turnOf(fen),
    fullmove_number: clocksOf(fen).fullmove,
    is_over: game.outcome !== null,
    result: game.outcome?.result ?? null,
    created_at: unixSeconds(game.createdAt),
  };
}

/** `san` is the last move's; an action passes null. */
export function presentMoveAnswer(
  game: Game,
  message: string,
  san: string | null = game.moves.at(-1)?.san ?? null,
): MoveAnswer {
  const state = innerState(game);
  return {
    success: true,
    message,
    status: state.status,
    state,
    is_over: state.is_over,
    result: state.result,
    end_reason: state.end_reason,
    is_check: state.is_check,
    san,
  };
}

/** The list is empty when the game is over. */
export function presentMoves(game: Game): LegalMoves {
  const fen = currentFen(game);
  const moves = game.outcome ? [] : legalMoves(fen);
  return { turn: turnOf(fen), moves, count: moves.length };
}

/**
 * The game after `moveNumber` half-moves: 0 is the start; a larger number than the game has, or none, is the end.
 * Only the end shows the outcome.
 */
export function presentReplay(game: Game, moveNumber: number = game.moves.length): ArchivedView {
  const atMove = Math.min(moveNumber, game.moves.length);
  const isEnd = atMove === game.moves.length;
  const moves = game.moves.slice(0, atMove);
  const stage: Game = { ...game, moves, outcome: isEnd ? game.outcome : null };
  const state = positionState(stage);
  return {
    game_id: game.id,
    at_move: atMove,
    total_moves: game.moves.length,
    state: { ...state, position_history: positionsOf(stage) },
    is_over: state.is_over,
    result: state.result,
    end_reason: state.end_reason,
    is_check: state.is_check,
  };
}

function innerState(game: Game): InnerState {
  return { ...positionState(game), move_history: historyOf(game) };
}

function positionState(game: Game) {
  const fen = currentFen(game);
  const board = readBoard(fen);
  const { halfmoves, fullmove } = clocksOf(fen);
  return {
    game_id: game.id,
    board: boardOf(fen),
    turn: turnOf(fen),
    castling: castlingOf(fen),
    en_passant: enPassantOf(fen),
    halfmove_clock: halfmoves,
    fullmove_number: fullmove,
    status: statusOf(game.outcome),
    result: game.outcome?.result ?? null,
    end_reason: game.outcome?.reason ?? null,
    is_over: game.outcome !== null,
    is_check: inCheck(board),
    legal_move_count: game.outcome ? 0 : legalMovesOf(board).length,
    draw_offer: game.drawOffer,
    start_fen: game.startFen,
  };
}

function historyOf({ startFen, moves }: Game): z.infer<typeof HistoryEntry>[] {
  const start = clocksOf(startFen).fullmove * 2 + (turnOf(startFen) === 'black' ? 1 : 0);
  return moves.map((move, index) => ({
    move_number: Math.floor((start + index) / 2),
    side: (start + index) % 2 === 0 ? 'white' : 'black',
    notation: notationOf(move),
    san: move.san,
    move_json: { from: move.from, to: move.to, promotion: move.promotion },
  }));
}
