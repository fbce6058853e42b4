/** Pawn structure, remembered per structure: most positions of a search share theirs with many others. */
import { PAWN_ENTRIES, PAWN_ENTRY_SIZE, PAWN_TABLE, T } from './memory';
import {
  BACKWARD,
  BACKWARD_OPEN,
  CANDIDATE,
  DOUBLED,
  ISOLATED,
  ISOLATED_OPEN,
  PASSED,
  PHALANX,
  SHELTER,
  STORM,
  SUPPORTED,
} from './features';
import { FILE_A, FILE_H, PAWN, bit, first, pawnAttackSet, pawnAttacks } from './squares';
import { PAWN_KEY, pieces, st } from './position';
import { ahead, fileOf, outpostMask, pack, passedMask, weight, middleOf } from './packed-score';

/** Offsets within an entry. */
const E_KEY: usize = 0;
export const E_SCORE: usize = 8;
export const E_PASSED: usize = 16;
/** Shelter of each king, kept with the king's square. */
const E_SHELTER: usize = 32;
const E_KING: usize = 40;

/** The entry of the structure on the board. */
export function pawnEntry(): usize {
  const key = load<u64>(st, PAWN_KEY);
  const entry = T + PAWN_TABLE + (<usize>key & <usize>(PAWN_ENTRIES - 1)) * PAWN_ENTRY_SIZE;
  // A structure without pawns has key 0, like an entry never written; the lowest bit distinguishes them.
  if (load<u64>(entry, E_KEY) != (key | 1)) {
    store<u64>(entry, key | 1, E_KEY);
    store<i32>(entry, -1, E_KING);
    store<i32>(entry, -1, E_KING + 4);
    const white = structure(0, entry);
    store<i32>(entry, white - structure(1, entry), E_SCORE);
  }
  return entry;
}

/** Forgets the structure on the board, after its weights changed. */
export function dropPawnEntry(): void {
  const key = load<u64>(st, PAWN_KEY);
  store<u64>(T + PAWN_TABLE + (<usize>key & <usize>(PAWN_ENTRIES - 1)) * PAWN_ENTRY_SIZE, 0, E_KEY);
}

export function passedPawns(entry: usize, color: i32): u64 {
  return load<u64>(entry + (color << 3), E_PASSED);
}

function structure(us: i32, entry: usize): i32 {
  const own = pieces(us, PAWN);
  const theirs = pieces(us ^ 1, PAWN);
  const up = us ? -8 : 8;
  let score = 0;
  let passed: u64 = 0;
  let rest = own;
  while (rest) {
    const square = first(rest);
    rest &= rest - 1;
    const rank = us ? 7 - (square >> 3) : square >> 3;
    const file = fileOf(square);
    const front = ahead(us, square);
    const sides = ((bit(square) & ~FILE_A) >> 1) | ((bit(square) & ~FILE_H) << 1);
    const sideFiles = ((file & ~FILE_A) >> 1) | ((file & ~FILE_H) << 1);
    const supporters = pawnAttacks(us ^ 1, square) & own;
    const isOpen = !(file & front & theirs);
    if (supporters) score += weight(SUPPORTED + rank);
    if (sides & own) score += weight(PHALANX + rank);
    if (!(sideFiles & own)) {
      score += weight(isOpen ? ISOLATED_OPEN : ISOLATED);
    } else if (!(sideFiles & own & ~front) && (pawnAttacks(us, square + up) | bit(square + up)) & theirs) {
      score += weight(isOpen ? BACKWARD_OPEN : BACKWARD);
    }
    if (file & front & own) {
      score += weight(DOUBLED);
      continue;
    }
    const stoppers = passedMask(us, square) & theirs;
    if (!stoppers) {
      passed |= bit(square);
      score += weight(PASSED + rank);
    } else if (isOpen && rank >= 3) {
      const helpers = <i32>popcnt((sides & own) | supporters);
      if (helpers >= <i32>popcnt(outpostMask(us, square) & theirs)) score += weight(CANDIDATE);
    }
  }
  store<u64>(entry + (us << 3), passed, E_PASSED);
  return score;
}

/** Pawns in front of a king and storming it; remembered while the king stays. */
export function shelter(entry: usize, us: i32, king: i32): i32 {
  const place = entry + (us << 2);
  if (load<i32>(place, E_KING) == king) return load<i32>(place, E_SHELTER);
  const front = ahead(us, king) | ((<u64>0xff) << (<u64>(king & 56)));
  const own = pieces(us, PAWN) & front;
  const theirs = pieces(us ^ 1, PAWN) & front & ~pawnAttackSet(us, pieces(us, PAWN));
  const centre = min(max(king & 7, 1), 6);
  let score = 0;
  for (let file = centre - 1; file <= centre + 1; file++) {
    const offset = file == (king & 7) ? 8 : 0;
    score += weight(SHELTER + offset + steps(us, king, own & fileOf(file)));
    score += weight(STORM + offset + steps(us, king, theirs & fileOf(file)));
  }
  score = pack(middleOf(score), 0);
  store<i32>(place, king, E_KING);
  store<i32>(place, score, E_SHELTER);
  return score;
}

/** Ranks from the king to the nearest of the pawns, 0 for none; one beside the king counts as one. */
function steps(us: i32, king: i32, pawns: u64): i32 {
  if (!pawns) return 0;
  const nearest = us ? 63 - <i32>clz(pawns) : first(pawns);
  return max(abs((nearest >> 3) - (king >> 3)), 1);
}
