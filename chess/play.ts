import { playSan } from './board/san.ts';
import { readBoard, writeFen } from './board/text.ts';
import { countsAfter, countsOnBoard, isFiftyMoves, isThreefold } from './claims.ts';
import { canMate } from './dead-position.ts';
import { chessError } from './errors.ts';
import { readFen, startFen } from './fen.ts';
import { findMove, type WantedMove } from './find-move.ts';
import { currentFen, type Game, type PlayedMove, positionsOf } from './game.ts';
import { type Outcome, winOf } from './outcome.ts';
import { endOf, sideOf, turnOf, unpackMove } from './position.ts';
import { other, type Side } from './side.ts';
import { cleanTags, withoutTermination } from './tags.ts';

export interface NewGame {
  id: string;
  /** Six fields; the standard start without it. */
  fen?: string | undefined;
  tags?: Readonly<Record<string, string>> | undefined;
  createdAt: Date;
}

/** Throws `invalid_fen`. A finished position makes a finished game. */
export function startGame({ id, fen, tags = {}, createdAt }: NewGame): Game {
  const start = fen === undefined ? startFen : readFen(fen, 'all');
  const game: Game = {
    id,
    startFen: start,
    moves: [],
    drawOffer: null,
    outcome: null,
    tags: cleanTags(tags),
    createdAt,
    endedAt: null,
  };
  return ended(game, endOf(start), createdAt);
}

/** The longest game that an archive can hold; the seventy-five-move rule ends games long before. */
export const maximumPlies = 65_535;

/** Throws the error of an illegal move. The game ends where the rules end it without a claim. */
export function playMove(game: Game, wanted: WantedMove, at: Date): Game {
  checkRunning(game);
  if (game.moves.length >= maximumPlies)
    throw chessError('bad_request', 'error.game_too_long', { maximum: maximumPlies });
  const before = positionsOf(game);
  const board = readBoard(currentFen(game));
  const mover = sideOf(board);
  const move = findMove(board, wanted);
  const san = playSan(board, move);
  const played: PlayedMove = {
    ...unpackMove(move),
    san,
    fen: writeFen(board),
    offersDraw: game.drawOffer === mover,
  };
  // an offer stays open until the opponent answers it; a move is an answer too (FIDE 9.1.2.1)
  const drawOffer = game.drawOffer === mover ? mover : null;
  const moved = { ...game, moves: [...game.moves, played], drawOffer, tags: withoutTermination(game.tags) };
  return ended(moved, endOf(played.fen, before), at);
}

export const actions = ['resign', 'claim_draw', 'offer_draw', 'accept_draw'] as const;
export const claimReasons = ['threefold_repetition', 'fifty_move_rule'] as const;

export interface Action {
  action: string;
  /** The reason of a claim. */
  reason?: string | null | undefined;
  /** The acting side; by default the side to move. */
  side?: Side | undefined;
  /** The intended move of a claim (FIDE 9.2.1, 9.3.1): legal, but not played. */
  move?: WantedMove | null | undefined;
}

/** Every action of a player except a move. Throws why the action is not possible. */
export function act(game: Game, wanted: Action, at: Date): Game {
  checkRunning(game);
  const side = wanted.side ?? turnOf(currentFen(game));
  switch (wanted.action) {
    case 'resign':
      return ended(game, resignation(game, side), at);
    case 'offer_draw':
      return offer(game, side);
    case 'accept_draw':
      return accept(game, side, at);
    case 'claim_draw':
      return claim(game, side, wanted, at);
    default:
      throw chessError(
        'unknown_action',
        'error.unknown_action',
        { action: wanted.action.slice(0, 40), allowed: actions.join(', ') },
        { alternatives: actions },
      );
  }
}

/** Ends an abandoned game, without a result. */
export function abort(game: Game, at: Date): Game {
  checkRunning(game);
  return ended(game, { result: null, reason: 'Aborted' }, at);
}

function checkRunning({ outcome }: Game): void {
  if (outcome)
    throw chessError('game_over', 'error.game_over', { reason: { text: `reason.${outcome.reason}` } });
}

function ended(game: Game, outcome: Outcome | null, at: Date): Game {
  if (!outcome) return game;
  return { ...game, outcome, drawOffer: null, endedAt: at, tags: withoutTermination(game.tags) };
}

/** A draw when the opponent can not mate by any sequence of legal moves (FIDE 5.1.2). */
function resignation(game: Game, side: Side): Outcome {
  const winner = other(side);
  const isWon = canMate(readBoard(currentFen(game)), winner === 'white' ? 0 : 1);
  return { result: isWon ? winOf(winner) : 'Draw', reason: 'Resignation' };
}

function offer(game: Game, side: Side): Game {
  if (game.drawOffer) throw chessError('draw_not_possible', 'error.draw_offer_open');
  const last = game.moves.at(-1);
  if (!last || side === turnOf(last.fen)) return { ...game, drawOffer: side };
  // an offer belongs to the last move
  const moves = [...game.moves.slice(0, -1), { ...last, offersDraw: true }];
  return { ...game, moves, drawOffer: side };
}

function accept(game: Game, side: Side, at: Date): Game {
  if (!game.drawOffer) throw chessError('no_draw_offer', 'error.no_draw_offer');
  if (game.drawOffer === side) throw chessError('draw_not_possible', 'error.own_draw_offer');
  // FIDE 9.1.1
  if (game.moves.length < 2) throw chessError('draw_not_possible', 'error.draw_too_early');
  return ended(game, { result: 'Draw', reason: 'DrawAgreement' }, at);
}

function claim(game: Game, side: Side, { reason, move }: Action, at: Date): Game {
  const fen = currentFen(game);
  if (side !== turnOf(fen))
    throw chessError('wrong_side', 'error.wrong_side', { side: { text: `side.${turnOf(fen)}` } });
  // the claim also holds if the current position allows it without the named move
  const counted = [countsOnBoard(game), ...(move ? [countsAfter(game, move)] : [])];
  if (reason === 'threefold_repetition') {
    if (!counted.some(isThreefold)) throw chessError('claim_not_valid', 'error.claim_threefold');
    return ended(game, { result: 'Draw', reason: 'ThreefoldRepetition' }, at);
  }
  if (reason === 'fifty_move_rule') {
    const halfmoves = Math.max(...counted.map((counts) => counts.halfmoves));
    if (!counted.some(isFiftyMoves)) throw chessError('claim_not_valid', 'error.claim_fifty', { halfmoves });
    return ended(game, { result: 'Draw', reason: 'FiftyMoveRule' }, at);
  }
  if (reason === undefined || reason === null)
    throw chessError('missing_field', 'error.missing_field', { field: 'reason' });
  throw chessError(
    'unknown_reason',
    'error.unknown_reason',
    { reason: reason.slice(0, 40), allowed: claimReasons.join(', ') },
    { alternatives: claimReasons },
  );
}
