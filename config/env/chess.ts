import { z } from 'zod';
import { locales } from '../../chess/locale.ts';
import { reviewDepths } from '../../chess/review/depths.ts';
import { between, count, moveTime, text } from './values.ts';

/** The chess service. */
export const chess = {
  ANALYSIS_MAX_CONCURRENT_POSITIONS: between(1, 64)
    .default(4)
    .describe('Positions analysed at the same time; one more is refused.'),
  ANALYSIS_POSITION_MAX_THREADS: between(1, 64)
    .default(4)
    .describe('Threads of one position at most; never more than the machine has processors.'),
  ANALYSIS_POSITION_MAX_MOVETIME_MS: moveTime
    .default(10_000)
    .describe('Time that the search of one position takes at most.'),
  ANALYSIS_GAME_MAX_MOVETIME_MS: moveTime
    .default(15_000)
    .describe('Time that each position of a review takes at most.'),
  ANALYSIS_DEPTH: between(reviewDepths.least, reviewDepths.most)
    .default(reviewDepths.least)
    .describe('Plies that a review searches where the request does not say.'),
  ANALYSIS_MAX_JOBS: between(1, 1_000_000)
    .default(256)
    .describe('Reviews kept; the oldest finished ones go.'),
  ANALYSIS_MAX_CONCURRENT_JOBS: between(1, 10_000)
    .default(4)
    .describe('Reviews that wait or run at the same time; one more is refused.'),
  ANALYSIS_COMPLETED_TTL_SECS: between(0, 10 * 365 * 86_400)
    .default(3_600)
    .describe('How long finished reviews are kept; 0 is for ever.'),
  TT_SIZE_MB: between(1, 2_048).default(64).describe('Transposition table of one search in MiB.'),
  BOOK_PATH: text.optional().describe('Opening book in Polyglot format, at most 256 MiB.'),
  TABLEBASE_PATH: text
    .optional()
    .describe('Folders of Syzygy files, separated like PATH. They are kept in memory, at most 512 MiB.'),
  ENGINE_THREADS: between(1, 64)
    .optional()
    .describe('Positions of reviews searched at the same time. Default: one less than the processors.'),
  ROOKERY_LANG: z
    .enum(locales)
    .default('en')
    .describe(`Language of answers where the request names none: ${locales.join(', ')}.`),
  MAX_ACTIVE_GAMES: count.default(10_000).describe('Games in progress; one more is refused.'),
  GAME_IDLE_DAYS: between(1, 3_650)
    .default(7)
    .describe('Days without a move or an offer of a draw after which a game is aborted.'),
};
