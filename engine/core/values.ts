/** Scores are units of the search (`centipawns.ts` of the host) for the side to move; mates count the plies to them. */
export const INFINITE: i32 = 32000;
export const NO_SCORE: i32 = 32001;
export const MATE: i32 = 30000;
/** Beyond this a score is a mate. */
export const MATE_BOUND: i32 = MATE - 512;
/** A win by tables, some plies away. */
export const TABLE_WIN: i32 = 28000;
export const TABLE_BOUND: i32 = TABLE_WIN - 512;
/** A value that no tablebase knows: a result, a distance, the rank of a move. The host knows it too (`result.ts`). */
export const UNKNOWN_TO_TABLES: i32 = 0x7fff;
/** No evaluation reaches further. */
export const MAX_EVALUATION: i32 = 20000;

const exchangeValues: usize = memory.data<i32>([0, 100, 330, 345, 520, 1000, 0, 0]);

/** Exchange values by type of piece. */
export function exchangeValue(type: i32): i32 {
  return load<i32>(exchangeValues + (type << 2));
}

export function isDecisive(score: i32): bool {
  return abs(score) >= TABLE_BOUND;
}
