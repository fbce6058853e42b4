import { createSqlTag } from 'slonik';

/** The code of PostgreSQL for a write to a read-only server. */
export const readOnlyCode = '25006';

/** A server that refuses writes: a standby, or a primary that was set read-only before a fail-over. */
export class ReadOnlyDatabase extends Error {
  override name = 'ReadOnlyDatabase';
  readonly code = readOnlyCode;

  constructor() {
    super('the database takes no writes');
  }
}

/**
 * The answer is `on` if writes are refused, also in recovery. A pool then rejects the connection with {@link
 * ReadOnlyDatabase}.
 */
export const askReadOnly = createSqlTag().unsafe`select current_setting('transaction_read_only') as answer`;

/** @throws ReadOnlyDatabase for the answer `on` */
export function assertWritable(rows: readonly Record<string, unknown>[]): void {
  if (rows[0]?.['answer'] !== 'off') throw new ReadOnlyDatabase();
}
