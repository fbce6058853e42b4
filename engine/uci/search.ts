import type { AnalysisRequest } from '../request.ts';
import type { Analysis, Progress } from '../result.ts';
import type { Engine } from './engine.ts';
import { type GoCommand, goLimits, goTime } from './go.ts';
import { infoLine } from './lines.ts';
import type { Settings } from './options.ts';
import type { Running, Surroundings } from './running.ts';
import { limitStrength } from './strength.ts';

/** The input of a search at the time of `go`: later changes apply to the next one. */
export interface Question {
  go: GoCommand;
  fen: string;
  moves: readonly string[];
  side: 0 | 1;
  settings: Settings;
  game: string;
  /** A move that is known without a search. */
  bookMove: string | undefined;
}

/** Node replaces longer times by 1 ms. */
const longestTimer = 2 ** 31 - 1;

interface WithEngine extends Surroundings {
  engine: Engine;
}

/** One `go`. It begins when the previous one has ended, and answers with exactly one `bestmove`. */
export class Search implements Running {
  readonly done: Promise<void>;
  #question: Question;
  #around: WithEngine;
  #stop = new AbortController();
  /** Resolves when the best move may be sent: at once, or after `stop` or `ponderhit`. */
  #mayAnswer = Promise.withResolvers<void>();

  constructor(question: Question, around: WithEngine) {
    this.#question = question;
    this.#around = around;
    if (!question.go.isInfinite && !question.go.isPonder) this.#mayAnswer.resolve();
    this.done = around.before.then(() => this.#think());
  }

  stop(): void {
    this.#stop.abort();
    this.#mayAnswer.resolve();
  }

  /** Starts the clock. */
  ponderHit(): boolean {
    const { go, side, settings } = this.#question;
    if (!go.isPonder) return false;
    this.#mayAnswer.resolve();
    const time = goTime(go, side, settings.moveOverheadMs);
    const budget = time.softtime ?? time.movetime;
    if (budget === undefined) return true;
    const timer = setTimeout(
      () => {
        this.#stop.abort();
      },
      Math.min(budget, longestTimer),
    );
    void this.done.finally(() => {
      clearTimeout(timer);
    });
    return true;
  }

  async #think(): Promise<void> {
    const { bookMove } = this.#question;
    if (bookMove !== undefined) return this.#around.write(`bestmove ${bookMove}`);
    try {
      const result = await this.#analyse();
      await this.#mayAnswer.promise;
      this.#answer(result);
    } catch (error) {
      this.#around.say(error);
      await this.#mayAnswer.promise;
      this.#around.write('bestmove 0000');
    }
  }

  async #analyse(): Promise<Analysis> {
    const { write, engine } = this.#around;
    const pool = await engine.open(this.#question.settings);
    let shown: Progress | undefined;
    const result = await pool.analyse(this.#request(), (progress) => {
      if (progress.rank === 1) shown = progress;
      write(infoLine(progress));
    });
    if (isNews(result, shown)) for (const line of result.lines) write(infoLine({ ...result, ...line }));
    return result;
  }

  #request(): AnalysisRequest {
    const { go, fen, moves, side, settings, game } = this.#question;
    const request = {
      fen,
      moves,
      multipv: settings.multiPv,
      threads: settings.threads,
      hash_mb: settings.hashMb,
      game,
      signal: this.#stop.signal,
      ...goLimits(go, side, settings.moveOverheadMs),
    };
    return settings.isLimited ? limitStrength(request, settings.elo) : request;
  }

  #answer(result: Analysis): void {
    const { write } = this.#around;
    if (result.bestMove === undefined) {
      write(`info depth 0 score ${result.score === 0 ? 'cp 0' : 'mate 0'}`);
      write('bestmove 0000');
      return;
    }
    const ponder = result.ponderMove === undefined ? '' : ` ponder ${result.ponderMove}`;
    write(`bestmove ${result.bestMove}${ponder}`);
  }
}

/**
 * Whether the result is newer than the last shown line: another thread got deeper, an unfinished depth found a better
 * move, or tablebases know the score.
 */
function isNews({ depth, lines: [best] }: Analysis, shown: Progress | undefined): boolean {
  if (!best) return false;
  if (!shown || depth > shown.depth || best.score !== shown.score) return true;
  return best.moves.join(' ') !== shown.moves.join(' ');
}
