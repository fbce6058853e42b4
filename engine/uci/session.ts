import type { Analysis } from '../result.ts';
import { startFen } from '../fen.ts';
import { EnginePool, type PoolOptions } from '../pool.ts';
import { Book, chooseBookMove } from '../book/polyglot.ts';
import { bench } from './bench.ts';
import { Board } from './board.ts';
import { type GoCommand, goLimits, goTime, parseGo } from './go.ts';
import { infoLine } from './lines.ts';
import { changeOption, defaultSettings, optionLines, type Settings } from './options.ts';
import { limitStrength } from './strength.ts';

const engineName = 'Rookery';
/** Nothing longer is a sensible command; a game of a thousand moves fits. */
const longestLine = 100_000;

interface Search {
  go: GoCommand;
  stop: AbortController;
  /** Resolves when the best move may be said: at once, or after `stop` or `ponderhit`. */
  mayAnswer: Promise<void>;
  allowAnswer: () => void;
  done: Promise<void>;
}

/** One conversation with a GUI. Lines in, lines out; no line ends it but `quit`. */
export class Session {
  #board: Board;
  #write: (line: string) => void;
  #settings: Settings = defaultSettings();
  #pool: EnginePool | undefined;
  #search: Search | undefined;
  #game = 1;
  #book: Book | undefined;

  private constructor(board: Board, write: (line: string) => void) {
    this.#board = board;
    this.#write = write;
  }

  static async open(write: (line: string) => void): Promise<Session> {
    const session = new Session(await Board.open(), write);
    const { BOOK_PATH: book, SYZYGY_PATH: tables } = process.env;
    if (tables) session.#settings.syzygyPath = tables;
    if (book)
      await session
        .#setOption(`name BookFile value ${book}`)
        .catch((error: unknown) => session.#say(String(error)));
    return session;
  }

  /** Answers one line; false after `quit`. */
  async handle(line: string): Promise<boolean> {
    if (line.length > longestLine) {
      this.#say('that line is too long');
      return true;
    }
    const words = line.trim().split(/\s+/);
    const [command = '', ...rest] = words;
    if (command === 'quit') return false;
    try {
      await this.#obey(command, rest);
    } catch (error) {
      this.#say(error instanceof Error ? error.message : String(error));
    }
    return true;
  }

  /** Waits for a running search, which then answers. */
  async finish(): Promise<void> {
    await this.#search?.done;
  }

  async close(): Promise<void> {
    this.#stop();
    await this.#search?.done;
    await this.#pool?.close();
  }

  async #obey(command: string, words: string[]): Promise<void> {
    switch (command) {
      case '':
      case 'debug':
      case 'register':
        return;
      case 'uci':
        for (const text of [
          `id name ${engineName}`,
          'id author the Rookery authors',
          ...optionLines(),
          'uciok',
        ])
          this.#write(text);
        return;
      case 'isready':
        // a search that runs is ready enough; what was changed meanwhile counts from the next one on
        if (!this.#search) await this.#openPool();
        this.#write('readyok');
        return;
      case 'ucinewgame':
        this.#game++;
        return;
      case 'setoption':
        await this.#setOption(words.join(' '));
        return;
      case 'position':
        this.#setPosition(words);
        return;
      case 'go':
        await this.#go(parseGo(words));
        return;
      case 'stop':
        this.#stop();
        return;
      case 'ponderhit':
        this.#ponderHit();
        return;
      case 'd':
        for (const text of this.#board.draw()) this.#write(text);
        return;
      case 'eval':
        this.#showEvaluation();
        return;
      case 'bench':
        await this.#bench(words);
        return;
      default:
        this.#say(`unknown command: ${command.slice(0, 40)}`);
    }
  }

  #say(text: string): void {
    this.#write(`info string ${text.replaceAll(/\s+/g, ' ')}`);
  }

  async #openPool(): Promise<EnginePool> {
    const { threads, hashMb, syzygyPath } = this.#settings;
    const open = this.#pool?.options;
    if (this.#pool && (open?.threads !== threads || open.syzygyPath !== syzygyPath)) {
      await this.#pool.close();
      this.#pool = undefined;
    }
    this.#pool ??= await this.#openWith({ threads, hashMb, syzygyPath });
    return this.#pool;
  }

