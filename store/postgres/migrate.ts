import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { createHostChoice } from './hosts.ts';
import { listMigrations, readNeededVersion } from './migration-files.ts';
import { openClient } from './open-client.ts';
import { isPooled, sayDirect } from './pooler.ts';
import { aliveSeconds } from './processes.ts';
import { grantScanner } from './scanner-role.ts';
import { readUnwrapped, type Unwrapped } from './unwrapped-migration.ts';

/** The advisory lock of migrations; no other code of the database uses this number. */
const migrationLock = 7_216_013_301;
const lockPollMs = 100;
/** The maximum wait for a table lock: queries of servers queue behind a waiting schema change. */
const lockTimeout = '4s';

export interface MigrationReport {
  applied: string[];
  /** The newest version in the database after the run. */
  current: string;
  /** Postponed contract steps, with the processes that still read what they remove if steps were requested. */
  waiting: { file: string; readers: string[] }[];
  /** A newer version has applied further files: its rights of the scanner stay unchanged. */
  isOlder: boolean;
}

export interface MigrateOptions {
  /** The role that gets the scanner's rights on the current schema. */
  scannerRole?: string | undefined;
  /** Also applies contract steps, unless a live process reads what they remove. Contract steps can't be undone. */
  withContract?: boolean;
  /** The variable of the address, for messages. */
  variable?: 'DATABASE_URL' | 'DATABASE_DIRECT_URL';
}

/**
 * Applies the numbered files that the database does not have yet: each in a separate transaction, or without one if
 * its first line is `-- no-transaction`. Safe to repeat and to run concurrently: an advisory lock makes the second
 * process wait, which then finds no work. Contract steps wait for a request.
 * @throws Error if an applied file has changed since, and for the address of a pooler
 */
export async function migrate(
  url: string,
  folder: string,
  { scannerRole, withContract = false, variable = 'DATABASE_URL' }: MigrateOptions = {},
): Promise<MigrationReport> {
  const client = await openClient(createHostChoice(url));
  try {
    if (await isPooled(client)) throw new Error(sayDirect(variable));
    // the role's limits are meant for servers
    await client.query('set statement_timeout = 0');
    await takeLock(client);
    await ensureRecords(client);
    const report = await applyPending(client, folder, withContract);
    if (scannerRole !== undefined && !report.isOlder) await grantScanner(client, scannerRole);
    return report;
  } finally {
    await client.end();
  }
}

/**
 * Takes the lock by polling: a session that waits in `pg_advisory_lock` holds a snapshot, and a concurrent index
 * build of the lock's holder would wait for it in turn. The database would end one of them as a deadlock.
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

/**
 * The column is newer than the table. A schema change blocks readers, and every replica reads the table: so only if
 * necessary, with a time limit.
 */
async function ensureRecords(client: Client): Promise<void> {
  await client.query(`create table if not exists schema_migrations (
    version text primary key, checksum text not null, applied_at timestamptz not null default now())`);
  const { rowCount } = await client.query(`select from pg_attribute
    where attrelid = to_regclass('schema_migrations') and attname = 'needs_version' and not attisdropped`);
  if (rowCount !== 0) return;
  await client.query(`set lock_timeout = '${lockTimeout}'`);
  await client.query('alter table schema_migrations add column needs_version text');
  await client.query('set lock_timeout = 0');
}

async function applyPending(client: Client, folder: string, withContract: boolean): Promise<MigrationReport> {
  const known = await client.query<{ version: string; checksum: string }>(
    'select version, checksum from schema_migrations',
  );
  const checksums = new Map(known.rows.map((row) => [row.version, row.checksum]));
  const files = await listMigrations(folder);
  const applied: string[] = [];
  const waiting: MigrationReport['waiting'] = [];
  for (const file of files) {
    const text = await readFile(join(folder, file), 'utf8');
    const checksum = createHash('sha256').update(text).digest('hex');
    const previous = checksums.get(file);
    if (previous === checksum) continue;
    if (previous !== undefined) throw new Error(`migration ${file} has changed since it was applied`);
    const needs = readNeededVersion(file, text);
    if (needs !== null) {
      const readers = withContract ? await listOlderProcesses(client, needs) : [];
      if (!withContract || readers.length > 0) {
        waiting.push({ file, readers });
        continue;
      }
    }
    const unwrapped = readUnwrapped(file, text);
    const row = { file, checksum, needs };
    await (unwrapped ? applyUnwrapped(client, unwrapped, row) : apply(client, text, row));
    applied.push(file);
  }
  const left = new Set(waiting.map(({ file }) => file));
  const isOlder = known.rows.some(({ version }) => !files.includes(version));
  return { applied, waiting, isOlder, current: files.findLast((file) => !left.has(file)) ?? '' };
}

/** Live processes of older versions, as text. */
async function listOlderProcesses(client: Client, version: string): Promise<string[]> {
  const { rowCount } = await client.query(`select where to_regclass('processes') is not null`);
  if (rowCount === 0) return [];
  const { rows } = await client.query<{ process: string }>(
    `select concat(role, ' ', version, ', seen at ', to_char(max(seen_at), 'HH24:MI:SS')) as process
    from processes
    where left_at is null and seen_at > now() - make_interval(secs => $2)
      and string_to_array(version, '.')::int[] < string_to_array($1, '.')::int[]
    group by role, version order by role, version`,
    [version, aliveSeconds],
  );
  return rows.map(({ process }) => process);
}

/** A row of `schema_migrations`. */
interface Recorded {
  file: string;
  checksum: string;
  needs: string | null;
}

async function apply(client: Client, text: string, row: Recorded): Promise<void> {
  try {
    await client.query('begin');
    await client.query(`set local lock_timeout = '${lockTimeout}'`);
    if (row.needs !== null) await holdOffReaders(client, row.needs);
    await client.query(text);
    await record(client, row);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

/**
 * Locks the table of processes until the end of the step. A process that starts meanwhile waits to write its row. It
 * then reads the schema, and refuses to serve.
 */
async function holdOffReaders(client: Client, needs: string): Promise<void> {
  await client.query('lock table processes in share row exclusive mode');
  const readers = await listOlderProcesses(client, needs);
  if (readers.length > 0) throw new Error(`${readers.join('; ')} has just been started: run migrate again`);
}

/**
 * Runs the statement and records it in two transactions. A crash between them runs the statement again, without
 * effect. A crash within it leaves an invalid index, which is dropped, because `if not exists` would keep it.
 */
async function applyUnwrapped(client: Client, { statement, index }: Unwrapped, row: Recorded): Promise<void> {
  const { rowCount } = await client.query(
    `select from pg_index where indexrelid = to_regclass($1) and not indisvalid`,
    [index],
  );
  if (rowCount !== 0) await client.query(`drop index concurrently if exists ${index}`);
  await client.query(statement);
  await record(client, row);
}

async function record(client: Client, { file, checksum, needs }: Recorded): Promise<void> {
  await client.query('insert into schema_migrations (version, checksum, needs_version) values ($1, $2, $3)', [
    file,
    checksum,
    needs,
  ]);
}
