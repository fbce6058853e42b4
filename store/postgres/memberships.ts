import { z } from 'zod';
import { type Queryable, sql } from './pool.ts';

const Person = z.object({
  username: z.string(),
  isAdmin: z.boolean(),
  isActive: z.boolean(),
  memberships: z.record(z.string(), z.string()),
});
export type Person = z.infer<typeof Person>;

/** A person with the role held in each organization, as rights are decided by. */
export async function findPerson(db: Queryable, userId: string): Promise<Person | null> {
  return db.maybeOne(sql.type(Person)`
    select users.username, users.is_admin, users.is_active,
      coalesce((
        select jsonb_object_agg(members.organization_id, members.role) from members
        where members.user_id = users.id), '{}') as memberships
    from users where users.id = ${userId}`);
}
