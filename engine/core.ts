import { readFile } from 'node:fs/promises';
import { ensureCore, type CoreKind } from './compile.ts';
import type { Setup } from './position-setup.ts';

/** The exports of the compiled core for the host; see `core/main.ts`. */
export interface Core {
  initTables(): void;
  setThread(index: number): void;
  getBlock(): number;
  fixedBytes(threads: number): number;
  forget(): void;
  clearBoard(): void;
  place(piece: number, square: number): void;
  finishBoard(side: number, castling: number, passing: number, clock: number): void;
  makeMove(move: number): void;
  unmakeMove(): void;
  compactStates(keep: number): void;
  listMoves(): number;
  legalMovesAt(): number;
  bestMove(): number;
  isNoisy(move: number): number;
  isLegal(move: number): number;
  givesCheck(move: number): number;
  inCheck(): number;
  sideToMove(): number;
  castlingRights(): number;
  passingSquare(): number;
  halfmoves(): number;
  isGameDrawn(): number;
  exchangeReaches(move: number, threshold: number): number;
  perft(depth: number): bigint;
  /** Proves or refutes a mate in so many moves by trying everything; -1 when it takes more nodes than that. */
  forcesMate(moves: number, limit: number): number;
  /** Units of the search (`centipawns.ts`) for the side to move. */
  evaluate(): number;
  /** The same by the hand-written evaluation. */
  evaluateByHand(): number;
  /** Measures mobility, danger and threats; then they can be read by index, in units for the side to move. */
  measureActivity(): void;
  activityTerm(index: number): number;
  netAt(): number;
  netBytes(): number;
  clearRoot(): void;
  addRoot(move: number): void;
  rootMove(index: number): number;
  /** Enters the position on the board into the table, as exact. */
  remember(move: number, score: number, depth: number): void;
  iterate(
    thread: number,
    maxDepth: number,
    lines: number,
    maxNodes: number,
    softMs: number,
    hardMs: number,
    mateIn: number,
  ): number;
  sensitivity(index: number, delta: number, isEnd: number): number;
  mixture(): number;
  openTables(): void;
  addTable(address: number, key: bigint, isDtz: number): number;
  /** Win 2, cursed win 1, draw 0, blessed loss -1, loss -2; 32767 when no table knows the position. */
  tableWdl(): number;
  tableDtz(): number;
}

export interface Host {
  now(): number;
  report(rank: number, isLast: number): void;
}

/** Addresses in the shared memory and offsets in a thread's report; `core/memory.ts` and its neighbours. */
export const layout = {
  stop: 0x10000,
  tableBase: 0x10004,
  tableClusters: 0x10008,
  tableAge: 0x1000c,
  threadCount: 0x10010,
  tablebaseFree: 0x10020,
  netReady: 0x10024,
  report: 256,
  reportNodes: 0,
  reportDepth: 8,
  reportHashfull: 16,
  reportTableWdl: 24,
  reportTableDtz: 28,
  rootScore: 4,
  rootSeldepth: 12,
  rootTable: 32,
  rootLine: 64,
  clusterBytes: 64,
} as const;

const pageBytes = 65_536;

export async function compileCore(kind: CoreKind = 'release'): Promise<WebAssembly.Module> {
  return WebAssembly.compile(await readFile(await ensureCore(kind)));
}

/** Shared memory of a fixed size. */
export function createMemory(bytes: number): WebAssembly.Memory {
  const pages = Math.ceil(bytes / pageBytes);
  return new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true });
}

/** Bytes in front of the table for a number of threads. */
export function fixedBytes(module: WebAssembly.Module, threads: number): number {
  return instantiate(module, createMemory(pageBytes)).fixedBytes(threads);
}

const silent: Host = { now: () => performance.now(), report: () => {} };

export function instantiate(module: WebAssembly.Module, memory: WebAssembly.Memory, host = silent): Core {
  const imports = { env: { memory, abort: failAssertion }, host: { ...host } };
  // The module is ours: its exports are those of `core/main.ts`.
  return new WebAssembly.Instance(module, imports).exports as unknown as Core;
}

function failAssertion(_message: number, _file: number, line: number, column: number): never {
  throw new Error(`assertion failed in the search core, line ${line}, column ${column}`);
}

export function setBoard(core: Core, setup: Setup): void {
  core.clearBoard();
  for (const [square, piece] of setup.board.entries()) if (piece) core.place(piece, square);
  core.finishBoard(setup.side, setup.castling, setup.passing, setup.clock);
}

/** The position on the board of the core; the number of the move is not kept there. */
export function readBoard(core: Core, memory: WebAssembly.Memory, moveNumber = 1): Setup {
  return {
    board: new Uint8Array(memory.buffer, core.getBlock(), 64).slice(),
    side: core.sideToMove() ? 1 : 0,
    castling: core.castlingRights(),
    passing: core.passingSquare(),
    clock: core.halfmoves(),
    moveNumber,
  };
}
