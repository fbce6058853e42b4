import { Damaged } from './source.ts';

const half = 1024;
const adaptBits = 5;

/** Adaptive bit probabilities, updated with each bit read. */
export type Chances = Uint16Array;

export function chances(count: number): Chances {
  return new Uint16Array(count).fill(half);
}

export interface RangeCoder {
  /** Begins one piece of packed bytes. @throws Damaged */
  begin(bytes: Buffer): void;
  /** @throws Damaged at the end of the bytes */
  bit(chances: Chances, index: number): number;
  /** Reads `count` bits of even probability, the highest first. */
  even(count: number): number;
  /** Reads a number of `count` bits, the highest first, each with its own probability: the tree begins at `base`. */
  tree(chances: Chances, base: number, count: number): number;
  /** Like `tree`, with the lowest bit first. */
  reverseTree(chances: Chances, base: number, count: number): number;
}

/** A range decoder: each bit narrows the range between two bounds. */
export function createRangeCoder(): RangeCoder {
  // in a typed array, because 32-bit numbers outside of one would be heap objects
  const state = new Uint32Array(2);
  let bytes: Buffer = Buffer.alloc(0);
  let at = 0;

  function refill(): void {
    if (at >= bytes.length) throw new Damaged('it has a piece that is shorter than it says');
    state[0] = (state[0] ?? 0) << 8;
    state[1] = ((state[1] ?? 0) << 8) | (bytes[at] ?? 0);
    at += 1;
  }

  function bit(probabilities: Chances, index: number): number {
    if ((state[0] ?? 0) < 0x1_00_00_00) refill();
    const chance = probabilities[index] ?? half;
    const range = state[0] ?? 0;
    const code = state[1] ?? 0;
    const bound = (range >>> 11) * chance;
    if (code < bound) {
      state[0] = bound;
      probabilities[index] = chance + ((2048 - chance) >> adaptBits);
      return 0;
    }
    state[0] = range - bound;
    state[1] = code - bound;
    probabilities[index] = chance - (chance >> adaptBits);
    return 1;
  }

  return {
    begin(packed) {
      if (packed.length < 5 || packed[0] !== 0) throw new Damaged('it has a piece that is none');
      bytes = packed;
      at = 5;
      state[0] = 0xff_ff_ff_ff;
      state[1] = packed.readUInt32BE(1);
    },
    bit,
    even(count) {
      let value = 0;
      for (let left = count; left > 0; left -= 1) {
        if ((state[0] ?? 0) < 0x1_00_00_00) refill();
        const range = (state[0] ?? 0) >>> 1;
        const isOne = (state[1] ?? 0) >= range;
        state[0] = range;
        if (isOne) state[1] = (state[1] ?? 0) - range;
        value = value * 2 + (isOne ? 1 : 0);
      }
      return value;
    },
    tree(probabilities, base, count) {
      let node = 1;
      for (let left = count; left > 0; left -= 1) node = node * 2 + bit(probabilities, base + node);
      return node - 2 ** count;
    },
    reverseTree(probabilities, base, count) {
      let node = 1;
      let value = 0;
      for (let place = 0; place < count; place += 1) {
        const one = bit(probabilities, base + node);
        node = node * 2 + one;
        value += one * 2 ** place;
      }
      return value;
    },
  };
}
