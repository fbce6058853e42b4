import type { Client } from '@temporalio/client';
import type { Config } from '../config/config.ts';
import type { Logger } from '../config/logging.ts';
import type { KeyValue } from '../store/kv/kv.ts';
import type { Pool } from '../store/postgres/pool.ts';
import type { AccountOf } from './identity/account-of.ts';
import { createMakers, type Makers } from './makers/makers.ts';
import { type Analysis, createAnalysis } from './analysis/analysis.ts';
import { type Archive, createArchive } from './games/archive.ts';
import { createCreationLimit } from './games/creation-limit.ts';
import { createGames, type Games } from './games/games.ts';
import type { Configured } from './analysis/present-analysis.ts';
import { createReviews, type Reviews } from './reviews/reviews.ts';

/** The chess service: what REST and WebSocket are two ways to. */
export interface Chess {
  games: Games;
  archive: Archive;
  analysis: Analysis;
  reviews: Reviews;
  makers: Makers;
  /** Of the engine, as far as answers show it. */
  configured: Configured;
}

export interface ChessDeps {
  config: Config;
  client: Client;
  pool: Pool;
  kv: KeyValue;
  accountOf: AccountOf;
  log: Pick<Logger, 'warn'>;
}

export function createChess({ config, client, pool, kv, accountOf, log }: ChessDeps): Chess {
  const { bookPath, tablebasePath, maxActiveGames } = config.chess;
  const secret = config.secrets.jwtSecret;
  const makers = createMakers({ secret, accountOf });
  return {
    makers,
    games: createGames({
      pool,
      secret,
      maxActiveGames,
      limitCreation: createCreationLimit(kv, config.limits.rates),
      makers,
    }),
    archive: createArchive(pool),
    analysis: createAnalysis({ client, pool, config: config.chess, log }),
    reviews: createReviews({
      client,
      pool,
      config: config.chess,
      makers,
      engine: engineOf(config),
      baseUrl: config.http.publicUrl,
      log,
    }),
    configured: { hasBook: bookPath !== null, hasTablebase: tablebasePath !== null },
  };
}

/** Another release, another table, other knowledge: another result. */
function engineOf({ version, chess }: Config): string {
  const { ttSizeMb, bookPath, tablebasePath } = chess;
  return JSON.stringify([version, ttSizeMb, bookPath, tablebasePath]);
}
