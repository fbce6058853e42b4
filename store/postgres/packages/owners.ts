import { z } from 'zod';
import { rowOf } from '../../../domain/permissions.ts';
import { type Queryable, sql } from '../pool.ts';

const Owner = z.object({
  number: z.number(),
  username: z.string(),
  displayName: z.string().nullable(),
  isMaintainer: z.boolean(),
});

/** People who may publish a package: its owner or the publishing members of its organization, and its maintainers. */
export async function listOwners(
  db: Queryable,
  pkg: { id: string; ownerUserId: string | null; ownerOrgId: string | null },
): Promise<z.infer<typeof Owner>[]> {
  const rows = await db.any(sql.type(Owner)`
    select users.number, users.username, users.display_name,
      users.id in (
        select package_grants.user_id from package_grants
        where package_grants.package_id = ${pkg.id} and package_grants.role = 'maintainer') as is_maintainer
    from users
    where users.id = ${pkg.ownerUserId}::uuid
      or users.id in (
        select members.user_id from members
        where members.organization_id = ${pkg.ownerOrgId}::uuid
          and members.role = any(${sql.array([...rowOf('publish').roles], 'text')}))
      or users.id in (
        select package_grants.user_id from package_grants
        where package_grants.package_id = ${pkg.id} and package_grants.role = 'maintainer')
    order by users.number`);
  return [...rows];
}

const Login = z.object({ username: z.string() });

/** The usernames without a user, in the order given. */
export async function listMissingUsers(db: Queryable, usernames: readonly string[]): Promise<string[]> {
  const known = await db.any(sql.type(Login)`
    select users.username_key as username from users
    where users.username_key = any(${sql.array(
      usernames.map((name) => name.toLowerCase()),
      'text',
    )})`);
  const keys = new Set(known.map((row) => row.username));
  return usernames.filter((name) => !keys.has(name.toLowerCase()));
}
