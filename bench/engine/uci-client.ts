import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

export interface EngineSpec {
  name: string;
  command: string;
  args: string[];
  options: Record<string, string>;
}

export interface Answer {
  move: string;
  /** Centipawns of the side to move; mates as ±(30000 - moves). */
  score: number;
  depth: number;
  nodes: number;
  /** The time that the engine reports. */
  timeMs: number;
  /** The time that the client measures, for the clock. */
  wallMs: number;
}

const patienceMs = 120_000;

/** A UCI engine in a separate process. */
export class UciClient {
  readonly spec: EngineSpec;
  #process: ChildProcessWithoutNullStreams;
  #onLine: (line: string) => void = () => {};

  private constructor(spec: EngineSpec) {
    this.spec = spec;
    this.#process = spawn(spec.command, spec.args);
    this.#process.stdin.on('error', () => {});
    createInterface({ input: this.#process.stdout }).on('line', (line) => {
      this.#onLine(line);
    });
  }

  static async start(spec: EngineSpec): Promise<UciClient> {
    const client = new UciClient(spec);
    await client.#ask('uci', 'uciok');
    for (const [name, value] of Object.entries(spec.options))
      client.send(`setoption name ${name} value ${value}`);
    await client.#ask('isready', 'readyok');
    return client;
  }

  send(line: string): void {
    this.#process.stdin.write(`${line}\n`);
  }

  async newGame(): Promise<void> {
    this.send('ucinewgame');
    await this.#ask('isready', 'readyok');
  }

  async search(position: string, go: string): Promise<Answer> {
    let last = '';
    const started = performance.now();
    this.send(position);
    const best = await this.#ask(go, 'bestmove', (line) => {
      if (line.startsWith('info') && line.includes(' pv ') && !/multipv (?:[2-9]|1\d)/.test(line))
        last = line;
    });
    const wallMs = performance.now() - started;
    const number = (name: string) => Number.parseInt(last.split(` ${name} `, 2)[1] ?? '', 10) || 0;
    const mate = /score mate (-?\d+)/.exec(last)?.[1];
    const score =
      mate === undefined
        ? number('score cp')
        : Number(mate) > 0
          ? 30_000 - Number(mate)
          : -30_000 - Number(mate);
    return {
      move: best.split(' ')[1] ?? '0000',
      score,
      depth: number('depth'),
      nodes: number('nodes'),
      timeMs: number('time'),
      wallMs,
    };
  }

  stop(): void {
    this.send('quit');
    this.#process.stdin.end();
    this.#process.kill();
  }

  #ask(line: string, until: string, onOther: (line: string) => void = () => {}): Promise<string> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        reject(new Error(`${this.spec.name} did not answer ${line}`));
      }, patienceMs);
      this.#onLine = (answer) => {
        if (!answer.startsWith(until)) return onOther(answer);
        clearTimeout(timer);
        resolve(answer);
      };
      this.send(line);
    });
  }
}
