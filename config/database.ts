import { z } from 'zod';
import { isPooler, limitSessions, sayDirect } from '../store/postgres/pooler.ts';
import { openPool, type Pool, sql } from '../store/postgres/pool.ts';
import { sessionLimits } from '../store/postgres/session-limits.ts';
import type { Config } from './config.ts';
import { ConfigError } from './env.ts';
import type { Logger } from './logging.ts';

/** The pool of a server process. @throws ConfigError for a pooler where a direct connection is required */
export async function openDatabase(
  { secrets, database }: Pick<Config, 'secrets' | 'database'>,
  log: Pick<Logger, 'warn'>,
): Promise<Pool> {
  const { isPooled, poolSize } = database;
  if (await isPooler(secrets.directDatabaseUrl)) {
    throw new ConfigError([sayDirect(isPooled ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL')]);
  }
  if (isPooled) await limitSessions(secrets.directDatabaseUrl);
  const pool = await openPool(secrets.databaseUrl, poolSize, { isPooled });
  if (isPooled) await warnOfOldSessions(pool, log);
  return pool;
}

const Limit = z.object({ limit: z.string() });

async function warnOfOldSessions(pool: Pool, log: Pick<Logger, 'warn'>): Promise<void> {
  const limit = await pool.oneFirst(sql.type(Limit)`select current_setting('statement_timeout') as limit`);
  if (limit !== '0') return;
  log.warn(
    { ms: sessionLimits.statement_timeout },
    'the pooler has connections from before the limit of statements was set: RECONNECT it once',
  );
}
