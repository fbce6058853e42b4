import { type Queryable, sql, type Transaction } from '../pool.ts';

const firstAdministratorLock = 7_216_013_309;

/** Whether there is one with a password, deactivated or not. `none` is the value of the hash without a password. */
export async function hasAdministrator(db: Queryable, none: string): Promise<boolean> {
  const found = await db.maybeOne(sql.typeAlias('id')`
    select users.id from users
    where users.is_admin and users.password_hash <> ${none}
    limit 1`);
  return found !== null;
}

/** Until the transaction ends no other transaction makes the first one. */
export async function lockFirstAdministrator(tx: Transaction): Promise<void> {
  await tx.query(sql.typeAlias('void')`select pg_advisory_xact_lock(${firstAdministratorLock})`);
}
