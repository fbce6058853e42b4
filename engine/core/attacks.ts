/** Squares each side attacks, collected once for all terms of the evaluation. */
import { ATTACKS, T } from './memory';
import {
  BISHOP,
  FILE_A,
  FILE_H,
  KING,
  PAWN,
  QUEEN,
  ROOK,
  between,
  first,
  isMany,
  kingAttacks,
} from './squares';
import { kingSquare, ofColor, ofType, pieces } from './position';
import { bishopAttacks, rookAttacks } from './magics';

/** Attack sets by colour: eight words, by type; the first has all of them, the last squares attacked twice. */
export const TWICE: i32 = 7;
/** By colour, four numbers: pieces that attack the other king, their weight, their hits around it; own men pinned. */
export const ATTACKERS: usize = ATTACKS + 128;

/** Squares that men of a type attack; of type 0 all men. */
export function attacked(color: i32, type: i32): u64 {
  return load<u64>(T + (((color << 3) | type) << 3), ATTACKS);
}

/** Of type 0 all men, of `TWICE` the squares that more than one of them attacks. */
export function setAttacks(color: i32, type: i32, set: u64): void {
  store<u64>(T + (((color << 3) | type) << 3), set, ATTACKS);
}

/** Begins with kings and pawns; `mobility` adds the pieces. */
export function startAttacks(): void {
  for (let color = 0; color < 2; color++) {
    const pawns = pieces(color, PAWN);
    const king = kingAttacks(kingSquare(color));
    const left = color ? (pawns & ~FILE_A) >> 9 : (pawns & ~FILE_A) << 7;
    const right = color ? (pawns & ~FILE_H) >> 7 : (pawns & ~FILE_H) << 9;
    setAttacks(color, 0, king | left | right);
    setAttacks(color, PAWN, left | right);
    setAttacks(color, KING, king);
    setAttacks(color, TWICE, (king & (left | right)) | (left & right));
  }
}

/** Men that may not leave the line between this king and a sniper of the other side. */
export function pinnedTo(king: i32, us: i32, occupancy: u64): u64 {
  const theirs = ofColor(us ^ 1);
  let pinned: u64 = 0;
  let snipers =
    ((bishopAttacks(king, 0) & (ofType(BISHOP) | ofType(QUEEN))) |
      (rookAttacks(king, 0) & (ofType(ROOK) | ofType(QUEEN)))) &
    theirs;
  while (snipers) {
    const sniper = first(snipers);
    const blockers = between(king, sniper) & occupancy;
    pinned |= select<u64>(0, blockers & ~theirs, isMany(blockers));
    snipers &= snipers - 1;
  }
  return pinned;
}