  /** Tablebases that can't be read are said and left out: a game goes on without them. */
  async #openWith(options: PoolOptions): Promise<EnginePool> {
    try {
      return await EnginePool.open(options);
    } catch (error) {
      if (!options.syzygyPath) throw error;
      this.#say(`no tablebases: ${error instanceof Error ? error.message : String(error)}`);
      this.#settings = { ...this.#settings, syzygyPath: '' };
      return EnginePool.open({ ...options, syzygyPath: '' });
    }
  }

  async #setOption(text: string): Promise<void> {
    const match = /^name\s+(?<name>.+?)(?:\s+value(?:\s+(?<value>.*))?)?$/i.exec(text);
    const name = match?.groups?.['name'] ?? '';
    if (name.toLowerCase() === 'clear hash') {
      this.#game++;
      return;
    }
    const changed = changeOption(this.#settings, name, match?.groups?.['value']?.trim() ?? '');
    if (typeof changed === 'string') return this.#say(changed);
    this.#settings = changed;
    if (name.toLowerCase() !== 'bookfile') return;
    // one that can't be read must not leave the last one in use
    this.#book = undefined;
    if (changed.bookFile) this.#book = await Book.open(changed.bookFile);
  }

  #setPosition(words: string[]): void {
    const at = words.indexOf('moves');
    const place = at < 0 ? words : words.slice(0, at);
    const moves = at < 0 ? [] : words.slice(at + 1);
    if (place[0] === 'startpos') this.#board.set(startFen, moves);
    else if (place[0] === 'fen') this.#board.set(place.slice(1).join(' '), moves);
    else this.#say('position takes startpos or fen');
  }

  async #go(go: GoCommand): Promise<void> {
    if (this.#search) return this.#say('a search is running');
    if (go.perft !== undefined) return this.#perft(go.perft);
    let allowAnswer = () => {};
    const mayAnswer = new Promise<void>((resolve) => {
      allowAnswer = resolve;
    });
    const search: Search = {
      go,
      stop: new AbortController(),
      mayAnswer,
      allowAnswer,
      done: Promise.resolve(),
    };
    if (!go.isInfinite && !go.isPonder) allowAnswer();
    this.#search = search;
    search.done = this.#think(search).finally(() => {
      this.#search = undefined;
    });
  }

  async #think(search: Search): Promise<void> {
    const settings = this.#settings;
    try {
      const known = this.#bookMove(search.go);
      if (known !== undefined) return this.#write(`bestmove ${known}`);
      const pool = await this.#openPool();
      const request = {
        fen: this.#board.fen,
        moves: this.#board.moves,
        multipv: settings.multiPv,
        threads: settings.threads,
        hash_mb: settings.hashMb,
        game: String(this.#game),
        signal: search.stop.signal,
        ...goLimits(search.go, this.#board.side, settings.moveOverheadMs),
      };
      const limited = settings.isLimited ? limitStrength(request, settings.elo) : request;
      let shown = 0;
      const result = await pool.analyse(limited, (progress) => {
        shown = progress.depth;
        this.#write(infoLine(progress));
      });
      // Progress is that of the first thread; another may have got deeper.
      if (result.depth > shown)
        for (const line of result.lines) this.#write(infoLine({ ...result, ...line }));
      await search.mayAnswer;
      this.#answer(result);
    } catch (error) {
      this.#say(error instanceof Error ? error.message : String(error));
      await search.mayAnswer;
      this.#write('bestmove 0000');
    }
  }

  /** A move of the own book, only where a game is played: analysis wants to see a search. */
  #bookMove(go: GoCommand): string | undefined {
    if (!this.#settings.ownBook || !this.#book) return undefined;
    if (go.isInfinite || go.isPonder || go.searchMoves.length > 0) return undefined;
    const moves = this.#book.find(this.#board.setup).filter(({ move }) => this.#board.isLegal(move));
    return chooseBookMove(moves, Math.random());
  }

  #answer(result: Analysis): void {
    if (result.bestMove === undefined) {
      this.#write(`info depth 0 score ${result.score === 0 ? 'cp 0' : 'mate 0'}`);
      this.#write('bestmove 0000');
      return;
    }
    const ponder = result.ponderMove === undefined ? '' : ` ponder ${result.ponderMove}`;
    this.#write(`bestmove ${result.bestMove}${ponder}`);
  }

  #stop(): void {
    this.#search?.stop.abort();
    this.#search?.allowAnswer();
  }

  /** The move pondered on was played: from now on the clock counts. */
  #ponderHit(): void {
    const search = this.#search;
    if (!search?.go.isPonder) return this.#say('not pondering');
    const time = goTime(search.go, this.#board.side, this.#settings.moveOverheadMs);
    search.allowAnswer();
    const budget = time.softtime ?? time.movetime;
    if (budget === undefined) return;
    const timer = setTimeout(() => {
      search.stop.abort();
    }, budget);
    void search.done.finally(() => {
      clearTimeout(timer);
    });
  }

  async #perft(depth: number): Promise<void> {
    const stop = new AbortController();
    const work = this.#board.perft(
      Math.min(depth, 20),
      () => stop.signal.aborted,
      (name, nodes) => {
        this.#write(`${name}: ${nodes}`);
      },
    );
    const done = work.then((total) => {
      this.#write(`Nodes searched: ${total}`);
      this.#search = undefined;
    });
    this.#search = { go: parseGo([]), stop, mayAnswer: Promise.resolve(), allowAnswer: () => {}, done };
    await Promise.resolve();
  }

  #showEvaluation(): void {
    const score = this.#board.evaluate() * (this.#board.side ? -1 : 1);
    this.#write(`Evaluation: ${(score / 100).toFixed(2)} (white side)`);
  }

  async #bench(words: string[]): Promise<void> {
    if (this.#search) return this.#say('a search is running');
    const depth = Number(words[0] ?? '');
    await bench(Number.isInteger(depth) && depth > 0 ? depth : undefined, this.#write);
  }
}
