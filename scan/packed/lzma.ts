import { type Chances, chances, createRangeCoder, type RangeCoder } from './range-coder.ts';
import { Damaged } from './source.ts';
import type { SlidingWindow } from './window.ts';

const states = 12;
/** States from this one on follow a match. */
const firstRepeatState = 7;
const maxPositions = 16;
const shortestRepeat = 2;
const alignBits = 4;
/** Distance slots below this have adaptive probabilities for all bits except the first two. */
const modelledSlots = 14;
const endMarker = 0xff_ff_ff_ff;

interface Properties {
  literalContextBits: number;
  literalPositionBits: number;
  positionBits: number;
}

export interface Lzma {
  /** @throws Damaged */
  setProperties(byte: number): void;
  /** Resets all adaptive probabilities. */
  reset(): void;
  /** Unpacks into the piece that the window has begun. @throws Damaged */
  unpack(packed: Buffer): void;
}

/** The LZMA decoder within LZMA2: literals, and matches of bytes in the window. */
export function createLzma(window: SlidingWindow): Lzma {
  const coder = createRangeCoder();
  let properties: Properties | undefined;
  let model = createModel(0);
  let state = 0;
  let distances: [number, number, number, number] = [1, 1, 1, 1];

  function unpackOne({ literalContextBits, literalPositionBits, positionBits }: Properties): void {
    const position = window.total() & (2 ** positionBits - 1);
    if (coder.bit(model.isRepeat, state * maxPositions + position) === 0) {
      const previous = window.total() === 0 ? 0 : window.back(1);
      const low = (window.total() & (2 ** literalPositionBits - 1)) << literalContextBits;
      const base = 0x300 * (low + (previous >> (8 - literalContextBits)));
      window.put(
        state < firstRepeatState
          ? coder.tree(model.literals, base, 8)
          : readMatchedLiteral(coder, model.literals, base, window.back(distances[0])),
      );
      state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
      return;
    }
    const length = coder.bit(model.isOld, state) === 0 ? readNew(position) : readOld(position);
    window.repeat(distances[0], length);
  }

  /** Reads a match with an explicit distance. */
  function readNew(position: number): number {
    const length = readLength(coder, model.newLengths, position);
    state = state < firstRepeatState ? 7 : 10;
    const distance = readDistance(coder, model, length);
    if (distance === endMarker) throw new Damaged('it ends in the middle of a piece');
    distances = [distance + 1, distances[0], distances[1], distances[2]];
    return length;
  }

  /** Reads a match at one of the last four distances. */
  function readOld(position: number): number {
    const [first, second, third, fourth] = distances;
    if (coder.bit(model.isOther, state) === 0) {
      if (coder.bit(model.isLong, state * maxPositions + position) === 0) {
        state = state < firstRepeatState ? 9 : 11;
        return 1;
      }
    } else if (coder.bit(model.isThird, state) === 0) {
      distances = [second, first, third, fourth];
    } else if (coder.bit(model.isFourth, state) === 0) {
      distances = [third, first, second, fourth];
    } else {
      distances = [fourth, first, second, third];
    }
    state = state < firstRepeatState ? 8 : 11;
    return readLength(coder, model.oldLengths, position);
  }

  return {
    setProperties(byte) {
      const literalContextBits = byte % 9;
      const literalPositionBits = Math.floor(byte / 9) % 5;
      const positionBits = Math.floor(byte / 45);
      if (positionBits > 4 || literalContextBits + literalPositionBits > 4) {
        throw new Damaged('it has properties that LZMA2 does not have');
      }
      properties = { literalContextBits, literalPositionBits, positionBits };
    },
    reset() {
      if (!properties) throw new Damaged('it has a piece without properties');
      model = createModel(properties.literalContextBits + properties.literalPositionBits);
      state = 0;
      distances = [1, 1, 1, 1];
    },
    unpack(packed) {
      if (!properties) throw new Damaged('it has a piece without properties');
      coder.begin(packed);
      while (window.room() > 0) unpackOne(properties);
    },
  };
}

interface LengthModel {
  choice: Chances;
  low: Chances;
  middle: Chances;
  high: Chances;
}

function createLengthModel(): LengthModel {
  return {
    choice: chances(2),
    low: chances(maxPositions * 8),
    middle: chances(maxPositions * 8),
    high: chances(256),
  };
}

function createModel(literalBits: number) {
  return {
    isRepeat: chances(states * maxPositions),
    isOld: chances(states),
    isOther: chances(states),
    isLong: chances(states * maxPositions),
    isThird: chances(states),
    isFourth: chances(states),
    literals: chances(0x300 * 2 ** literalBits),
    newLengths: createLengthModel(),
    oldLengths: createLengthModel(),
    slots: chances(4 * 64),
    distances: chances(128),
    align: chances(2 ** alignBits),
  };
}

/** After a match, the bits of the byte at the last distance select the probabilities until a bit differs. */
function readMatchedLiteral(coder: RangeCoder, literals: Chances, base: number, matched: number): number {
  let symbol = 1;
  let rest = matched;
  while (symbol < 0x100) {
    const expected = (rest >> 7) & 1;
    rest <<= 1;
    const bit = coder.bit(literals, base + ((1 + expected) << 8) + symbol);
    symbol = symbol * 2 + bit;
    if (bit !== expected) break;
  }
  while (symbol < 0x100) symbol = symbol * 2 + coder.bit(literals, base + symbol);
  return symbol & 0xff;
}

function readLength(coder: RangeCoder, { choice, low, middle, high }: LengthModel, position: number): number {
  if (coder.bit(choice, 0) === 0) return shortestRepeat + coder.tree(low, position * 8, 3);
  if (coder.bit(choice, 1) === 0) return shortestRepeat + 8 + coder.tree(middle, position * 8, 3);
  return shortestRepeat + 16 + coder.tree(high, 0, 8);
}

function readDistance(
  coder: RangeCoder,
  { slots, distances, align }: Pick<ReturnType<typeof createModel>, 'slots' | 'distances' | 'align'>,
  length: number,
): number {
  const slot = coder.tree(slots, Math.min(length - shortestRepeat, 3) * 64, 6);
  if (slot < 4) return slot;
  const extraBits = (slot >> 1) - 1;
  const base = (2 + (slot & 1)) * 2 ** extraBits;
  if (slot < modelledSlots) return base + coder.reverseTree(distances, base - slot, extraBits);
  const even = coder.even(extraBits - alignBits) * 2 ** alignBits;
  return base + even + coder.reverseTree(align, 0, alignBits);
}
