/** The functions that the host calls. Everything else it reads from memory. */
import { initMagics } from './magics';
import { initSquares } from './squares';
import { initZobrist } from './zobrist';
import { initCastlingMasks } from './make';
import { isDead } from './legal';
import { M_MOVE, rootMove } from './root';
import { initReductions } from './reduce';
import { initKpk } from './kpk';
import { initTableIndex } from './tb-index';
import { hasFailed, probeDtz, probeWdl } from './tb-probe';
import { endOf, initMasks, initWeights, pack } from './packed-score';
import { dropPawnEntry } from './pawns';
import { netBytes as bytesOfNet } from './net-size';
import { evaluate } from './evaluate';
import { evaluateByHand, manScore, phaseNow } from './hand-evaluation';
import { scaleOf } from './endgames';
import { FRAMES, NET, T, WEIGHTS } from './memory';
import { ALL, generate } from './generate';
import { EXACT, openTable, save } from './table';
import { NO_SCORE, UNKNOWN_TO_TABLES } from './values';
import { storeKeys } from './keys';
import {
  CASTLING,
  CHECKERS,
  CLOCK,
  EN_PASSANT,
  REPEATED,
  canCaptureEnPassant,
  enter,
  key,
  putPiece,
  refreshChecks,
  st,
  turn,
} from './position';
import { NO_SQUARE } from './squares';

export { setThread, getBlock, fixedBytes } from './memory';
export { clearBoard, compactStates } from './position';
export { perft } from './perft';
export { forcesMate } from './mate';
export { evaluateByHand } from './hand-evaluation';
export { activityTerm, measureActivity } from './piece-activity';
export { iterate } from './iterate';
export { forget } from './history';
export { evaluate } from './evaluate';
export { addRoot, clearRoot, rootMove } from './root';
export { isLegal } from './legal';
export { givesCheck } from './checks';
export { exchangeReaches } from './exchange';
export { makeMove, unmakeMove } from './make';

/** Fills the tables of a new memory; once, before any thread starts. */
export function initTables(): void {
  initMagics();
  initSquares();
  initZobrist();
  initCastlingMasks();
  initReductions();
  initMasks();
  initWeights();
  initKpk();
  initTableIndex();
}

/** Where the host copies the network to. */
export function netAt(): usize {
  return NET;
}

export function netBytes(): usize {
  return <usize>bytesOfNet;
}

export function place(piece: i32, square: i32): void {
  putPiece(piece, square);
}

/** Ends setting up a board begun with `clearBoard` and `place`. */
export function finishBoard(side: i32, castling: i32, passing: i32, clock: i32): void {
  enter(st, side);
  store<i32>(st, castling, CASTLING);
  store<i32>(st, clock, CLOCK);
  const isReal = passing != NO_SQUARE && canCaptureEnPassant(side, passing);
  store<i32>(st, isReal ? passing : NO_SQUARE, EN_PASSANT);
  storeKeys();
  refreshChecks();
}

/** Number of legal moves, listed at `legalMovesAt`. */
export function listMoves(): i32 {
  return <i32>((generate(ALL, T + FRAMES) - (T + FRAMES)) >> 3);
}

export function legalMovesAt(): usize {
  return T + FRAMES;
}

/** For the tuner: by how much the hand-written evaluation changes with one weight, for both phases of the game. */
export function sensitivity(index: i32, delta: i32, isEnd: bool): i32 {
  const cell = WEIGHTS + (index << 2);
  const before = load<i32>(cell);
  dropPawnEntry();
  const base = evaluateByHand();
  store<i32>(cell, before + (isEnd ? pack(0, delta) : pack(delta, 0)));
  dropPawnEntry();
  const changed = evaluateByHand();
  store<i32>(cell, before);
  dropPawnEntry();
  return changed - base;
}

/** How much of the middlegame is left, of 24, and how far its endgame score is trusted: `phase << 8 | scale`. */
export function mixture(): i32 {
  return (phaseNow() << 8) | scaleOf(endOf(manScore()));
}

/** Enters the position on the board into the table: its best move, exact score and the depth that found them. */
export function remember(move: i32, score: i32, depth: i32): void {
  openTable();
  save(key(), 0, move, score, inCheck() ? NO_SCORE : evaluate(), depth, EXACT, true);
}

export function inCheck(): bool {
  return load<u64>(st, CHECKERS) != 0;
}

/** Drawn by rule, or by a claim of players: threefold repetition, fifty moves, no way to mate. */
export function isGameDrawn(): bool {
  return load<i32>(st, REPEATED) < 0 || load<i32>(st, CLOCK) >= 100 || isDead();
}

export function sideToMove(): i32 {
  return turn;
}

export function castlingRights(): i32 {
  return load<i32>(st, CASTLING);
}

/** The square of a legal en-passant capture, else 64. */
export function passingSquare(): i32 {
  return load<i32>(st, EN_PASSANT);
}

export function halfmoves(): i32 {
  return load<i32>(st, CLOCK);
}

/** The best move of the last search. */
export function bestMove(): i32 {
  return load<i32>(rootMove(0), M_MOVE);
}

export { isNoisy } from './picker';

export { addTable, openTables } from './tb-load';

export function tableWdl(): i32 {
  const wdl = probeWdl(T + FRAMES);
  return hasFailed() ? UNKNOWN_TO_TABLES : wdl;
}

export function tableDtz(): i32 {
  const dtz = probeDtz(T + FRAMES);
  return hasFailed() ? UNKNOWN_TO_TABLES : dtz;
}
