/** Keys and sums from scratch: for new positions, and to prove the incremental ones in the debug build. */
import {
  BLACK_KEY,
  CASTLING,
  EN_PASSANT,
  KEY,
  MATERIAL_KEY,
  PAWN_KEY,
  WHITE_KEY,
  CHECKERS,
  attackersTo,
  kingSquare,
  occupied,
  ofColor,
  ofType,
  pieceOn,
  pieces,
  st,
  turn,
} from './position';
import { KING, NO_SQUARE, PAWN, first } from './squares';
import { SIDE_KEY, castlingKey, fileKey, pieceKey } from './zobrist';

let full: u64 = 0;
let pawn: u64 = 0;
let white: u64 = 0;
let black: u64 = 0;
let material: u64 = 0;

function recompute(): void {
  full = castlingKey(load<i32>(st, CASTLING));
  if (turn) full ^= SIDE_KEY;
  if (load<i32>(st, EN_PASSANT) != NO_SQUARE) full ^= fileKey(load<i32>(st, EN_PASSANT));
  pawn = white = black = material = 0;
  let rest = occupied();
  while (rest) {
    const square = first(rest);
    const piece = pieceOn(square);
    full ^= pieceKey(piece, square);
    if ((piece & 7) == PAWN) pawn ^= pieceKey(piece, square);
    else if (piece >> 3) black ^= pieceKey(piece, square);
    else white ^= pieceKey(piece, square);
    material += materialUnit(piece);
    rest &= rest - 1;
  }
}

/** The material key counts men: four bits for each kind, so it is its own index of endgames. */
export function materialUnit(piece: i32): u64 {
  return (<u64>1) << (<u64>((((piece & 7) - 1) << 2) + (piece >> 3) * 24));
}

export function storeKeys(): void {
  recompute();
  store<u64>(st, full, KEY);
  store<u64>(st, pawn, PAWN_KEY);
  store<u64>(st, white, WHITE_KEY);
  store<u64>(st, black, BLACK_KEY);
  store<u64>(st, material, MATERIAL_KEY);
}

/** Whether all incremental values agree with the board. */
export function isConsistent(): bool {
  recompute();
  if (load<u64>(st, KEY) != full || load<u64>(st, PAWN_KEY) != pawn) return false;
  if (load<u64>(st, WHITE_KEY) != white || load<u64>(st, BLACK_KEY) != black) return false;
  if (load<u64>(st, MATERIAL_KEY) != material) return false;
  if (ofColor(0) & ofColor(1)) return false;
  let byType: u64 = 0;
  for (let type = PAWN; type <= KING; type++) {
    if (byType & ofType(type)) return false;
    byType |= ofType(type);
  }
  if (byType != occupied()) return false;
  for (let square = 0; square < 64; square++) {
    const piece = pieceOn(square);
    const here = (<u64>1) << (<u64>square);
    if (piece ? !(pieces(piece >> 3, piece & 7) & here) : (occupied() & here) != 0) return false;
  }
  const attackers = attackersTo(kingSquare(turn), occupied()) & ofColor(turn ^ 1);
  if (load<u64>(st, CHECKERS) != attackers) return false;
  return !(attackersTo(kingSquare(turn ^ 1), occupied()) & ofColor(turn));
}
