/** King and pawn against king, solved once at start: a bit for every position that is won. */
import { KPK, PAWN_TABLE, T } from './memory';
import { bit, kingAttacks, pawnAttacks } from './squares';
import { turn } from './position';

const POSITIONS: i32 = 2 * 24 * 64 * 64;
const INVALID: i32 = 0;
const UNKNOWN: i32 = 1;
const DRAW: i32 = 2;
const WIN: i32 = 4;

/** Whether the pawn's side wins, whichever colour it has. */
export function isKpkWin(strong: i32, king: i32, bare: i32, pawn: i32): bool {
  const side = turn == strong ? 0 : 1;
  if (strong) {
    king ^= 56;
    bare ^= 56;
    pawn ^= 56;
  }
  if ((pawn & 7) > 3) {
    king ^= 7;
    bare ^= 7;
    pawn ^= 7;
  }
  const index = indexOf(side, king, bare, pawn);
  return ((load<u8>(KPK + (index >> 3)) >> (index & 7)) & 1) != 0;
}

function indexOf(side: i32, king: i32, bare: i32, pawn: i32): i32 {
  const place = ((pawn >> 3) - 1) * 4 + (pawn & 7);
  return ((((side * 24 + place) << 6) | king) << 6) | bare;
}

/** Solves by repeating until nothing new is learned; works in the block of the thread that calls it. */
export function initKpk(): void {
  const states = T + PAWN_TABLE;
  for (let index = 0; index < POSITIONS; index++) store<u8>(states + index, <u8>judge(index, 0));
  let changed = true;
  while (changed) {
    changed = false;
    for (let index = 0; index < POSITIONS; index++) {
      if (load<u8>(states + index) != UNKNOWN) continue;
      const result = judge(index, states);
      if (result == UNKNOWN) continue;
      store<u8>(states + index, <u8>result);
      changed = true;
    }
  }
  memory.fill(KPK, 0, POSITIONS / 8);
  for (let index = 0; index < POSITIONS; index++) {
    if (load<u8>(states + index) != WIN) continue;
    const cell = KPK + (index >> 3);
    store<u8>(cell, load<u8>(cell) | ((<u8>1) << (<u8>(index & 7))));
  }
  memory.fill(states, 0, POSITIONS);
}

/** Without `states` only immediate results; with them the results one move away. */
function judge(index: i32, states: usize): i32 {
  const bare = index & 63;
  const king = (index >> 6) & 63;
  const rest = index >> 12;
  const side = rest >= 24 ? 1 : 0;
  const place = rest - side * 24;
  const pawn = ((place >> 2) + 1) * 8 + (place & 3);
  if (!states) return atOnce(side, king, bare, pawn);
  return side ? defend(king, bare, pawn, states) : attack(king, bare, pawn, states);
}

function atOnce(side: i32, king: i32, bare: i32, pawn: i32): i32 {
  const near = kingAttacks(king) | bit(king);
  if (near & bit(bare) || king == pawn || bare == pawn) return INVALID;
  const guard = pawnAttacks(0, pawn);
  if (!side) {
    if (guard & bit(bare)) return INVALID;
    const goal = pawn + 8;
    const isSafe =
      goal != king &&
      goal != bare &&
      (!(kingAttacks(bare) & bit(goal)) || (kingAttacks(king) & bit(goal)) != 0);
    return pawn >> 3 == 6 && isSafe ? WIN : UNKNOWN;
  }
  const free = kingAttacks(bare) & ~(kingAttacks(king) | guard);
  if (!free && !(guard & bit(bare))) return DRAW;
  return free & bit(pawn) ? DRAW : UNKNOWN;
}

function attack(king: i32, bare: i32, pawn: i32, states: usize): i32 {
  let results = 0;
  let targets = kingAttacks(king);
  while (targets) {
    results |= load<u8>(states + indexOf(1, <i32>ctz(targets), bare, pawn));
    targets &= targets - 1;
  }
  const goal = pawn + 8;
  if (pawn >> 3 < 6 && goal != king && goal != bare) {
    results |= load<u8>(states + indexOf(1, king, bare, goal));
    if (pawn >> 3 == 1 && goal + 8 != king && goal + 8 != bare)
      results |= load<u8>(states + indexOf(1, king, bare, goal + 8));
  }
  return results & WIN ? WIN : results & UNKNOWN ? UNKNOWN : DRAW;
}

function defend(king: i32, bare: i32, pawn: i32, states: usize): i32 {
  let results = 0;
  let targets = kingAttacks(bare);
  while (targets) {
    const to = <i32>ctz(targets);
    targets &= targets - 1;
    if (pawnAttacks(0, pawn) & bit(to)) continue;
    results |= load<u8>(states + indexOf(0, king, to, pawn));
  }
  return results & DRAW ? DRAW : results & UNKNOWN ? UNKNOWN : WIN;
}
