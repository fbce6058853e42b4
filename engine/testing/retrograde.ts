import { Endgame, invalid, type Man, menOf, nameOf } from './endgame.ts';
import { rays, reaches } from './geometry.ts';

/** The mapping of a position with fewer or other men to its own ending. */
interface Passage {
  /** Absent for two bare kings. */
  endgame: Endgame | undefined;
  isTurned: boolean;
  /** For each slot of {@link endgame}, the slot of the same man in the original position. */
  from: number[];
}

/**
 * Solves endings of up to four men by retrograde analysis: from mates, and from captures and pawn moves into endings
 * solved before. Independent of the core: this is the reference for tablebases.
 */
export class Retrograde {
  #solved = new Map<string, Endgame>();
  #passages = new Map<string, Passage>();
  #board = new Int8Array(64);
  #squares = new Uint8Array(4);

  /** The ending with all its values; solves smaller ones first. */
  solve(name: string): Endgame {
    const known = this.#solved.get(name);
    if (known) return known;
    const endgame = new Endgame(name);
    if (endgame.men.length > 3 || endgame.pawns.length > 0) this.#solveNext(endgame);
    const order = slicesOf(endgame);
    for (const slice of order) this.#solveSlice(endgame, slice);
    this.#solved.set(name, endgame);
    return endgame;
  }

  /** Frees an ending that no other ending needs any more. */
  drop(name: string): void {
    this.#solved.delete(name);
    this.#passages.clear();
  }

