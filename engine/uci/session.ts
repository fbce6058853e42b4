import { startFen } from '../fen.ts';
import { Book, chooseBookMove } from '../book/polyglot.ts';
import { bench } from './bench.ts';
import { Board } from './board.ts';
import { Count } from './count.ts';
import { Engine } from './engine.ts';
import { type GoCommand, listed, parseGo } from './go.ts';
import { changeOption, defaultSettings, optionLines, type Settings } from './options.ts';
import type { Running } from './running.ts';
import { type Question, Search } from './search.ts';

const engineName = 'Rookery';
/** Longer lines are refused; a game of a thousand moves fits. */
const longestLine = 100_000;

/** One conversation with a GUI by lines of text; only `quit` ends it. */
export class Session {
  #board: Board;
  #write: (line: string) => void;
  #settings: Settings = defaultSettings();
  #engine = new Engine((error) => this.#say(`no tablebases: ${messageOf(error)}`));
  /** The last `go`, until it is answered. */
  #running: Running | undefined;
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
      this.#say(messageOf(error));
    }
    return true;
  }

  /** Waits for a running search to answer. */
  async finish(): Promise<void> {
    await this.#running?.done;
  }

  async close(): Promise<void> {
    this.#running?.stop();
    await this.finish();
    await this.#engine.close();
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
        await this.#prepare();
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
        this.#go(this.#readGo(words));
        return;
      case 'stop':
        this.#running?.stop();
        return;
      case 'ponderhit':
        if (!this.#running?.ponderHit()) this.#say('not pondering');
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

  /** While a search runs the engine is ready; changed options apply to the next search. */
  async #prepare(): Promise<void> {
    if (this.#running) return;
    try {
      await this.#engine.prepare(this.#settings, String(this.#game));
    } catch (error) {
      // without `readyok` a GUI waits for ever
      this.#say(messageOf(error));
    }
  }

  #say(text: string): void {
    this.#write(`info string ${text.replaceAll(/\s+/g, ' ')}`);
  }

  async #setOption(text: string): Promise<void> {
    const { name, value } = readOption(text);
    if (name === '') return this.#say('setoption takes name and value: setoption name Hash value 128');
    if (name.toLowerCase() === 'clear hash') {
      this.#game++;
      return;
    }
    const changed = changeOption(this.#settings, name, value);
    if (typeof changed === 'string') return this.#say(changed);
    this.#settings = changed;
    if (name.toLowerCase() === 'syzygypath') this.#engine.retryTables();
    if (name.toLowerCase() !== 'bookfile') return;
    // an unreadable book must not leave the previous one in use
    this.#book = undefined;
    if (changed.bookFile) this.#book = await Book.open(changed.bookFile);
  }

  #setPosition(words: string[]): void {
    const at = words.indexOf('moves');
    const place = at < 0 ? words : words.slice(0, at);
    const moves = at < 0 ? [] : words.slice(at + 1);
    try {
      if (place[0] === 'startpos') this.#board.set(startFen, moves);
      else if (place[0] === 'fen') this.#board.set(place.slice(1).join(' '), moves);
      else this.#say('position takes startpos or fen; the position stays as it was');
    } catch (error) {
      this.#say(`${messageOf(error)}; the position stays as it was`);
    }
  }

  #readGo(words: string[]): GoCommand {
    const go = parseGo(words);
    for (const fault of go.faults.slice(0, 5)) this.#say(fault);
    return { ...go, searchMoves: this.#readSearchMoves(go.searchMoves) };
  }

  /** Moves that can't be played are reported and ignored; without any left, all moves are searched. */
  #readSearchMoves(texts: string[]): string[] {
    const names = new Map(texts.map((text) => [text, this.#board.findMove(text)]));
    const legal = new Set([...names.values()].filter((name) => name !== undefined));
    const others = [...names.keys()].filter((text) => names.get(text) === undefined);
    const instead = legal.size > 0 ? 'left out' : 'all moves are searched';
    if (others.length > 0) this.#say(`go searchmoves: not legal here: ${listed(others)}: ${instead}`);
    return [...legal];
  }

  /** Ends the running search and starts the next: every `go` is answered, in order. */
  #go(go: GoCommand): void {
    const question = go.perft === undefined ? this.#question(go) : undefined;
    this.#running?.stop();
    const around = {
      before: this.#running?.done ?? Promise.resolve(),
      write: this.#write,
      say: (error: unknown) => this.#say(messageOf(error)),
    };
    const { fen, moves } = this.#board;
    const running =
      question === undefined
        ? new Count({ fen, moves, depth: go.perft ?? 1 }, around)
        : new Search(question, { ...around, engine: this.#engine });
    this.#running = running;
    void running.done.then(() => {
      if (this.#running === running) this.#running = undefined;
    });
  }

  #question(go: GoCommand): Question {
    const { fen, moves, side } = this.#board;
    const [settings, game] = [this.#settings, String(this.#game)];
    return { go, fen, moves, side, settings, game, bookMove: this.#bookMove(go) };
  }

  /** A move of the configured book, but only in a game: an analysis needs a search. */
  #bookMove(go: GoCommand): string | undefined {
    if (!this.#settings.ownBook || !this.#book) return undefined;
    if (go.isInfinite || go.isPonder || go.searchMoves.length > 0) return undefined;
    const moves = this.#book.find(this.#board.setup).filter(({ move }) => this.#board.isLegal(move));
    return chooseBookMove(moves, Math.random());
  }

  #showEvaluation(): void {
    const score = this.#board.evaluate() * (this.#board.side ? -1 : 1);
    this.#write(`Evaluation: ${(score / 100).toFixed(2)} (white side)`);
  }

  async #bench(words: string[]): Promise<void> {
    if (this.#running) return this.#say('a search is running');
    const depth = Number(words[0] ?? '');
    await bench(Number.isInteger(depth) && depth > 0 ? depth : undefined, this.#write);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** `name <words> value <words>`; without a name it has no effect. */
function readOption(text: string): { name: string; value: string } {
  const [first = '', ...words] = text.split(' ');
  const at = words.findIndex((word) => word.toLowerCase() === 'value');
  const name = first.toLowerCase() === 'name' ? words.slice(0, at < 0 ? undefined : at).join(' ') : '';
  return {
    name: name.trim(),
    value:
      at < 0
        ? ''
        : words
            .slice(at + 1)
            .join(' ')
            .trim(),
  };
}
