import {
  createPool,
  createSqlTag,
  type CommonQueryMethods,
  type DatabasePool,
  type DatabaseTransactionConnection,
  type Interceptor,
  type QueryResultRow,
} from 'slonik';
import { z } from 'zod';
import { refusals } from './unstorable-values.ts';
import { createDriver } from './driver.ts';
import { createPreparing } from './prepared-statements.ts';
import { sessionLimits } from './session-limits.ts';
import { limitWaits } from './limited-waits.ts';
import { watchTransactions } from './transactions.ts';

/** Anything that runs queries: the pool or a transaction. */
export type Queryable = CommonQueryMethods;
export type Pool = DatabasePool;
export type Transaction = DatabaseTransactionConnection;

const id = z.object({ id: z.string() });
const empty = z.object({});
const count = z.object({ count: z.number() });

export const sql = createSqlTag({ typeAliases: { id, void: empty, count } });

/** The same memory, in the type of the driver. */
export function bytesOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

/** Converts `snake_case` columns to the camelCase members of the row schema, which then checks them. */
const rows: Interceptor = {
  name: 'rows',
  transformRow: ({ resultParser }, _query, row) => {
    const renamed: Record<string, unknown> = {};
    for (const [column, value] of Object.entries(row)) renamed[camelCase(column)] = value;
    if (!resultParser) return renamed as QueryResultRow;
    const checked = resultParser['~standard'].validate(renamed);
    if (checked instanceof Promise) throw new Error('row schemas are synchronous');
    if (checked.issues) throw new Error(`unexpected row: ${JSON.stringify(checked.issues)}`);
    return checked.value as QueryResultRow;
  },
};

const renamings = new Map<string, string>();

function camelCase(column: string): string {
  let name = renamings.get(column);
  if (name === undefined) {
    name = column.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
    renamings.set(column, name);
  }
  return name;
}

/**
 * Opens a pool, which the caller ends. The address may name several hosts (`hostsOf`). `isPooled`: the address is
 * that of a pooler, which accepts no parameters, and in which a prepared statement may belong to another connection:
 * `limitSessions` bounds its statements, and no statement has a name.
 */
export async function openPool(url: string, poolSize: number, { isPooled = false } = {}): Promise<Pool> {
  const pool = await createPool(url, {
    driverFactory: createDriver(url),
    maxPoolSize: poolSize,
    captureStackTrace: false,
    connectionRetryLimit: 2,
    connectionTimeout: 5_000,
    statementTimeout: isPooled ? 'DISABLE_TIMEOUT' : sessionLimits.statement_timeout,
    idleInTransactionSessionTimeout: isPooled
      ? 'DISABLE_TIMEOUT'
      : sessionLimits.idle_in_transaction_session_timeout,
    idleTimeout: 60_000,
    interceptors: [rows, refusals, ...(isPooled ? [] : [createPreparing()])],
    // sessions are never changed, so no reset is needed, which saves a round trip per query
    resetConnection: async () => {},
  });
  // the next query replaces a broken idle connection; without a listener the error would end the process
  pool.on('error', () => {});
  return watchTransactions(limitWaits(pool, poolSize));
}
