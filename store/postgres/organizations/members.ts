import { z } from 'zod';
import type { Window } from '../../../domain/paging.ts';
import { Role } from '../../../domain/permissions.ts';
import { keyset, placed } from '../keyset.ts';
import { keepUser } from '../identity/users.ts';
import { noticeOf } from '../notify.ts';
import { type Queryable, sql, type Transaction } from '../pool.ts';

const Member = z.object({
  ...placed,
  userId: z.string(),
  username: z.string(),
  displayName: z.string().nullable(),
  role: Role,
  joinedAt: z.date(),
});
export type Member = z.infer<typeof Member>;

const byName = keyset({ value: sql.fragment`users.username_key`, type: 'text' });

const members = sql.fragment`
  select members.user_id, users.username, users.display_name, members.role, members.created_at as joined_at,
    ${byName.position} as position
  from members join users on users.id = members.user_id`;

/** By name. */
export async function listMembers(
  db: Queryable,
  organizationId: string,
  window: Window,
): Promise<readonly Member[]> {
  return db.any(sql.type(Member)`
    ${members} where members.organization_id = ${organizationId} and ${byName.behind(window)}
    ${byName.page(window)}`);
}

const Count = z.object({ count: z.number() });

export async function countMembers(db: Queryable, organizationId: string): Promise<number> {
  const { count } = await db.one(sql.type(Count)`
    select count(*)::int as count from members where members.organization_id = ${organizationId}`);
  return count;
}

/** Members whose name or display name contains the text, by name. */
export async function searchMembers(
  db: Queryable,
  organizationId: string,
  { text, ...window }: { text: string } & Window,
): Promise<readonly Member[]> {
  return db.any(sql.type(Member)`
    ${members} where members.organization_id = ${organizationId}
      and (strpos(users.username_key, ${text.toLowerCase()}) > 0
        or strpos(lower(coalesce(users.display_name, '')), ${text.toLowerCase()}) > 0)
      and ${byName.behind(window)}
    ${byName.page(window)}`);
}

export async function findMember(
  db: Queryable,
  organizationId: string,
  userId: string,
): Promise<Member | null> {
  return db.maybeOne(sql.type(Member)`
    ${members} where members.organization_id = ${organizationId} and members.user_id = ${userId}`);
}

const Told = z.object({ userId: z.string() });

/**
 * Makes every replica reload the rights of the members, and of people with rights on the organization's packages.
 * Returns their ids.
 */
export async function notifyPeopleOf(db: Queryable, organizationId: string): Promise<readonly string[]> {
  const people = await db.any(sql.type(Told)`
    select members.user_id from members where members.organization_id = ${organizationId}
    union
    select package_grants.user_id from package_grants
    join packages on packages.id = package_grants.package_id
    join repositories on repositories.id = packages.repository_id
    where repositories.owner_org_id = ${organizationId}`);
  for (const { userId } of people) {
    await db.query(sql.typeAlias('void')`select ${noticeOf({ kind: 'user', id: userId })}`);
  }
  return people.map(({ userId }) => userId);
}

/**
 * Saves a member or a member's role; every replica applies it from the commit on. The account is locked until the
 * transaction ends. False for a disabled or erased account.
 */
export async function saveMember(
  db: Transaction,
  organizationId: string,
  { userId, role }: { userId: string; role: Role },
): Promise<boolean> {
  if (!(await keepUser(db, userId))) return false;
  await db.query(sql.typeAlias('void')`
    insert into members (organization_id, user_id, role) values (${organizationId}, ${userId}, ${role})
    on conflict (organization_id, user_id) do update set role = excluded.role`);
  await db.query(sql.typeAlias('void')`select ${noticeOf({ kind: 'user', id: userId })}`);
  return true;
}

/** Removes a member, with their team memberships and their grants on single packages of the organization. */
export async function deleteMember(db: Queryable, organizationId: string, userId: string): Promise<void> {
  await db.query(sql.typeAlias('void')`
    delete from package_grants using packages, repositories
    where package_grants.user_id = ${userId} and packages.id = package_grants.package_id
      and repositories.id = packages.repository_id and repositories.owner_org_id = ${organizationId}`);
  await db.query(sql.typeAlias('void')`
    delete from team_members using teams
    where team_members.user_id = ${userId} and teams.id = team_members.team_id
      and teams.organization_id = ${organizationId}`);
  await db.query(sql.typeAlias('void')`
    delete from members where members.organization_id = ${organizationId} and members.user_id = ${userId}`);
  await db.query(sql.typeAlias('void')`select ${noticeOf({ kind: 'user', id: userId })}`);
}
