import { z } from 'zod';
import { everything, type Window } from '../../../domain/paging.ts';
import { keyset, placed } from '../keyset.ts';
import { keepUser } from '../identity/users.ts';
import { noticeOf } from '../notify.ts';
import { type Queryable, sql, type Transaction } from '../pool.ts';

const Team = z.object({
  ...placed,
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  createdAt: z.date(),
});
export type Team = z.infer<typeof Team>;

const bySlug = keyset({ value: sql.fragment`teams.slug`, type: 'text' });

const teams = sql.fragment`
  select teams.id, teams.slug, teams.name, teams.description, teams.created_at,
    ${bySlug.position} as position
  from teams`;

export async function listTeams(
  db: Queryable,
  organizationId: string,
  window: Window,
): Promise<readonly Team[]> {
  return db.any(sql.type(Team)`
    ${teams} where teams.organization_id = ${organizationId} and ${bySlug.behind(window)}
    ${bySlug.page(window)}`);
}

const Count = z.object({ count: z.number() });

export async function countTeams(db: Queryable, organizationId: string): Promise<number> {
  const { count } = await db.one(sql.type(Count)`
    select count(*)::int as count from teams where teams.organization_id = ${organizationId}`);
  return count;
}

export async function findTeam(db: Queryable, organizationId: string, slug: string): Promise<Team | null> {
  return db.maybeOne(sql.type(Team)`
    ${teams} where teams.organization_id = ${organizationId} and teams.slug = ${slug}`);
}

/** False if the slug is taken in the organization. */
export async function insertTeam(
  db: Queryable,
  organizationId: string,
  { id, slug, name, description }: Omit<Team, 'createdAt' | 'position'>,
): Promise<boolean> {
  const created = await db.maybeOne(sql.typeAlias('id')`
    insert into teams (id, organization_id, slug, name, description)
    values (${id}, ${organizationId}, ${slug}, ${name}, ${description})
    on conflict (organization_id, slug) do nothing
    returning id`);
  return created !== null;
}

export async function updateTeam(
  db: Queryable,
  { id, name, description }: Pick<Team, 'id' | 'name' | 'description'>,
): Promise<void> {
  await db.query(sql.typeAlias('void')`
    update teams set name = ${name}, description = ${description} where teams.id = ${id}`);
}

/** Removes a team and its rights. */
export async function deleteTeam(db: Queryable, id: string): Promise<void> {
  await db.query(sql.typeAlias('void')`delete from teams where teams.id = ${id}`);
}

const TeamMember = z.object({
  ...placed,
  userId: z.string(),
  username: z.string(),
  displayName: z.string().nullable(),
});
export type TeamMember = z.infer<typeof TeamMember>;

const byName = keyset({ value: sql.fragment`users.username_key`, type: 'text' });

/** By name; bounded by the organization's members. */
export async function listTeamMembers(
  db: Queryable,
  teamId: string,
  window: Window = everything,
): Promise<readonly TeamMember[]> {
  return db.any(sql.type(TeamMember)`
    select team_members.user_id, users.username, users.display_name, ${byName.position} as position
    from team_members join users on users.id = team_members.user_id
    where team_members.team_id = ${teamId} and ${byName.behind(window)}
    ${byName.page(window)}`);
}

/** False if the person is already in it, or the account is locked or erased. */
export async function insertTeamMember(db: Transaction, teamId: string, userId: string): Promise<boolean> {
  if (!(await keepUser(db, userId))) return false;
  const added = await db.maybeOne(sql.typeAlias('id')`
    insert into team_members (team_id, user_id) values (${teamId}, ${userId})
    on conflict (team_id, user_id) do nothing
    returning team_members.user_id as id`);
  return added !== null;
}

/** False if the person is not in it. */
export async function deleteTeamMember(db: Queryable, teamId: string, userId: string): Promise<boolean> {
  const removed = await db.maybeOne(sql.typeAlias('id')`
    delete from team_members where team_members.team_id = ${teamId} and team_members.user_id = ${userId}
    returning team_members.user_id as id`);
  return removed !== null;
}

/** Caches of rights are notified at commit. */
export async function notifyMembers(db: Queryable, userIds: readonly string[]): Promise<void> {
  for (const id of userIds) {
    await db.query(sql.typeAlias('void')`select ${noticeOf({ kind: 'user', id })}`);
  }
}
