import { Client } from 'pg';

/** Rows of one statement over a connection of its own. */
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

/** A lock in an open transaction: a transaction that needs it stops exactly there. */
export interface HeldLock {
  /** How many connections wait for it now. */
  waiting(): Promise<number>;
  /** Another statement of the same transaction. */
  also(statement: string, values?: unknown[]): Promise<void>;
  release(): Promise<void>;
  /** {@link HeldLock.release}, and the effect of the statement stays. */
  commit(): Promise<void>;
}

/** Runs `statement` in a transaction that stays open until `release`, which rolls it back, or `commit`. */
export async function holdLock(url: string, statement: string, values: unknown[] = []): Promise<HeldLock> {
  const client = new Client({ connectionString: url });
  // a killed server ends this connection too
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
