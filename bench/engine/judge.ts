import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { UciClient } from './uci-client.ts';

/** A move and its value, in centipawns for the side to move. */
export interface Verdict {
  move: string;
  score: number;
}

/** An engine with a deep search. A file keeps its answers, so that each question is searched once. */
export class Judge {
  #client: UciClient;
  #depth: number;
  #file: string;
  #known: Record<string, Verdict>;

  private constructor(client: UciClient, depth: number, file: string) {
    this.#client = client;
    this.#depth = depth;
    this.#file = file;
    this.#known = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  }

  static async start(command: string, depth: number, file: string): Promise<Judge> {
    const options = { Hash: '64' };
    return new Judge(await UciClient.start({ name: 'judge', command, args: [], options }), depth, file);
  }

  best(fen: string): Promise<Verdict> {
    return this.#ask(fen, '');
  }

  worthOf(fen: string, move: string): Promise<Verdict> {
    return this.#ask(fen, ` searchmoves ${move}`);
  }

  async #ask(fen: string, restriction: string): Promise<Verdict> {
    const go = `go depth ${this.#depth}${restriction}`;
    const question = `${this.#client.spec.command} ${fen} ${go}`;
    const known = this.#known[question];
    if (known) return known;
    await this.#client.newGame();
    const { move, score } = await this.#client.search(`position fen ${fen}`, go);
    this.#known[question] = { move, score };
    writeFileSync(this.#file, JSON.stringify(this.#known));
    return { move, score };
  }

  stop(): void {
    this.#client.stop();
  }
}
