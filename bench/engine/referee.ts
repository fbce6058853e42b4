import { moveName } from '../../engine/moves.ts';
import { SingleEngine } from '../../engine/single-engine.ts';

/** Knows the rules: legal moves and the ends of games. */
export class Referee {
  #engine: SingleEngine;

  private constructor(engine: SingleEngine) {
    this.#engine = engine;
  }

  static async open(): Promise<Referee> {
    return new Referee(await SingleEngine.open(1));
  }

  set(fen: string, moves: readonly string[]): void {
    this.#engine.set(fen, moves);
  }

  get fen(): string {
    return this.#engine.fen;
  }

  legal(): string[] {
    return this.#engine.legal().map(moveName);
  }

  /** The state of the game for the side to move: `mated` or `draw`; undefined while the game continues. */
  verdict(): 'mated' | 'draw' | undefined {
    if (this.legal().length === 0) return this.#engine.core.inCheck() ? 'mated' : 'draw';
    return this.#engine.core.isGameDrawn() ? 'draw' : undefined;
  }
}
