/** What the host calls. Everything else it reads from memory. */
import { initMagics } from './magics';
import { initSquares } from './squares';
import { initZobrist } from './zobrist';
import { initCastlingMasks } from './make';
import { initReductions } from './search';
import { PIECE_SQUARE } from './memory';
import { FRAMES, T } from './memory';
import { ALL, generate } from './generate';
import { storeKeys } from './keys';
import { CASTLING, CLOCK, EN_PASSANT, canCaptureEnPassant, enter, putPiece, refreshChecks, st } from './position';
import { NO_SQUARE } from './squares';

export { setThread, getBlock, fixedBytes } from './memory';
export { clearBoard } from './position';
export { perft } from './perft';
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
  initTemp();
}
function initTemp(): void {
  for (let p = 1; p < 15; p++) for (let s = 0; s < 64; s++) {
    const t = p & 7; if (t == 7 || t == 0) continue;
    const v = t == 1 ? 90 : t == 2 ? 320 : t == 3 ? 330 : t == 4 ? 500 : t == 5 ? 950 : 0;
    const f = s & 7; const r = p >> 3 ? 7 - (s >> 3) : s >> 3;
    const c = 3 - max(abs(f * 2 - 7), abs(r * 2 - 7)) / 2;
    let mg = v + (t == 6 ? -c * 10 : t == 4 ? 0 : c * 7) ; let eg = v + c * 8;
    if (t == 1) { eg += r * 6; mg += r * 2; }
    if (t == 6 && r == 0) mg += 20;
    const x = (eg << 16) + mg;
    store<i32>(PIECE_SQUARE + ((p << 6) | s) * 4, p >> 3 ? -x : x);
  }
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
