import type { Client } from '@temporalio/client';
import type { Config } from '../../config/config.ts';
import type { Logger } from '../../config/logging.ts';
import { isPlatformAdmin } from '../../domain/authorize.ts';
import { anonymous } from '../../domain/actor.ts';
import type { KeyValue } from '../../store/kv/kv.ts';
import type { Pool } from '../../store/postgres/pool.ts';
import type { Authenticator } from '../identity/authenticate.ts';
import { toDomainError } from '../plugins/domain-error.ts';
import { type Analysis, createAnalysis } from './analysis.ts';
import { type Archive, createArchive } from './archive.ts';
import { createCreationLimit } from './creation-limit.ts';
import { createGames, type Games } from './games.ts';
import type { Configured } from './present-analysis.ts';
import { createReviews, type Reviews } from './reviews.ts';

/** The chess service: what REST and WebSocket are two ways to. */
export interface Chess {
  games: Games;
  archive: Archive;
  analysis: Analysis;
  reviews: Reviews;
  /** Of the engine, as far as answers show it. */
  configured: Configured;
}

export interface ChessDeps {
  config: Config;
  client: Client;
  pool: Pool;
  kv: KeyValue;
  authenticator: Pick<Authenticator, 'authenticate'>;
  log: Pick<Logger, 'warn'>;
}

export function createChess({ config, client, pool, kv, authenticator, log }: ChessDeps): Chess {
  const { bookPath, tablebasePath, maxActiveGames } = config.chess;
  return {
    games: createGames({
      pool,
      secret: config.secrets.jwtSecret,
      maxActiveGames,
      limitCreation: createCreationLimit(kv, config.limits.rates),
      async isAdmin(credential) {
        const actor = await authenticator.authenticate(credential).catch((error: unknown) => {
          // a seat's token of another game is nobody's credential
          if (toDomainError(error).status < 500) return anonymous;
          throw error;
        });
        return isPlatformAdmin(actor);
      },
    }),
    archive: createArchive(pool),
    analysis: createAnalysis({ client, pool, config: config.chess, log }),
    reviews: createReviews({
      client,
      pool,
      config: config.chess,
      secret: config.secrets.jwtSecret,
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
