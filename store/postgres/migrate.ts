import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';

/** Any constant will do as long as nothing else in the database uses it as an advisory lock. */
const migrationLock = 7_216_013_301;

export interface MigrationReport {
  applied: string[];
  /** Newest version in the database afterwards. */
  current: string;
}

/**
 * Applies the numbered files that the database does not have yet, each in its own transaction. Safe to
 * run twice and by two processes at once: an advisory lock makes the second wait and find nothing to do.
 * @throws Error when a file that was applied has changed since
 */
export async function migrate(url: string, folder: string): Promise<MigrationReport> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    await client.query(`create table if not exists schema_migrations (
      version text primary key, checksum text not null, applied_at timestamptz not null default now())`);
    return await applyPending(client, folder);
  } finally {
    await client.end();
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
    await apply(client, file, text, checksum);
    applied.push(file);
  }
  return { applied, current: files.at(-1) ?? '' };
}

async function apply(client: Client, file: string, text: string, checksum: string): Promise<void> {
  try {
    await client.query('begin');
    await client.query("set local lock_timeout = '4s'");
    await client.query(text);
    await client.query('insert into schema_migrations (version, checksum) values ($1, $2)', [file, checksum]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}
