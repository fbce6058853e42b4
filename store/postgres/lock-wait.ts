import { sql, type Transaction } from './pool.ts';

/**
 * Limits the wait of each statement of the transaction for a lock: in work on a list, one locked row must not delay
 * the others. @throws the database's own error (`lock_not_available`) after `ms` milliseconds
 */
export async function limitLockWait(tx: Transaction, ms: number): Promise<void> {
  await tx.query(sql.typeAlias('void')`select set_config('lock_timeout', ${`${ms}ms`}, true)`);
}

/** Whether a transaction failed because another one held a lock longer than {@link limitLockWait} allows. */
export function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '55P03';
}
