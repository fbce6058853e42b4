import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../config/config.ts';
import { openDatabase } from '../../config/database.ts';
import { migrate } from '../../store/postgres/migrate.ts';
import { type Pool, sql } from '../../store/postgres/pool.ts';
import { AnyRow } from '../support/management.ts';
import { createMigratedDatabase, type MigratedDatabase } from '../support/migrated-database.ts';
import { pgbouncerBinary, pgbouncerMissing, type Pooler, startPgBouncer } from '../support/pgbouncer.ts';
import { isSkipped } from '../support/tool.ts';

describe.skipIf(isSkipped(pgbouncerBinary, pgbouncerMissing))('an address of a pooler', () => {
  let database: MigratedDatabase;
  let pooler: Pooler;
  let patient: Pooler;
  beforeAll(async () => {
    database = await createMigratedDatabase();
    const port = Number(new URL(database.url).port);
    pooler = await startPgBouncer(port);
    patient = await startPgBouncer(port, ['statement_timeout', 'idle_in_transaction_session_timeout']);
  });
  afterAll(async () => {
    await pooler.stop();
    await patient.stop();
    await database.stop();
  });

  const open = (environment: NodeJS.ProcessEnv) =>
    openDatabase(readConfig({ JWT_SECRET: 'x'.repeat(32), ...environment }), { warn: () => undefined });
  const remedy =
    /leads to a connection pooler: set DATABASE_DIRECT_URL to the address of the PostgreSQL server/;

  test('a start through a pooler says what is missing', async () => {
    for (const { through } of [pooler, patient]) {
      const url = through(database.url);
      await expect(open({ DATABASE_URL: url })).rejects.toThrow(remedy);
      await expect(open({ DATABASE_URL: url, DATABASE_DIRECT_URL: url })).rejects.toThrow(
        /DATABASE_DIRECT_URL leads to a connection pooler/,
      );
      await expect(migrate(url, 'migrations')).rejects.toThrow(remedy);
      const named = migrate(url, 'migrations', { variable: 'DATABASE_DIRECT_URL' });
      await expect(named).rejects.toThrow(/^DATABASE_DIRECT_URL leads to/);
    }
  });

  test('what several processes prepare in the connections of a pooler is not mixed up, and bounded in time', async () => {
    // a pooler without connections that are older than the limits
    const fresh = await startPgBouncer(Number(new URL(database.url).port));
    const environment = { DATABASE_URL: fresh.through(database.url), DATABASE_DIRECT_URL: database.url };
    const pools = [await open(environment), await open(environment)];
    try {
      const asks = (pool: Pool, number: number) =>
        pool.oneFirst(sql.type(AnyRow)`select ${sql.literalValue(String(number))}::int as number`);
      const rounds = Array.from({ length: 200 }, (_, round) => round);
      const answers = await Promise.all(
        rounds.flatMap((round) =>
          pools.map((pool, at) => asks(pool, at === 0 ? round % 7 : 6 - (round % 7))),
        ),
      );

      expect(answers).toEqual(rounds.flatMap((round) => [round % 7, 6 - (round % 7)]));
      const limits = await pools[0]?.one(sql.type(AnyRow)`
      select current_setting('statement_timeout') as statements,
        current_setting('idle_in_transaction_session_timeout') as transactions`);
      expect(limits).toEqual({ statements: '30s', transactions: '30s' });
    } finally {
      for (const pool of pools) await pool.end();
      await fresh.stop();
    }
  });
});
