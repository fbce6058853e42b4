import { ChessError } from '../../chess/errors.ts';
import { type Book } from '../../engine/book/polyglot.ts';
import { EngineError } from '../../engine/errors.ts';
import type { EnginePool } from '../../engine/pool.ts';
import type { KnownPosition } from '../../engine/request.ts';
import { type Analysis, mateIn } from '../../engine/result.ts';
import { FenError } from '../../engine/position-setup.ts';
import { withFiftyMoves } from './fifty-moves.ts';
import { tableMb } from './table-size.ts';
import type { Board } from '../../engine/uci/board.ts';
import type {
  BookAnswer,
  PositionAnalysis,
  PositionInput,
  TablebaseAnswer,
} from '../../workflows/definitions.ts';

export interface AnalystParts {
  pool: Pick<EnginePool, 'analyse' | 'options'>;
  /** Null when no book is configured. */
  book: Book | null;
  /** The most men of a position in the tablebases, 0 without tablebases. */
  tableMen: number;
  /** Answers questions about one position without a search: legal moves, men, the book's key. */
  board: Board;
}

export interface WantedAnalysis extends PositionInput {
  known?: readonly KnownPosition[];
  /** A legal move whose result is known: only the other legal moves are searched, if there are any. */
  except?: string;
}

/** Answers questions about positions from book, tablebases and search. */
export interface Analyst {
  /** @throws ChessError `invalid_fen`, `illegal_move`; EngineError when the search failed */
  analyse(wanted: WantedAnalysis, signal: AbortSignal): Promise<PositionAnalysis>;
  /**
   * The book's moves; undefined without a book, empty when the book does not contain the position.
   * @throws FenError, EngineError `illegal_move`
   */
  lookUp(fen: string, moves: readonly string[]): BookAnswer | undefined;
}

/** The limits when the book or the tables decide the move: the search only supplies lines and a score to show. */
const glance = { depth: 10, movetimeMs: 200 } as const;
export function createAnalyst({ pool, book, tableMen, board }: AnalystParts): Analyst {
  function lookUp(fen: string, moves: readonly string[]): BookAnswer | undefined {
    if (!book) return undefined;
    board.set(fen, [...moves]);
    const known = book.find(board.setup).filter(({ move }) => board.isLegal(move));
    return { totalWeight: known.reduce((sum, { weight }) => sum + weight, 0), moves: known };
  }

  function setUp({ fen, moves }: WantedAnalysis): { men: number; clock: number } {
    board.set(fen, [...moves]);
    const { board: squares, clock } = board.setup;
    return { men: squares.reduce((men, piece) => men + Math.sign(piece), 0), clock };
  }

  /** Undefined when no move is excluded, or when the excluded move is the only legal one. */
  function othersThan({ fen, moves, except }: WantedAnalysis): string[] | undefined {
    if (except === undefined) return undefined;
    board.set(fen, [...moves]);
    const others = board.legalMoves().filter((move) => move !== except);
    return others.length > 0 ? others : undefined;
  }

  async function search(wanted: WantedAnalysis, signal: AbortSignal, only?: string[]): Promise<Analysis> {
    const { fen, moves, depth, movetimeMs, multiPv, threads, known } = wanted;
    const searchMoves = only ?? othersThan(wanted);
    return pool.analyse({
      fen,
      moves,
      depth,
      movetime: movetimeMs,
      multipv: multiPv,
      threads,
      hash_mb: tableMb(wanted, pool.options.hashMb),
      signal,
      ...(known === undefined ? {} : { known }),
      ...(searchMoves === undefined ? {} : { searchMoves }),
    });
  }

  /** A short search of the continuation, after the look-up that found the position in the tables. */
  async function answerFromTables(
    wanted: WantedAnalysis,
    clock: number,
    signal: AbortSignal,
    look: Analysis,
  ) {
    const glimpse = await search(shortened(wanted), signal);
    const { wdl, dtz } = look.tablebase ?? notInTables;
    const { mateIn } = glimpse;
    const tablebase = withFiftyMoves({ isKnown: true, wdl, dtz }, { clock, mateIn });
    const whole = { ...glimpse, ...effortOf([look, glimpse]) };
    return { ...toAnswer(whole, wanted.threads, 'tablebase'), tablebase };
  }

  /** Each of the book's moves, heaviest first, with a short search of its continuation. */
  async function answerFromBook(
    wanted: WantedAnalysis,
    answer: BookAnswer,
    signal: AbortSignal,
    before: readonly Analysis[],
  ) {
    const moves = answer.moves.slice(0, wanted.multiPv);
    const brief = {
      ...shortened(wanted),
      multiPv: 1,
      movetimeMs: Math.ceil(shortened(wanted).movetimeMs / moves.length),
    };
    const looks: Analysis[] = [];
    for (const { move } of moves) looks.push(await search(brief, signal, [move]));
    const [first] = looks;
    if (!first) throw new Error('the book has a move here');
    const lines = looks.flatMap(({ lines: [line] }, index) => (line ? [{ ...line, rank: index + 1 }] : []));
    const effort = effortOf([...before, ...looks]);
    return toAnswer({ ...first, ...effort, lines }, wanted.threads, 'book');
  }

  async function answer(wanted: WantedAnalysis, signal: AbortSignal): Promise<PositionAnalysis> {
    const inBook = lookUp(wanted.fen, wanted.moves);
    const book = inBook ? { book: inBook } : {};
    // tables take precedence: they are exact, a book is the operator's choice
    const setup = tableMen > 0 ? setUp(wanted) : null;
    const looks: Analysis[] = [];
    if (setup && setup.men <= tableMen) {
      // this search only finds out whether a table contains the position
      const first = await search({ ...wanted, depth: 1, multiPv: 1 }, signal);
      const rest = withinRest(wanted, first.timeMs);
      if (first.tablebase) return { ...(await answerFromTables(rest, setup.clock, signal, first)), ...book };
      looks.push(first);
    }
    const rest = withinRest(wanted, effortOf(looks).timeMs);
    const tablebase = tableMen > 0 ? { tablebase: notInTables } : {};
    if (inBook && inBook.moves.length > 0 && !wanted.judgesBook) {
      return { ...(await answerFromBook(rest, inBook, signal, looks)), ...book, ...tablebase };
    }
    const found = await search(rest, signal);
    const whole = { ...found, ...effortOf([...looks, found]) };
    return { ...toAnswer(whole, wanted.threads, 'search'), ...book, ...tablebase };
  }

  return { lookUp, analyse: refusing(answer) };
}

