import { Client } from 'pg';

/** Rows of one statement, over a new connection. */
export async function query<Row extends object>(
  url: string,
  statement: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(statement, values)).rows;
  } finally {
    await client.end();
  }
}

/** A lock in an open transaction: other transactions that need it wait. */
export interface HeldLock {
  /** The number of connections that now wait for it. */
  waiting(): Promise<number>;
  /** Runs another statement in the same transaction. */
  also(statement: string, values?: unknown[]): Promise<void>;
  release(): Promise<void>;
  /** Releases the lock and keeps the effect of the statement. */
  commit(): Promise<void>;
}

/** Runs `statement` in a transaction that stays open until `release`, which rolls it back, or `commit`. */
export async function holdLock(url: string, statement: string, values: unknown[] = []): Promise<HeldLock> {
  const client = new Client({ connectionString: url });
  // a killed server also ends this connection
  client.on('error', () => undefined);
  await client.connect();
  await client.query('begin');
  await client.query(statement, values);
  const [row] = (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows;
  const pid = row?.pid ?? 0;
  const end = async (how: 'rollback' | 'commit') => {
    await client.query(how).catch(() => undefined);
    await client.end().catch(() => undefined);
  };
  return {
    async waiting() {
      const [row] = await query<{ count: number }>(
        url,
        'select count(*)::int as count from pg_stat_activity where $1 = any(pg_blocking_pids(pid))',
        [pid],
      );
      return row?.count ?? 0;
    },
    async also(next, more = []) {
      await client.query(next, more);
    },
    release: () => end('rollback'),
    commit: () => end('commit'),
  };
}
