import { z } from 'zod';
import { type Queryable, sql } from './pool.ts';

const Person = z.object({
  username: z.string(),
  isAdmin: z.boolean(),
  isActive: z.boolean(),
  memberships: z.record(z.string(), z.string()),
  grants: z.record(z.string(), z.string()),
});
export type Person = z.infer<typeof Person>;

/** A person with the role held in each organization and on single packages, as rights are decided by. */
export async function findPerson(db: Queryable, userId: string): Promise<Person | null> {
  return db.maybeOne(sql.type(Person)`
    select users.username, users.is_admin, users.is_active,
      coalesce((
        select jsonb_object_agg(members.organization_id, members.role) from members
        where members.user_id = users.id), '{}') as memberships,
      coalesce((
        select jsonb_object_agg(package_grants.package_id, package_grants.role) from package_grants
        where package_grants.user_id = users.id), '{}') as grants
    from users where users.id = ${userId}`);
}
