import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { migrate } from '../../../store/postgres/migrate.ts';
import { sql } from '../../../store/postgres/pool.ts';
import { eventually } from '../../support/eventually.ts';
import { openRows } from '../../support/rows.ts';

const rows = openRows();
const build =
  '-- no-transaction\n-- expand\ncreate unique index concurrently if not exists things_name on things (name);\n';

const Session = z.object({ query: z.string() });

let folder: string;
let client: Client;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rookery-migrations-'));
  await writeFile(join(folder, '9001-things.sql'), '-- expand\ncreate table things (name text);');
  await migrate(rows.url, folder);
  await writeFile(join(folder, '9002-things-name.sql'), build);
  client = new Client({ connectionString: rows.url });
  await client.connect();
});
afterEach(async () => {
  await client.query('drop table things');
  await client.query(`delete from schema_migrations where version like '9%'`);
  await client.end();
  await rm(folder, { recursive: true });
});

async function indexState(): Promise<{ oid: number; isValid: boolean } | undefined> {
  const { rows: found } = await client.query<{ oid: number; isValid: boolean }>(
    `select indexrelid::int as oid, indisvalid as "isValid" from pg_index where indexrelid = to_regclass('things_name')`,
  );
  return found[0];
}

async function isRecorded(): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from schema_migrations where version = '9002-things-name.sql'`,
  );
  return rowCount === 1;
}

describe('a concurrent index', () => {
  it('is built beside a writer, which no transaction could do', async () => {
    await client.query('begin');
    await client.query(`insert into things values ('open')`);
    const migrating = migrate(rows.url, folder);
    const writer = new Client({ connectionString: rows.url });
    await writer.connect();
    // the build waits for the open transaction; writers do not wait for the build
    await writer.query(`insert into things values ('meanwhile')`);
    await writer.end();
    await client.query('commit');

    expect((await migrating).applied).toEqual(['9002-things-name.sql']);
    expect((await indexState())?.isValid).toBe(true);
    expect((await migrate(rows.url, folder)).applied).toEqual([]);
  });

  it('that a failure left invalid is dropped and built again', async () => {
    await client.query(`insert into things values ('twice'), ('twice')`);
    await expect(migrate(rows.url, folder)).rejects.toThrow('could not create unique index');
    const left = await indexState();
    expect(left?.isValid).toBe(false);
    expect(await isRecorded()).toBe(false);
    await client.query('delete from things');

    await migrate(rows.url, folder);

    const built = await indexState();
    expect(built?.isValid).toBe(true);
    expect(built?.oid).not.toBe(left?.oid);
    expect(await isRecorded()).toBe(true);
  });

  it('that was built before a crash could be recorded stays as it is', async () => {
    await client.query('create unique index concurrently things_name on things (name)');
    const before = await indexState();

    await migrate(rows.url, folder);

    expect(await indexState()).toEqual(before);
    expect(await isRecorded()).toBe(true);
  });

  it('is built once by two processes at the same time, and neither is ended as a deadlock', async () => {
    // blocks the build in its middle until the second process waits for the first
    await client.query('begin');
    await client.query(`insert into things values ('open')`);
    const first = migrate(rows.url, folder);
    const second = migrate(rows.url, folder);
    // on another connection: pg_stat_activity does not change within a transaction
    await eventually(async () => {
      const sessions = await rows.pool.anyFirst(sql.type(Session)`
        select pg_stat_activity.query from pg_stat_activity
        where pg_stat_activity.datname = current_database()`);
      expect(sessions.some((query) => query.startsWith('create unique index'))).toBe(true);
      expect(sessions.some((query) => query.includes('advisory_lock'))).toBe(true);
    });
    await client.query('commit');

    const applied = await Promise.all([first, second]);

    expect(applied.flatMap((report) => report.applied)).toEqual(['9002-things-name.sql']);
    expect((await indexState())?.isValid).toBe(true);
  });
});
