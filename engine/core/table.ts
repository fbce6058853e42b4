/**
 * Transposition table: clusters of four 16-byte entries, shared by all threads without locks. The first word
 * is key xor second word, so an entry torn by two writers belongs to no position.
 * Second word: move 16, score 16, evaluation 16, depth 8, age 5, on a principal variation 1, bound 2.
 */
import { TABLE_AGE, TABLE_BASE, TABLE_CLUSTERS } from './memory';
import { TABLE_BOUND } from './values';

export const UPPER: i32 = 1;
export const LOWER: i32 = 2;
export const EXACT: i32 = 3;

const CLUSTER: usize = 64;
const AGES: i32 = 31;
/** One search of age outweighs this many plies of depth. */
const AGE_WEIGHT: i32 = 6;

let base: usize = 0;
let clusters: u64 = 0;
let age: i32 = 0;

/** Takes over where the table lies; the host wrote it for all threads. */
export function openTable(): void {
  base = load<u32>(TABLE_BASE);
  clusters = load<u32>(TABLE_CLUSTERS);
  age = load<i32>(TABLE_AGE) & AGES;
}

function clusterOf(key: u64): usize {
  return base + <usize>(((key >> 32) * clusters) >> 32) * CLUSTER;
}

/** The second word of the position's entry, 0 when there is none. */
export function probe(key: u64): u64 {
  const entry = clusterOf(key);
  return entryOf(entry, key, entryOf(entry + 16, key, entryOf(entry + 32, key, entryOf(entry + 48, key, 0))));
}

/** The second word of an entry if it is the position's. The processor could not predict a branch on it, so there is none. */
function entryOf(entry: usize, key: u64, otherwise: u64): u64 {
  const word = load<u64>(entry, 8);
  return select<u64>(word, otherwise, (load<u64>(entry) ^ word) == key);
}

export function moveIn(word: u64): i32 {
  return <i32>(word & 0xffff);
}

/** Mates are kept as distances from the position; `ply` makes them distances from the root again. */
export function scoreIn(word: u64, ply: i32): i32 {
  const score = <i32>(<i16>(word >> 16));
  return score >= TABLE_BOUND ? score - ply : score <= -TABLE_BOUND ? score + ply : score;
}

export function evaluationIn(word: u64): i32 {
  return <i32>(<i16>(word >> 32));
}

export function depthIn(word: u64): i32 {
  return <i32>((word >> 48) & 0xff);
}

export function boundIn(word: u64): i32 {
  return <i32>((word >> 56) & 3);
}

export function wasPv(word: u64): bool {
  return ((word >> 58) & 1) != 0;
}

export function save(
  key: u64,
  ply: i32,
  move: i32,
  score: i32,
  evaluation: i32,
  depth: i32,
  bound: i32,
  pv: bool,
): void {
  let entry = clusterOf(key);
  const end = entry + CLUSTER;
  let victim = entry;
  let lowest = i32.MAX_VALUE;
  do {
    const word = load<u64>(entry, 8);
    if ((load<u64>(entry) ^ word) == key) {
      if (!move) move = moveIn(word);
      const isCurrent = <i32>(word >> 59) == age;
      if (bound != EXACT && isCurrent && depth + 4 + (pv ? 2 : 0) <= depthIn(word)) return;
      victim = entry;
      break;
    }
    const worth = word ? depthIn(word) - AGE_WEIGHT * ((age - <i32>(word >> 59)) & AGES) : -1000;
    const isLower = worth < lowest;
    lowest = select<i32>(worth, lowest, isLower);
    victim = select<usize>(entry, victim, isLower);
    entry += 16;
  } while (entry < end);
  const kept = score >= TABLE_BOUND ? score + ply : score <= -TABLE_BOUND ? score - ply : score;
  const word =
    <u64>(<u32>move & 0xffff) |
    ((<u64>(<u32>kept & 0xffff)) << 16) |
    ((<u64>(<u32>evaluation & 0xffff)) << 32) |
    ((<u64>(<u32>(depth < 0 ? 0 : depth) & 0xff)) << 48) |
    ((<u64>((age << 3) | (pv ? 4 : 0) | bound)) << 56);
  store<u64>(victim, key ^ word);
  store<u64>(victim, word, 8);
}

/** Per mille of the first thousand entries written by this search. */
export function hashfull(): i32 {
  let used = 0;
  const sample = clusters < 250 ? <i32>clusters : 250;
  for (let index: usize = 0; index < <usize>sample * 4; index++) {
    const word = load<u64>(base + index * 16, 8);
    if (word && <i32>(word >> 59) == age) used++;
  }
  return sample ? (used * 250) / sample : 0;
}
