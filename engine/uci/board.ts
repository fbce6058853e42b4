import { toCentipawns } from '../centipawns.ts';
import { readBoard } from '../core.ts';
import { formatFen, parseFen, startFen } from '../fen.ts';
import { findMove, moveName } from '../moves.ts';
import type { Setup } from '../position-setup.ts';
import { SingleEngine } from '../single-engine.ts';

const pieceLetters = ' PNBRQK  pnbrqk';

/** The position of a conversation, on its own core, which answers synchronously. */
export class Board {
  fen = startFen;
  moves: string[] = [];
  #engine: SingleEngine;

  private constructor(engine: SingleEngine) {
    this.#engine = engine;
    engine.set(startFen);
  }

  static async open(): Promise<Board> {
    return new Board(await SingleEngine.open(1));
  }

  /** Throws FenError or EngineError and keeps the previous position. */
  set(fen: string, moves: string[]): void {
    try {
      this.#engine.set(fen, moves);
      this.fen = fen;
      this.moves = moves;
    } catch (error) {
      this.#engine.set(this.fen, this.moves);
      throw error;
    }
  }

  get side(): 0 | 1 {
    return this.#engine.core.sideToMove() ? 1 : 0;
  }

  evaluate(): number {
    return toCentipawns(this.#engine.core.evaluate());
  }

  /** The current position, for books. */
  get setup(): Setup {
    return readBoard(this.#engine.core, this.#engine.memory);
  }

  isLegal(name: string): boolean {
    return this.findMove(name) === name;
  }

  /** The legal moves in the engine's spelling. */
  legalMoves(): string[] {
    return this.#engine.legal().map(moveName);
  }

  /** The legal move for the text, in the engine's notation. */
  findMove(text: string): string | undefined {
    const move = findMove(this.#engine.core, this.#engine.memory, text);
    return move === undefined ? undefined : moveName(move);
  }

  /** The board as text for people. */
  draw(): string[] {
    const start = parseFen(this.fen);
    const moveNumber = start.moveNumber + ((start.side + this.moves.length) >> 1);
    const setup = readBoard(this.#engine.core, this.#engine.memory, moveNumber);
    const ranks = [7, 6, 5, 4, 3, 2, 1, 0].map((rank) => {
      const row = Array.from(
        setup.board.subarray(rank * 8, rank * 8 + 8),
        (piece) => pieceLetters[piece] ?? ' ',
      );
      return `${rank + 1} ${row.map((letter) => (letter === ' ' ? '.' : letter)).join(' ')}`;
    });
    return [...ranks, '  a b c d e f g h', `Fen: ${formatFen(setup)}`];
  }
}
