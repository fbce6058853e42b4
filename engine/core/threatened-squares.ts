/** Squares that lesser men of one side attack: a piece there is attacked by a man worth less than itself. */
import { BISHOP, KNIGHT, PAWN, QUEEN, ROOK, bit, first, knightAttacks, pawnAttackSet } from './squares';
import { bishopAttacks, rookAttacks } from './magics';
import { fromOf, toOf } from './make';
import { occupied, pieceOn, pieces } from './position';

/** The bonus in the order of quiet moves for a step out of such an attack, or the cost of a step into one. */
const MINOR_STAKE: i32 = 9000;
const ROOK_STAKE: i32 = 14000;
const QUEEN_STAKE: i32 = 24000;

let byPawn: u64 = 0;
let byMinor: u64 = 0;
let byRook: u64 = 0;

/** Collects them for `lesserScore`. */
export function collectLesser(them: i32): void {
  const occupancy = occupied();
  byPawn = pawnAttackSet(them, pieces(them, PAWN));
  byMinor = byPawn;
  for (let rest = pieces(them, KNIGHT); rest; rest &= rest - 1) byMinor |= knightAttacks(first(rest));
  for (let rest = pieces(them, BISHOP); rest; rest &= rest - 1)
    byMinor |= bishopAttacks(first(rest), occupancy);
  byRook = byMinor;
  for (let rest = pieces(them, ROOK); rest; rest &= rest - 1) byRook |= rookAttacks(first(rest), occupancy);
}

/** Good for a quiet move that leaves such a square, bad for one that enters it. */
export function lesserScore(move: i32): i32 {
  switch (pieceOn(fromOf(move)) & 7) {
    case KNIGHT:
    case BISHOP:
      return stakeOf(move, byPawn, MINOR_STAKE);
    case ROOK:
      return stakeOf(move, byMinor, ROOK_STAKE);
    case QUEEN:
      return stakeOf(move, byRook, QUEEN_STAKE);
    default:
      return 0;
  }
}

/** Two unpredictable tests: their results are added, without branches. */
function stakeOf(move: i32, unsafe: u64, stake: i32): i32 {
  const leaves = <i32>(unsafe >> <u64>fromOf(move)) & 1;
  const enters = <i32>(unsafe >> <u64>toOf(move)) & 1;
  return stake * (leaves - enters);
}
