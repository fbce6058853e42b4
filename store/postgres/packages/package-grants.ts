import { z } from 'zod';
import { notifyChange } from '../notify.ts';
import { keepUser } from '../identity/users.ts';
import { type Queryable, sql, type Transaction } from '../pool.ts';

const Holder = z.object({ userId: z.string(), username: z.string() });
type Holder = z.infer<typeof Holder>;

/** People by username, in any case; unknown names are omitted. */
export async function listUsersNamed(
  db: Queryable,
  usernames: readonly string[],
): Promise<readonly Holder[]> {
  const keys = usernames.map((name) => name.toLowerCase());
  return db.any(sql.type(Holder)`
    select users.id as user_id, users.username from users
    where users.username_key = any(${sql.array(keys, 'text')})
    order by users.username_key`);
}

/** The users who may publish, other than the owner. */
export async function listMaintainers(db: Queryable, packageId: string): Promise<readonly Holder[]> {
  return db.any(sql.type(Holder)`
    select package_grants.user_id, users.username from package_grants
    join users on users.id = package_grants.user_id
    where package_grants.package_id = ${packageId} and package_grants.role = 'maintainer'
    order by users.username_key`);
}

/** Grants the right; caches of rights are notified at commit. False for a locked or erased account. */
export async function grantMaintainer(db: Transaction, packageId: string, userId: string): Promise<boolean> {
  if (!(await keepUser(db, userId))) return false;
  await db.query(sql.typeAlias('void')`
    insert into package_grants (package_id, user_id, role) values (${packageId}, ${userId}, 'maintainer')
    on conflict (package_id, user_id) do update set role = excluded.role`);
  await notifyChange(db, { kind: 'user', id: userId });
  return true;
}

/** Revokes the right; caches of rights are notified at commit. */
export async function revokeMaintainer(db: Queryable, packageId: string, userId: string): Promise<void> {
  await db.query(sql.typeAlias('void')`
    delete from package_grants
    where package_grants.package_id = ${packageId} and package_grants.user_id = ${userId}
      and package_grants.role = 'maintainer'`);
  await notifyChange(db, { kind: 'user', id: userId });
}
