import { readFile } from 'node:fs/promises';
import { ensureCore, type CoreKind } from './compile.ts';
import type { Setup } from './fen.ts';

/** What the compiled core exports to the host; see `core/main.ts`. */
export interface Core {
  initTables(): void;
  setThread(index: number): void;
  getBlock(): number;
  fixedBytes(threads: number): number;
  clearBoard(): void;
  place(piece: number, square: number): void;
  finishBoard(side: number, castling: number, passing: number, clock: number): void;
  perft(depth: number): bigint;
  makeMove(move: number): void;
  unmakeMove(): void;
  listMoves(): number;
  legalMovesAt(): number;
}

const pageBytes = 65_536;

export async function compileCore(kind: CoreKind = 'release'): Promise<WebAssembly.Module> {
  return WebAssembly.compile(await readFile(await ensureCore(kind)));
}

/** Memory for a number of threads and a table; its size is fixed for its life. */
export function createMemory(bytes: number): WebAssembly.Memory {
  const pages = Math.ceil(bytes / pageBytes);
  return new WebAssembly.Memory({ initial: pages, maximum: 65_536, shared: true });
}

export function instantiate(module: WebAssembly.Module, memory: WebAssembly.Memory): Core {
  const env = { memory, abort: failAssertion };
  // The module is ours: its exports are what `core/main.ts` says.
  return new WebAssembly.Instance(module, { env }).exports as unknown as Core;
}

function failAssertion(_message: number, _file: number, line: number, column: number): never {
  throw new Error(`assertion failed in the search core, line ${line}, column ${column}`);
}

export function setBoard(core: Core, setup: Setup): void {
  core.clearBoard();
  for (const [square, piece] of setup.board.entries()) if (piece) core.place(piece, square);
  core.finishBoard(setup.side, setup.castling, setup.passing, setup.clock);
}
