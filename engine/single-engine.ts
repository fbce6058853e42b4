import {
  compileCore,
  type Core,
  createMemory,
  fixedBytes,
  instantiate,
  layout,
  readBoard,
  setBoard,
} from './core.ts';
import type { CoreKind } from './compile.ts';
import { formatFen, parseFen } from './fen.ts';
import { legalMoves, playMoves } from './moves.ts';
import type { Line } from './result.ts';
import { readRootLines } from './root-lines.ts';
import { copyNet } from './net.ts';
import { loadTables, readTableFiles, tablebaseBytes } from './tablebase/files.ts';

const bytesPerMb = 1_048_576;
const unlimited = 1e15;

export interface Thought {
  depth: number;
  nodes: number;
  lines: Line[];
}

/** One core on the caller's thread: answers synchronously. For tools and tests; servers use the pool. */
export class SingleEngine {
  readonly core: Core;
  readonly memory: WebAssembly.Memory;
  #control: Int32Array;
  #age = 0;

  private constructor(core: Core, memory: WebAssembly.Memory) {
    this.core = core;
    this.memory = memory;
    this.#control = new Int32Array(memory.buffer);
  }

  static async open(hashMb = 8, kind: CoreKind = 'release', syzygyPath = ''): Promise<SingleEngine> {
    const tables = syzygyPath ? await readTableFiles(syzygyPath) : [];
    const module = await compileCore(kind);
    const base = fixedBytes(module, 1);
    const behind = base + hashMb * bytesPerMb;
    const memory = createMemory(behind + tablebaseBytes(tables));
    const core = instantiate(module, memory);
    core.initTables();
    copyNet(core, memory);
    loadTables(core, memory, behind, tables);
    core.setThread(0);
    const engine = new SingleEngine(core, memory);
    engine.#control[layout.tableBase / 4] = base;
    engine.#control[layout.tableClusters / 4] = (hashMb * bytesPerMb) / layout.clusterBytes;
    return engine;
  }

  set(fen: string, moves: readonly string[] = []): void {
    setBoard(this.core, parseFen(fen));
    playMoves(this.core, this.memory, moves);
  }

  get fen(): string {
    return formatFen(readBoard(this.core, this.memory));
  }

  legal(): number[] {
    return legalMoves(this.core, this.memory);
  }

  /** Discards all knowledge, so that the next search is reproducible. */
  forget(): void {
    const base = this.#control[layout.tableBase / 4] ?? 0;
    const clusters = this.#control[layout.tableClusters / 4] ?? 0;
    new Uint8Array(this.memory.buffer, base, clusters * layout.clusterBytes).fill(0);
    this.core.forget();
  }

  think(limits: { depth?: number; nodes?: number; lines?: number }): Thought {
    this.#control[layout.stop / 4] = 0;
    this.#control[layout.tableAge / 4] = ++this.#age;
    this.core.clearRoot();
    const wanted = Math.min(limits.lines ?? 1, this.legal().length);
    const nodes = limits.nodes ?? unlimited;
    const depth = this.core.iterate(0, limits.depth ?? 128, wanted, nodes, unlimited, unlimited, 0);
    const report = new DataView(this.memory.buffer, this.core.getBlock() + layout.report);
    return {
      depth,
      nodes: Number(report.getBigUint64(layout.reportNodes, true)),
      lines: readRootLines(this, wanted),
    };
  }
}
