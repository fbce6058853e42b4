import { moveName } from '../moves.ts';
import { SingleEngine } from '../single-engine.ts';
import type { Running, Surroundings } from './running.ts';

/** Leaves up to this depth are counted without a pause: a few milliseconds, for any number of moves. */
const atOnce = 3;
/** After this time other commands are handled. */
const breathMs = 10;
const deepest = 20;

interface Wanted {
  fen: string;
  moves: readonly string[];
  depth: number;
}

/** One `go perft`: counts leaves below each move, on its own board. */
export class Count implements Running {
  readonly done: Promise<void>;
  #isStopped = false;
  #breathed = performance.now();

  constructor(wanted: Wanted, { before, write, say }: Surroundings) {
    this.done = before.then(() => this.#count(wanted, write)).catch(say);
  }

  stop(): void {
    this.#isStopped = true;
  }

  ponderHit(): boolean {
    return false;
  }

  async #count({ fen, moves, depth }: Wanted, write: (line: string) => void): Promise<void> {
    const engine = await SingleEngine.open(1);
    engine.set(fen, moves);
    let total = 0n;
    for (const move of engine.legal()) {
      const leaves = await this.#below(engine, move, Math.min(depth, deepest) - 1);
      total += leaves;
      if (this.#isStopped) break;
      write(`${moveName(move)}: ${leaves}`);
    }
    if (this.#isStopped) write('info string stopped: not all leaves were counted');
    write(`Nodes searched: ${total}`);
  }

  /** Returns the count so far when it is stopped. */
  async #below(engine: SingleEngine, move: number, depth: number): Promise<bigint> {
    engine.core.makeMove(move);
    let leaves = 0n;
    if (depth <= atOnce) leaves = engine.core.perft(depth);
    else
      for (const reply of engine.legal()) {
        leaves += await this.#below(engine, reply, depth - 1);
        if (this.#isStopped) break;
      }
    engine.core.unmakeMove();
    if (performance.now() - this.#breathed > breathMs) await this.#breathe();
    return leaves;
  }

  async #breathe(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    this.#breathed = performance.now();
  }
}
