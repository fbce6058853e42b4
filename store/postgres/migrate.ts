import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { createHostChoice } from './hosts.ts';
import { openClient } from './open-client.ts';
import { isPooled, sayDirect } from './pooler.ts';
import { grantScanner } from './scanner-role.ts';
import { readUnwrapped, type Unwrapped } from './unwrapped-migration.ts';

/** Any constant will do as long as nothing else in the database uses it as an advisory lock. */
const migrationLock = 7_216_013_301;
const lockPollMs = 100;

export interface MigrationReport {
  applied: string[];
  /** Newest version in the database afterwards. */
  current: string;
}

/**
 * Applies the numbered files that the database does not have yet: each in its own transaction, or without one when
 * its first line is `-- no-transaction`. Safe to run twice and by two processes at once: an advisory lock makes the
 * second wait and find nothing to do. `scannerRole` is given the rights of the scanner on the schema of today.
 * @throws Error when a file that was applied has changed since, and for the address of a pooler
 */
export async function migrate(url: string, folder: string, scannerRole?: string): Promise<MigrationReport> {
  const client = await openClient(createHostChoice(url));
  try {
    if (await isPooled(client)) throw new Error(sayDirect('DATABASE_URL'));
    // the limits of the role are for servers
    await client.query('set statement_timeout = 0');
    await takeLock(client);
    await client.query(`create table if not exists schema_migrations (
      version text primary key, checksum text not null, applied_at timestamptz not null default now())`);
    const report = await applyPending(client, folder);
    if (scannerRole !== undefined) await grantScanner(client, scannerRole);
    return report;
  } finally {
    await client.end();
  }
}

/**
 * Polls: a session that waits in `pg_advisory_lock` holds a snapshot, for which a concurrent index build of the lock's
 * holder would wait in turn. The database would end one of them as a deadlock.
 */
async function takeLock(client: Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ isTaken: boolean }>(
      'select pg_try_advisory_lock($1) as "isTaken"',
      [migrationLock],
    );
    if (rows[0]?.isTaken === true) return;
    await sleep(lockPollMs);
  }
}

async function applyPending(client: Client, folder: string): Promise<MigrationReport> {
  const known = await client.query<{ version: string; checksum: string }>(
    'select version, checksum from schema_migrations',
  );
  const checksums = new Map(known.rows.map((row) => [row.version, row.checksum]));
  const files = (await readdir(folder)).filter((file) => /^\d{4}-.+\.sql$/.test(file)).toSorted();
  const applied: string[] = [];
  for (const file of files) {
    const text = await readFile(join(folder, file), 'utf8');
    const checksum = createHash('sha256').update(text).digest('hex');
    const previous = checksums.get(file);
    if (previous === checksum) continue;
    if (previous !== undefined) throw new Error(`migration ${file} has changed since it was applied`);
    const unwrapped = readUnwrapped(file, text);
    await (unwrapped
      ? applyUnwrapped(client, file, unwrapped, checksum)
      : apply(client, file, text, checksum));
    applied.push(file);
  }
  return { applied, current: files.at(-1) ?? '' };
}

async function apply(client: Client, file: string, text: string, checksum: string): Promise<void> {
  try {
    await client.query('begin');
    await client.query("set local lock_timeout = '4s'");
    await client.query(text);
    await record(client, file, checksum);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

/**
 * The statement and its record are two transactions. A crash between them runs the statement again, which then finds
 * its work done. A crash within it leaves an index that is invalid: it is dropped, as `if not exists` would keep it.
 */
async function applyUnwrapped(
  client: Client,
  file: string,
  { statement, index }: Unwrapped,
  checksum: string,
): Promise<void> {
  const { rowCount } = await client.query(
    `select from pg_index where indexrelid = to_regclass($1) and not indisvalid`,
    [index],
  );
  if (rowCount !== 0) await client.query(`drop index concurrently if exists ${index}`);
  await client.query(statement);
  await record(client, file, checksum);
}

async function record(client: Client, file: string, checksum: string): Promise<void> {
  await client.query('insert into schema_migrations (version, checksum) values ($1, $2)', [file, checksum]);
}