function shortened(wanted: WantedAnalysis): WantedAnalysis {
  return {
    ...wanted,
    depth: Math.min(wanted.depth, glance.depth),
    movetimeMs: Math.min(wanted.movetimeMs, glance.movetimeMs),
  };
}

function withinRest(wanted: WantedAnalysis, spentMs: number): WantedAnalysis {
  return { ...wanted, movetimeMs: Math.max(1, wanted.movetimeMs - spentMs) };
}

/** The effort of all searches for one answer. */
function effortOf(looks: readonly Analysis[]): { nodes: number; timeMs: number; nps: number } {
  const nodes = looks.reduce((sum, look) => sum + look.nodes, 0);
  const timeMs = looks.reduce((sum, look) => sum + look.timeMs, 0);
  return { nodes, timeMs, nps: Math.round((nodes * 1_000) / Math.max(timeMs, 1)) };
}

const notInTables: TablebaseAnswer = { isKnown: false, wdl: null, dtz: null };

function toAnswer(found: Analysis, threads: number, source: PositionAnalysis['source']): PositionAnalysis {
  const { bestMove = null, score, staticEval, depth, seldepth, nodes, nps, timeMs, hashfull } = found;
  const lines = found.lines.map(({ rank, score, moves }) => ({ rank, score, mateIn: mateIn(score), moves }));
  const effort = { nodes, nps, timeMs, hashfull, threads };
  return { bestMove, score, mateIn: found.mateIn, staticEval, depth, seldepth, ...effort, source, lines };
}

/** An error of the caller becomes a permanent ChessError; any other failure may be retried. */
function refusing<Asked extends unknown[], Answer>(ask: (...asked: Asked) => Promise<Answer>) {
  return async (...asked: Asked): Promise<Answer> => {
    try {
      return await ask(...asked);
    } catch (error) {
      if (error instanceof FenError) throw new ChessError('invalid_fen', error.message, {}, error);
      if (error instanceof EngineError && error.code === 'illegal_move')
        throw new ChessError('illegal_move', error.message, {}, error);
      throw error;
    }
  };
}
