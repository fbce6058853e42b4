import { compileCore, type Core, createMemory, fixedBytes, instantiate, setBoard } from '../core.ts';
import { parseFen, startFen, type Setup, formatFen } from '../fen.ts';
import { legalMoves, moveName, playMoves } from '../moves.ts';

const pieceLetters = ' PNBRQK  pnbrqk';

/** The position a conversation is about, on a core of its own that answers at once. */
export class Board {
  fen = startFen;
  moves: string[] = [];
  #core: Core;
  #memory: WebAssembly.Memory;

  private constructor(core: Core, memory: WebAssembly.Memory) {
    this.#core = core;
    this.#memory = memory;
  }

  static async open(): Promise<Board> {
    const module = await compileCore();
    const memory = createMemory(fixedBytes(module, 1));
    const core = instantiate(module, memory);
    core.initTables();
    core.setThread(0);
    const board = new Board(core, memory);
    board.set(startFen, []);
    return board;
  }

  /** Throws FenError or EngineError and stays where it was. */
  set(fen: string, moves: string[]): void {
    try {
      this.#show(fen, moves);
      this.fen = fen;
      this.moves = moves;
    } catch (error) {
      this.#show(this.fen, this.moves);
      throw error;
    }
  }

  get side(): 0 | 1 {
    return ((this.#setup().side + this.moves.length) & 1) as 0 | 1; // one bit
  }

  evaluate(): number {
    return this.#core.evaluate();
  }

  /** Leaves below each legal move; gives way between moves, and ends early when `isStopped` says so. */
  async perft(depth: number, isStopped: () => boolean, onMove: (name: string, nodes: bigint) => void): Promise<bigint> {
    let total = 0n;
    for (const move of legalMoves(this.#core, this.#memory)) {
      this.#core.makeMove(move);
      const nodes = this.#core.perft(depth - 1);
      this.#core.unmakeMove();
      onMove(moveName(move), nodes);
      total += nodes;
      await new Promise((resolve) => setImmediate(resolve));
      if (isStopped()) break;
    }
    return total;
  }

  /** A picture for people. */
  draw(): string[] {
    const bytes = new Uint8Array(this.#memory.buffer, this.#core.getBlock(), 64);
    const ranks = [7, 6, 5, 4, 3, 2, 1, 0].map((rank) => {
      const row = Array.from(bytes.subarray(rank * 8, rank * 8 + 8), (piece) => pieceLetters[piece] ?? ' ');
      return `${rank + 1} ${row.map((letter) => (letter === ' ' ? '.' : letter)).join(' ')}`;
    });
    return [...ranks, '  a b c d e f g h', `Fen: ${formatFen(this.#setup())}`, `Moves: ${this.moves.join(' ')}`];
  }

  #setup(): Setup {
    return parseFen(this.fen);
  }

  #show(fen: string, moves: string[]): void {
    setBoard(this.#core, parseFen(fen));
    playMoves(this.#core, this.#memory, moves);
  }
}
