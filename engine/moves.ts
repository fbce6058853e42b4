import type { Core } from './core.ts';
import { EngineError } from './errors.ts';
import { squareName } from './fen.ts';

const promotions = 'nbrq';

/** A move of the core in coordinates: `e2e4`, `e7e8q`. */
export function moveName(move: number): string {
  const flag = move >> 12;
  const promotion = flag >= 4 ? (promotions[flag - 4] ?? '') : '';
  return squareName(move & 63) + squareName((move >> 6) & 63) + promotion;
}

export function legalMoves(core: Core, memory: WebAssembly.Memory): number[] {
  const count = core.listMoves();
  const view = new DataView(memory.buffer, core.legalMovesAt(), count * 8);
  return Array.from({ length: count }, (_, index) => view.getInt32(index * 8, true));
}

/** The legal move with this name; `e7e8=Q` and capitals are accepted too. */
export function findMove(core: Core, memory: WebAssembly.Memory, name: string): number | undefined {
  const match = /^([a-h])([1-8])([a-h])([1-8])=?([nbrq])?$/i.exec(name);
  if (!match) return undefined;
  const [, fromFile = '', fromRank = '', toFile = '', toRank = '', letter = ''] = match;
  const from = squareOf(fromFile, fromRank);
  const to = squareOf(toFile, toRank);
  const promotion = letter ? promotions.indexOf(letter.toLowerCase()) + 4 : 0;
  const count = core.listMoves();
  const view = new DataView(memory.buffer, core.legalMovesAt(), count * 8);
  for (let index = 0; index < count; index++) {
    const move = view.getInt32(index * 8, true);
    if ((move & 0xfff) !== (from | (to << 6))) continue;
    // Flags below four are castling and en passant.
    if (Math.max(move >> 12, 3) === Math.max(promotion, 3)) return move;
  }
  return undefined;
}

function squareOf(file: string, rank: string): number {
  return Number(rank) * 8 - 8 + file.toLowerCase().charCodeAt(0) - 97;
}

/** Plays the moves on the core's board. Throws `illegal_move` with the first illegal one. */
export function playMoves(core: Core, memory: WebAssembly.Memory, names: readonly string[]): void {
  for (const [index, name] of names.entries()) {
    const move = findMove(core, memory, name);
    if (move === undefined)
      throw new EngineError('illegal_move', `move ${index + 1} is not legal: ${name.slice(0, 10)}`);
    core.makeMove(move);
    core.compactStates(longestMemory);
  }
}

/** Plies that a repetition can reach back: the fifty-move rule ends older positions. */
const longestMemory = 160;