  /** Slots by square, -1 for empty ones. */
  #place(squares: Uint8Array): void {
    this.#board.fill(-1);
    for (let slot = 0; slot < squares.length; slot++) this.#board[squares[slot] ?? 0] = slot;
  }

  /** Endings one capture or promotion away. */
  #solveNext({ men }: Endgame): void {
    for (let slot = 2; slot < men.length; slot++) {
      const man = men[slot];
      const fewer = men.filter((_, other) => other !== slot);
      if (fewer.length > 2) this.solve(nameOf(fewer).name);
      for (const type of man?.type === 1 ? [2, 3, 4, 5] : []) {
        const changed = men.map((each, other) => (other === slot ? { ...each, type } : each));
        this.solve(nameOf(changed).name);
        for (let taken = 2; taken < men.length; taken++) {
          const left = changed.filter((_, other) => other !== taken);
          if (taken !== slot && left.length > 2) this.solve(nameOf(left).name);
        }
      }
    }
  }

  #passage(endgame: Endgame, taken: number, slot: number, type: number): Passage {
    const key = `${endgame.name} ${taken} ${slot} ${type}`;
    let passage = this.#passages.get(key);
    if (!passage) {
      passage = this.#findPassage(endgame.men, taken, slot, type);
      this.#passages.set(key, passage);
    }
    return passage;
  }

  #findPassage(men: readonly Man[], taken: number, slot: number, type: number): Passage {
    const left = men
      .map((man, index) => ({ ...man, type: index === slot && type ? type : man.type, index }))
      .filter(({ index }) => index !== taken);
    if (left.length === 2) return { endgame: undefined, isTurned: false, from: [] };
    const { name, isTurned } = nameOf(left);
    const endgame = this.#solved.get(name);
    if (!endgame) throw new Error(`${name} has to be solved first`);
    const rest = [...left];
    const from = menOf(name).map((wanted) => {
      const color = isTurned ? wanted.color ^ 1 : wanted.color;
      const at = rest.findIndex((man) => man.color === color && man.type === wanted.type);
      return rest.splice(at, 1)[0]?.index ?? 0;
    });
    return { endgame, isTurned, from };
  }

  /** The value for the side to move after a capture of slot `taken` (-1: no capture) or a promotion of `slot`. */
  #valueAfter(
    endgame: Endgame,
    side: number,
    squares: Uint8Array,
    taken: number,
    slot: number,
    type: number,
  ): number {
    const passage = this.#passage(endgame, taken, slot, type);
    if (!passage.endgame) return reaches(6, 0, squares[0] ?? 0, squares[1] ?? 0, squares) ? invalid : 0;
    const there = Uint8Array.from(passage.from, (each) => (squares[each] ?? 0) ^ (passage.isTurned ? 56 : 0));
    return passage.endgame.values[
      passage.endgame.indexOf(passage.isTurned ? side ^ 1 : side, there)
    ] as number; // within the ending
  }

  #solveSlice(endgame: Endgame, slice: number): void {
    const { values, sliceSize } = endgame;
    const start = slice * sliceSize;
    const squares = new Uint8Array(endgame.men.length);
    for (let index = start; index < start + sliceSize; index++) {
      const side = endgame.read(index, squares);
      if (!endgame.isPossible(side, squares)) values[index] = invalid;
    }
    const undecided = new Uint8Array(sliceSize);
    let layer: number[] = [];
    const first: number[] = [];
    for (let index = start; index < start + sliceSize; index++) {
      if (values[index] === invalid) continue;
      const { value, quiet } = this.#start(endgame, index, squares);
      values[index] = value;
      undecided[index - start] = quiet;
      if (value === -1) layer.push(index);
      else if (value !== 0) first.push(index);
    }
    for (let plies = 0; layer.length > 0 || plies === 0; plies++) {
      const next = plies === 0 ? first : [];
      for (const index of layer) this.#goBack(endgame, index, { plies, undecided, start, next });
      layer = next;
    }
  }

  /** The value by captures, pawn moves and the absence of moves, and the number of other moves. */
  #start(endgame: Endgame, index: number, squares: Uint8Array): { value: number; quiet: number } {
    const side = endgame.read(index, squares);
    let quiet = 0;
    let wins = false;
    let holds = false;
    let loses = false;
    const judge = (reply: number) => {
      if (reply === invalid) return;
      if (reply < 0) wins = true;
      else if (reply > 0) loses = true;
      else holds = true;
    };
    this.#place(squares);
    for (let slot = 0; slot < endgame.men.length; slot++) {
      const man = endgame.men[slot];
      if (!man || man.color !== side) continue;
      const from = squares[slot] ?? 0;
      if (man.type === 1) {
        this.#pawnMoves(endgame, side, slot, squares, judge);
        continue;
      }
      for (const ray of rays[man.type]?.[from] ?? []) {
        for (let far = 0; far < ray.length; far++) {
          const to = ray[far] ?? 0;
          const taken = this.#board[to] ?? -1;
          if (taken >= 0 && endgame.men[taken]?.color === side) break;
          squares[slot] = to;
          if (taken < 0) {
            if (endgame.values[endgame.indexOf(side ^ 1, squares)] !== invalid) quiet++;
          } else if (taken > 1) judge(this.#valueAfter(endgame, side ^ 1, squares, taken, -1, 0));
          squares[slot] = from;
          if (taken >= 0) break;
        }
      }
    }
    if (wins) return { value: 1, quiet: 255 };
    if (quiet > 0 || holds) return { value: 0, quiet: holds ? 255 : quiet };
    if (loses) return { value: -2, quiet: 255 };
    const isMate = endgame.isAttacked(squares[side] ?? 0, side ^ 1, squares);
    return { value: isMate ? -1 : 0, quiet: 255 };
  }

  /** Every pawn move zeroes the clock: its results were solved before. */
  #pawnMoves(
    endgame: Endgame,
    side: number,
    slot: number,
    squares: Uint8Array,
    judge: (reply: number) => void,
  ): void {
    const from = squares[slot] ?? 0;
    const land = (to: number, taken: number) => {
      squares[slot] = to;
      const isLast = to < 8 || to > 55;
      for (const type of isLast ? [2, 3, 4, 5] : [0]) {
        if (isLast || taken >= 0)
          judge(this.#valueAfter(endgame, side ^ 1, squares, taken, isLast ? slot : -1, type));
        else judge(this.#afterPush(endgame, side, slot, from, squares));
      }
      squares[slot] = from;
    };
    for (const to of endgame.pushes(slot, squares)) land(to, -1);
    for (const to of endgame.pawnHits(slot, squares)) {
      const taken = squares.indexOf(to);
      if (taken > 1 && endgame.men[taken]?.color !== side) land(to, taken);
    }
  }

  /** The reply to a double step may be an en-passant capture, even the only legal move. */
  #afterPush(endgame: Endgame, side: number, slot: number, from: number, squares: Uint8Array): number {
    const index = endgame.indexOf(side ^ 1, squares);
    const value = endgame.values[index] ?? invalid;
    const to = squares[slot] ?? 0;
    if (value === invalid || Math.abs(to - from) !== 16) return value;
    const passed = (from + to) / 2;
    let best = value;
    for (const taker of endgame.pawns) {
      if (endgame.men[taker]?.color === side || !endgame.pawnHits(taker, squares).includes(passed)) continue;
      const stood = squares[taker] ?? 0;
      squares[taker] = passed;
      const reply = this.#valueAfter(endgame, side, squares, slot, -1, 0);
      squares[taker] = stood;
      if (reply === invalid) continue;
      if (reply < 0) return 1;
      // An en-passant capture that draws counts where every other move loses, or where it is the only move.
      const isOnly = value === -1 || (value === 0 && !hasMoves(endgame, index));
      if (isOnly) best = reply === 0 ? 0 : -2;
      else if (reply === 0 && best < 0) best = 0;
    }
    return best;
  }

  /** Passes the result of this position to the positions one quiet move before it. */
  #goBack(
    endgame: Endgame,
    index: number,
    to: { plies: number; undecided: Uint8Array; start: number; next: number[] },
  ): void {
    const { values, men } = endgame;
    const squares = this.#squares.subarray(0, men.length);
    const isLoss = (values[index] ?? 0) < 0;
    const before = endgame.read(index, squares) ^ 1;
    this.#place(squares);
    for (const slot of endgame.movers) {
      const man = men[slot];
      if (!man || man.color !== before) continue;
      const stands = squares[slot] ?? 0;
      for (const ray of rays[man.type]?.[stands] ?? []) {
        for (let far = 0; far < ray.length; far++) {
          const from = ray[far] ?? 0;
          if ((this.#board[from] ?? -1) >= 0) break;
          squares[slot] = from;
          const previous = endgame.indexOf(before, squares);
          squares[slot] = stands;
          if (values[previous] !== 0) continue;
          const at = previous - to.start;
          if (isLoss) values[previous] = to.plies + 1;
          else {
            const left = to.undecided[at] ?? 0;
            if (left === 255) continue;
            to.undecided[at] = left - 1;
            if (left > 1) continue;
            values[previous] = -(to.plies + 2);
          }
          to.next.push(previous);
        }
      }
    }
  }
}

/** Whether the side to move has a move other than an en-passant capture. */
function hasMoves(endgame: Endgame, index: number): boolean {
  const squares = new Uint8Array(endgame.men.length);
  const side = endgame.read(index, squares);
  for (const [slot, man] of endgame.men.entries()) {
    if (man.color !== side) continue;
    const from = squares[slot] ?? 0;
    const hits = endgame.pawnHits(slot, squares).filter((to) => squares.includes(to));
    const targets =
      man.type === 1
        ? [...endgame.pushes(slot, squares), ...hits]
        : (rays[man.type]?.[from] ?? []).flatMap((ray) => Array.from(ray.slice(0, 1)));
    for (const to of targets) {
      const there = squares.indexOf(to);
      if (there >= 0 && endgame.men[there]?.color === side) continue;
      squares[slot] = to;
      const isLegal = !endgame.isAttacked(squares[side] ?? 0, side ^ 1, squares, there);
      squares[slot] = from;
      if (isLegal) return true;
    }
  }
  return false;
}

/** Slices in solving order: the most advanced pawns first. */
function slicesOf(endgame: Endgame): number[] {
  const slices = Array.from({ length: endgame.values.length / endgame.sliceSize }, (_, slice) => slice);
  const squares = new Uint8Array(endgame.men.length);
  const toGo = (slice: number) => {
    endgame.read(slice * endgame.sliceSize, squares);
    return endgame.pawns.reduce((sum, slot) => {
      const rank = (squares[slot] ?? 0) >> 3;
      return sum + (endgame.men[slot]?.color ? rank : 7 - rank);
    }, 0);
  };
  return slices.toSorted((a, b) => toGo(a) - toGo(b));
}
