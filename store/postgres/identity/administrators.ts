import { type Queryable, sql, type Transaction } from '../pool.ts';

const firstAdministratorLock = 7_216_013_309;

/**
 * Whether an administrator with a password exists, deactivated or not. `none` is the hash value without a password.
 */
export async function hasAdministrator(db: Queryable, none: string): Promise<boolean> {
  const found = await db.maybeOne(sql.typeAlias('id')`
    select users.id from users
    where users.is_admin and users.password_hash <> ${none}
    limit 1`);
  return found !== null;
}

/** Until the transaction ends, no other transaction creates the first administrator. */
export async function lockFirstAdministrator(tx: Transaction): Promise<void> {
  await tx.query(sql.typeAlias('void')`select pg_advisory_xact_lock(${firstAdministratorLock})`);
}
