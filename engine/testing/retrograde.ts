import { attackers } from '../fen-rules.ts';
import { noSquare, type Setup } from '../setup.ts';
import { slowMake, slowMoves } from './slow-rules.ts';

/** Result and plies to the next zeroing move for the side to move; undefined for positions that cannot be. */
export interface Truth {
  wdl: number;
  dtz: number;
}

const king = 6;
const knownResults = new Map<number, Truth[]>();

/** White has a king and one man of the type, Black a bare king. Indices are side, white king, man, black king. */
export function solveThreeMen(type: number): (Truth | undefined)[] {
  const solved = Array.from<Truth | undefined>({ length: 2 * 64 ** 3 });
  const children = new Map<number, { indices: number[]; zeroing: Truth[] }>();
  for (let index = 0; index < solved.length; index++) {
    const setup = setupAt(index, type);
    if (!setup) continue;
    const node = { indices: [] as number[], zeroing: [] as Truth[] };
    for (const move of slowMoves(setup)) {
      const after = slowMake(setup, move);
      if (move.promotion || after.board.filter(Boolean).length === 2)
        node.zeroing.push(afterChange(after, move.promotion));
      else if (type === 1 && setup.board[move.from] === 1) node.indices.push(-1 - indexOf(after, type));
      else node.indices.push(indexOf(after, type));
    }
    children.set(index, node);
    if (node.indices.length + node.zeroing.length === 0) {
      const isMate = attackers(setup, setup.board.indexOf((setup.side << 3) | king), setup.side ^ 1) > 0;
      solved[index] = isMate ? { wdl: -2, dtz: 0 } : { wdl: 0, dtz: 0 };
    }
  }
  settle(solved, children);
  for (const index of children.keys()) solved[index] ??= { wdl: 0, dtz: 0 };
  knownResults.set(type, solved as Truth[]);
  return solved;
}

type Node = { indices: number[]; zeroing: Truth[] };

/** First who wins at all, then by how many plies: repeated until nothing changes. */
function settle(solved: (Truth | undefined)[], children: Map<number, Node>): void {
  for (let changed = true; changed;) {
    changed = false;
    for (const [index, node] of children) {
      const truth = judge(node, solved);
      const held = solved[index];
      if (!truth || (held && held.wdl === truth.wdl && held.dtz === truth.dtz)) continue;
      if (held && node.indices.length + node.zeroing.length === 0) continue;
      solved[index] = truth;
      changed = true;
    }
  }
}

/** A negative child index is reached by a pawn move, which zeroes. */
function judge(node: Node, solved: (Truth | undefined)[]): Truth | undefined {
  let least = Infinity;
  let longest = 0;
  let isLost = node.indices.length + node.zeroing.length > 0;
  const consider = (child: Truth | undefined, isZeroing: boolean) => {
    if (child?.wdl === -2) least = Math.min(least, isZeroing || child.dtz === 0 ? 1 : -child.dtz + 1);
    if (child?.wdl === 2) longest = Math.max(longest, isZeroing ? 1 : child.dtz + 1);
    else isLost = false;
  };
  for (const child of node.zeroing) consider(child, true);
  for (const index of node.indices) consider(solved[index < 0 ? -1 - index : index], index < 0);
  if (least < Infinity) return { wdl: 2, dtz: least };
  return isLost ? { wdl: -2, dtz: -longest } : undefined;
}

function afterChange(after: Setup, promotion: number): Truth {
  if (!promotion) return { wdl: 0, dtz: 0 };
  const solved = knownResults.get(promotion);
  if (!solved) throw new Error('solve the pieces before the pawn');
  // The promoted man can be taken at once: then the board is bare.
  return solved[indexOf(after, promotion)] ?? { wdl: 0, dtz: 0 };
}

function indexOf(setup: Setup, type: number): number {
  const { board } = setup;
  return ((setup.side * 64 + board.indexOf(king)) * 64 + board.indexOf(type)) * 64 + board.indexOf(8 | king);
}

export function setupAt(index: number, type: number): Setup | undefined {
  const bare = index & 63;
  const man = (index >> 6) & 63;
  const own = (index >> 12) & 63;
  const side = (index >> 18) as 0 | 1; // one bit is left
  if (bare === man || man === own || own === bare) return undefined;
  if (type === 1 && (man < 8 || man >= 56)) return undefined;
  const board = new Uint8Array(64);
  board[own] = king;
  board[man] = type;
  board[bare] = 8 | king;
  const setup: Setup = { board, side, castling: 0, passing: noSquare, clock: 0, moveNumber: 1 };
  const waiting = side ? own : bare;
  return attackers(setup, waiting, side) > 0 ? undefined : setup;
}
