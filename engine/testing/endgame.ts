import { pawnTargets, reaches } from './geometry.ts';

/** Men of an ending in the order of their slots; the first two are the kings. */
export interface Man {
  color: number;
  /** 1 pawn to 6 king. */
  type: number;
}

export const invalid = -128;
const letters = ' PNBRQK';

/** `KQvKR` and the like: the men in order, White's first. */
export function menOf(name: string): Man[] {
  const [white = '', black = ''] = name.split('v');
  const men = (side: string, color: number) =>
    Array.from(side.slice(1), (letter) => ({ color, type: letters.indexOf(letter) }));
  return [{ color: 0, type: 6 }, { color: 1, type: 6 }, ...men(white, 0), ...men(black, 1)];
}

/** The name of an ending with the stronger side first; `isTurned`: the colours were exchanged for that. */
export function nameOf(men: readonly Man[]): { name: string; isTurned: boolean } {
  const side = (color: number) =>
    men
      .filter((man) => man.color === color)
      .map((man) => man.type)
      .toSorted((a, b) => b - a);
  const white = side(0);
  const black = side(1);
  const isTurned = black.length > white.length || (black.length === white.length && isLess(white, black));
  const text = (types: number[]) => types.map((type) => letters[type] ?? '').join('');
  return {
    name: isTurned ? `${text(black)}v${text(white)}` : `${text(white)}v${text(black)}`,
    isTurned,
  };
}

function isLess(a: number[], b: number[]): boolean {
  const at = a.findIndex((type, index) => type !== b[index]);
  return at >= 0 && (a[at] ?? 0) < (b[at] ?? 0);
}

/**
 * One ending and its values by position: the plies to the next zeroing move where the side to move wins, `-1 - plies`
 * where it loses (-1: mated), 0 for draws, `invalid` for impossible positions. Mirrored positions share one index:
 * the first pawn, or White's king without pawns, is kept on files a to d (and ranks 1 to 4).
 */
export class Endgame {
  readonly name: string;
  readonly men: readonly Man[];
  /** Slots of pawns, whose squares define a slice, and of the other men. */
  readonly pawns: number[];
  readonly movers: number[];
  readonly sliceSize: number;
  readonly values: Int8Array;

  constructor(name: string) {
    this.name = name;
    this.men = menOf(name);
    const slots = [...this.men.keys()];
    this.pawns = slots.filter((slot) => this.men[slot]?.type === 1);
    this.movers = slots.filter((slot) => this.men[slot]?.type !== 1);
    const anchors = this.pawns.length > 0 ? 24 * 64 ** (this.pawns.length - 1) : 1;
    const kings = this.pawns.length > 0 ? 64 : 16;
    this.sliceSize = 2 * kings * 64 ** (this.movers.length - 1);
    this.values = new Int8Array(anchors * this.sliceSize);
  }

  /** The mask that mirrors squares before a look-up. */
  mirrorOf(squares: Uint8Array): number {
    const anchor = squares[this.pawns[0] ?? 0] ?? 0;
    const file = anchor & 4 ? 7 : 0;
    return this.pawns.length > 0 ? file : file | (anchor & 32 ? 56 : 0);
  }

  indexOf(side: number, squares: Uint8Array): number {
    const mirror = this.mirrorOf(squares);
    let index = 0;
    for (let order = 0; order < this.pawns.length; order++) {
      const square = (squares[this.pawns[order] ?? 0] ?? 0) ^ mirror;
      index = order === 0 ? ((square >> 3) - 1) * 4 + (square & 3) : index * 64 + square;
    }
    index = index * 2 + side;
    for (let order = 0; order < this.movers.length; order++) {
      const square = (squares[this.movers[order] ?? 0] ?? 0) ^ mirror;
      if (order === 0 && this.pawns.length === 0) index = index * 16 + (square >> 3) * 4 + (square & 3);
      else index = index * 64 + square;
    }
    return index;
  }

  /** The side to move and the squares at an index. */
  read(index: number, squares: Uint8Array): number {
    let rest = index;
    for (let order = this.movers.length - 1; order >= 0; order--) {
      const slot = this.movers[order] ?? 0;
      if (order === 0 && this.pawns.length === 0) {
        squares[slot] = ((rest & 15) >> 2) * 8 + (rest & 3);
        rest >>= 4;
      } else {
        squares[slot] = rest & 63;
        rest >>= 6;
      }
    }
    const side = rest & 1;
    rest >>= 1;
    for (let order = this.pawns.length - 1; order >= 0; order--) {
      const slot = this.pawns[order] ?? 0;
      if (order === 0) squares[slot] = ((rest >> 2) + 1) * 8 + (rest & 3);
      else {
        squares[slot] = rest & 63;
        rest >>= 6;
      }
    }
    return side;
  }

  isAttacked(square: number, by: number, squares: Uint8Array, except = -1): boolean {
    for (let slot = 0; slot < this.men.length; slot++) {
      const man = this.men[slot];
      if (!man || man.color !== by || slot === except) continue;
      if (reaches(man.type, by, squares[slot] ?? 0, square, squares)) return true;
    }
    return false;
  }

  /** Men on different squares, pawns on their ranks, and the waiting side not in check. */
  isPossible(side: number, squares: Uint8Array): boolean {
    for (let slot = 0; slot < this.men.length; slot++) {
      const square = squares[slot] ?? 0;
      if (this.men[slot]?.type === 1 && (square < 8 || square > 55)) return false;
      for (let other = 0; other < slot; other++) if (squares[other] === square) return false;
    }
    return !this.isAttacked(squares[side ^ 1] ?? 0, side, squares);
  }

  /** Squares that the pawn in a slot can reach: pushes, then captures with or without a target. */
  pushes(slot: number, squares: Uint8Array): number[] {
    const color = this.men[slot]?.color ?? 0;
    const from = squares[slot] ?? 0;
    const up = color ? -8 : 8;
    if (squares.includes(from + up)) return [];
    const isHome = from >> 3 === (color ? 6 : 1);
    return isHome && !squares.includes(from + 2 * up) ? [from + up, from + 2 * up] : [from + up];
  }

  pawnHits(slot: number, squares: Uint8Array): number[] {
    return pawnTargets(this.men[slot]?.color ?? 0, squares[slot] ?? 0);
  }
}
