import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { migrate } from '../../store/postgres/migrate.ts';
import { openPool, type Pool } from '../../store/postgres/pool.ts';
import { startPostgres } from './postgres.ts';

/** The database of one test file, from its first test to its last. */
export interface Rows {
  readonly pool: Pool;
  /** The URL of the same database. */
  readonly url: string;
}

const connections = 8;

/**
 * An empty database with all tables, for tests of queries. Call it at the top of a file. For tests of migrations,
 * `before` names the first migration to leave out, by its first digits.
 */
export function openRows({ before }: { before?: string } = {}): Rows {
  let open: Rows | undefined;
  const cleanup = new AsyncDisposableStack();
  beforeAll(async () => {
    const { url, stop } = await startPostgres();
    cleanup.defer(stop);
    await migrateUpTo(before, url);
    const pool = await openPool(url, connections);
    cleanup.defer(() => pool.end());
    open = { pool, url };
  });
  afterAll(() => cleanup.disposeAsync());
  const opened = (): Rows => {
    if (!open) throw new Error('there is no database before the first test');
    return open;
  };
  return {
    get pool() {
      return opened().pool;
    },
    get url() {
      return opened().url;
    },
  };
}

async function migrateUpTo(before: string | undefined, url: string): Promise<void> {
  if (before === undefined) {
    await migrate(url, 'migrations');
    return;
  }
  const folder = await mkdtemp(join(tmpdir(), 'rookery-migrations-'));
  try {
    for (const file of await readdir('migrations'))
      if (file < before) await cp(join('migrations', file), join(folder, file));
    await migrate(url, folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}
