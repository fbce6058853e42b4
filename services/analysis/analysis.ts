import { randomUUID } from 'node:crypto';
import { chessError } from '../../chess/errors.ts';
import { readFen } from '../../chess/fen.ts';
import { currentFen, positionsOf } from '../../chess/game.ts';
import { coordinatesOf } from '../../chess/move.ts';
import { type Opening, openingAt, openingOf } from '../../chess/openings/openings.ts';
import { endOf } from '../../chess/position.ts';
import type { ChessConfig } from '../../config/config.ts';
import type { Logger } from '../../config/logging.ts';
import {
  type AnalysisSlot,
  countAnalysisSlots,
  freeAnalysisSlot,
  takeAnalysisSlot,
} from '../../store/postgres/chess/analysis-slots.ts';
import type { Pool } from '../../store/postgres/pool.ts';
import type { PositionAnalysis, PositionInput } from '../../workflows/definitions.ts';
import { endedPosition } from '../../workflows/ended-position.ts';
import { getGame } from '../games/find-games.ts';
import { longestMs, searchPosition } from './search-position.ts';
import type { Configured, Platform } from '../platform.ts';

export interface SearchLimits {
  depth: number;
  movetimeMs: number;
  multiPv: number;
  threads: number;
}

/** A position with the limits of its search. `fen` takes precedence over the game. */
export interface AskedPosition extends SearchLimits {
  fen: string | null;
  gameId: string | null;
  /**
   * The search decides, and the book's moves are reported as well; otherwise the book answers positions that it
   * contains.
   */
  judgesBook?: boolean;
}

export interface AnsweredPosition {
  /** All six fields. */
  fen: string;
  /** The opening of the position; for a game, the last named one. */
  opening: Opening | null;
  /** The effective limits, ceilings of the server included. */
  limits: SearchLimits;
  /** The result by the rules when the game is over at the position. */
  analysis: PositionAnalysis;
}

/** Evaluates single positions; all replicas share the limit of concurrent searches. */
export interface Analysis {
  /**
   * One bounded search. It ends early when `signal` fires.
   * @throws ChessError `missing_field`, `invalid_fen`, `game_not_found`, `busy`, `not_ready`
   */
  analyse(asked: AskedPosition, signal: AbortSignal): Promise<AnsweredPosition>;
}

/** The moves to a position: they count for repetitions. */
type Located = Pick<PositionInput, 'fen' | 'moves'> & {
  current: string;
  /** Earlier positions of the game, first to last. */
  before: readonly string[];
  opening: Opening | null;
};

export function createAnalysis(
  platform: Pick<Platform, 'client' | 'pool' | 'log'> & Configured<'chess'>,
): Analysis {
  return {
    async analyse(asked, signal) {
      const { current: fen, before, opening, ...start } = await locate(platform.pool, asked);
      const limits = clampTo(platform.config.chess, asked);
      // a position is analysed even when its game ended by a resignation or a claim
      const end = endOf(fen, before);
      if (end) return { fen, opening, limits, analysis: endedPosition(end) };
      const { judgesBook = false } = asked;
      const input = { ...start, ...limits, ...(judgesBook && { judgesBook }) };
      const analysis = await inSlot(platform, input, signal);
      return { fen, opening, limits: { ...limits, threads: analysis.threads }, analysis };
    },
  };
}

async function locate(pool: Pool, { fen, gameId }: AskedPosition): Promise<Located> {
  if (fen !== null) {
    const current = readFen(fen, 'any');
    return { fen: current, current, before: [], moves: [], opening: openingAt(current) };
  }
  if (gameId === null) throw chessError('missing_field', 'error.position_missing');
  const { game } = await getGame(pool, gameId);
  const positions = positionsOf(game);
  return {
    fen: game.startFen,
    moves: game.moves.map(coordinatesOf),
    current: currentFen(game),
    before: positions.slice(0, -1),
    opening: openingOf(positions),
  };
}

/** A value above a ceiling is not an error: the answer shows the effective value. */
function clampTo(config: ChessConfig, asked: AskedPosition): SearchLimits {
  return {
    depth: asked.depth,
    multiPv: asked.multiPv,
    movetimeMs: Math.min(asked.movetimeMs, config.analysisPositionMaxMovetimeMs),
    threads: Math.min(asked.threads, config.analysisPositionMaxThreads),
  };
}

async function inSlot(
  { client, pool, config, log }: Pick<Platform, 'client' | 'pool' | 'log'> & Configured<'chess'>,
  input: PositionInput,
  signal: AbortSignal,
): Promise<PositionAnalysis> {
  const requestId = randomUUID();
  const maximum = config.chess.analysisMaxConcurrentPositions;
  const seconds = Math.ceil(longestMs(input) / 1_000);
  const slot = await takeAnalysisSlot(pool, { holder: requestId, maximum, seconds });
  if (!slot) throw await busy(pool, maximum);
  try {
    return await searchPosition(client, { requestId, input }, signal);
  } finally {
    await free(pool, slot, log);
  }
}

async function busy(pool: Pool, maximum: number): Promise<Error> {
  const active = await countAnalysisSlots(pool);
  return chessError(
    'busy',
    'error.busy',
    { active, maximum },
    { retryAfterSeconds: 1, details: { active, maximum } },
  );
}

async function free(pool: Pool, slot: AnalysisSlot, log: Pick<Logger, 'warn'>): Promise<void> {
  try {
    await freeAnalysisSlot(pool, slot);
  } catch (error) {
    log.warn({ err: error, slot: slot.slot }, 'an analysis slot was not freed: it is when it expires');
  }
}
