import { z } from 'zod';
import type { EcosystemId } from '../../../domain/ecosystem-id.ts';
import { newId } from '../ids.ts';
import { type Queryable, sql } from '../pool.ts';

const GroupRow = z.object({
  /** Internal; clients use `groupId`. */
  id: z.string(),
  groupId: z.string(),
  name: z.string(),
  ownerName: z.string(),
  createdAt: z.date(),
  itemCount: z.number(),
});
export type GroupRow = z.infer<typeof GroupRow>;

/** The owner of the groups: the same name of another person is another group. */
export interface GroupOwner {
  ecosystem: EcosystemId;
  userId: string;
}

const isStaged = sql.fragment`releases.state in ('quarantine', 'scanning') and releases.published_at is null`;

const selectGroup = sql.fragment`
  select stage_groups.id, stage_groups.group_id, stage_groups.name, users.username as owner_name,
    stage_groups.created_at, (
      select count(*) from stage_group_items
      join releases on releases.id = stage_group_items.release_id
      where stage_group_items.stage_group_id = stage_groups.id and ${isStaged}) as item_count
  from stage_groups join users on users.id = stage_groups.owner_user_id`;

/** False if the id is taken. */
export async function insertGroup(
  db: Queryable,
  owner: GroupOwner,
  group: { groupId: string; name: string },
): Promise<boolean> {
  const inserted = await db.maybeOne(sql.typeAlias('id')`
    insert into stage_groups (id, ecosystem, owner_user_id, group_id, group_key, name)
    values (${newId()}, ${owner.ecosystem}, ${owner.userId}, ${group.groupId}, ${group.groupId.toLowerCase()},
      ${group.name})
    on conflict (ecosystem, owner_user_id, group_key) do nothing
    returning stage_groups.id`);
  return inserted !== null;
}

export async function findGroup(db: Queryable, owner: GroupOwner, groupId: string): Promise<GroupRow | null> {
  return db.maybeOne(sql.type(GroupRow)`
    ${selectGroup} where stage_groups.ecosystem = ${owner.ecosystem}
      and stage_groups.owner_user_id = ${owner.userId} and stage_groups.group_key = ${groupId.toLowerCase()}`);
}

export async function listGroups(
  db: Queryable,
  owner: GroupOwner,
  window: { offset: number; limit: number },
): Promise<readonly GroupRow[]> {
  return db.any(sql.type(GroupRow)`
    ${selectGroup} where stage_groups.ecosystem = ${owner.ecosystem}
      and stage_groups.owner_user_id = ${owner.userId}
    order by stage_groups.group_key offset ${window.offset} limit ${window.limit}`);
}

export async function countGroups(db: Queryable, owner: GroupOwner): Promise<number> {
  const { count } = await db.one(sql.typeAlias('count')`
    select count(*)::int as count from stage_groups
    where stage_groups.ecosystem = ${owner.ecosystem} and stage_groups.owner_user_id = ${owner.userId}`);
  return count;
}

export async function renameGroup(db: Queryable, id: string, name: string): Promise<void> {
  await db.query(sql.typeAlias('void')`
    update stage_groups set name = ${name} where stage_groups.id = ${id}`);
}

export async function deleteGroup(db: Queryable, id: string): Promise<void> {
  await db.query(sql.typeAlias('void')`delete from stage_groups where stage_groups.id = ${id}`);
}

/** Puts a release into a group; it leaves its former group, because a release is in at most one. */
export async function putInGroup(db: Queryable, id: string, releaseId: string): Promise<void> {
  await db.query(sql.typeAlias('void')`
    insert into stage_group_items (release_id, stage_group_id) values (${releaseId}, ${id})
    on conflict (release_id) do update set stage_group_id = excluded.stage_group_id`);
}

const Item = z.object({ releaseId: z.string() });

/** False if the release was not in the group. */
export async function takeFromGroup(db: Queryable, id: string, releaseId: string): Promise<boolean> {
  const removed = await db.maybeOne(sql.type(Item)`
    delete from stage_group_items
    where stage_group_items.release_id = ${releaseId} and stage_group_items.stage_group_id = ${id}
    returning stage_group_items.release_id`);
  return removed !== null;
}

const Membership = z.object({ releaseId: z.string(), groupId: z.string(), name: z.string() });

export async function listGroupsOf(
  db: Queryable,
  releaseIds: readonly string[],
): Promise<readonly z.infer<typeof Membership>[]> {
  if (releaseIds.length === 0) return [];
  return db.any(sql.type(Membership)`
    select stage_group_items.release_id, stage_groups.group_id, stage_groups.name from stage_group_items
    join stage_groups on stage_groups.id = stage_group_items.stage_group_id
    where stage_group_items.release_id = any(${sql.array([...releaseIds], 'uuid')})`);
}
