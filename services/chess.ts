import type { Config } from '../config/config.ts';
import type { Platform } from './platform.ts';
import { createAccountOf } from './identity/account-of.ts';
import { createMakers, type Makers } from './makers/makers.ts';
import { type Analysis, createAnalysis } from './analysis/analysis.ts';
import { type Archive, createArchive } from './games/archive.ts';
import { createCreationLimit } from './games/creation-limit.ts';
import { createGames, type Games } from './games/games.ts';
import type { Configured } from './analysis/present-analysis.ts';
import { createReviews, type Reviews } from './reviews/reviews.ts';
import { bind, type Bound } from './bind.ts';
import { writeGamePgn } from './games/game-pgn.ts';
import { answerOnce, isAnswered } from './games/idempotency.ts';

/** Operations on games that are not part of the rules of a game. */
const operations = { answerOnce, isAnswered, writePgn: writeGamePgn };

/** The chess service behind REST and WebSocket. */
export interface Chess extends Bound<typeof operations> {
  games: Games;
  archive: Archive;
  analysis: Analysis;
  reviews: Reviews;
  makers: Makers;
  /** The settings of the engine, as shown in answers. */
  configured: Configured;
}

export function createChess({
  config,
  client,
  pool,
  kv,
  authenticator,
  log,
}: Pick<Platform, 'config' | 'client' | 'pool' | 'kv' | 'authenticator' | 'log'>): Chess {
  const { bookPath, tablebasePath } = config.chess;
  const makers = createMakers({
    secret: config.secrets.jwtSecret,
    accountOf: createAccountOf(authenticator),
  });
  return {
    ...bind({ pool }, operations),
    makers,
    games: createGames({
      pool,
      config,
      limitCreation: createCreationLimit(kv, config.limits.rates),
      makers,
    }),
    archive: createArchive(pool),
    analysis: createAnalysis({ client, pool, config, log }),
    reviews: createReviews({ client, pool, config, log }, { makers, engine: engineOf(config) }),
    configured: { hasBook: bookPath !== null, hasTablebase: tablebasePath !== null },
  };
}

/** Identifies the engine: another release, tablebase or book can give another result. */
function engineOf({ version, chess }: Config): string {
  const { ttSizeMb, bookPath, tablebasePath } = chess;
  return JSON.stringify([version, ttSizeMb, bookPath, tablebasePath]);
}
