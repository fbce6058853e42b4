/** Squares each side attacks, collected once for everything that asks about them. */
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

/** Adds to them, to those of all men, and to the squares attacked twice. */
export function addAttacks(color: i32, type: i32, set: u64): void {
  const row = T + (color << 6);
  store<u64>(row, load<u64>(row, ATTACKS + 56) | (load<u64>(row, ATTACKS) & set), ATTACKS + 56);
  store<u64>(row, load<u64>(row, ATTACKS) | set, ATTACKS);
  store<u64>(row + (type << 3), load<u64>(row + (type << 3), ATTACKS) | set, ATTACKS);
}

/** Begins with kings and pawns; `mobility` adds the pieces. */
export function startAttacks(): void {
  memory.fill(T + ATTACKS, 0, 160);
  for (let color = 0; color < 2; color++) {
    const pawns = pieces(color, PAWN);
    addAttacks(color, KING, kingAttacks(kingSquare(color)));
    const left = color ? (pawns & ~FILE_A) >> 9 : (pawns & ~FILE_A) << 7;
    const right = color ? (pawns & ~FILE_H) >> 7 : (pawns & ~FILE_H) << 9;
    addAttacks(color, PAWN, left | right);
    const row = T + (color << 6);
    store<u64>(row, load<u64>(row, ATTACKS + 56) | (left & right), ATTACKS + 56);
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
    if (blockers && !isMany(blockers)) pinned |= blockers & ~theirs;
    snipers &= snipers - 1;
  }
  return pinned;
}
