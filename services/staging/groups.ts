import { inputLimits } from '../../domain/limits/inputs.ts';
import { requireScope, requireUser, type UserActor } from '../../domain/actor.ts';
import { as, type Caller } from '../../domain/caller.ts';
import { DomainError, notFound } from '../../domain/errors.ts';
import type { StageGroup } from '../../ecosystems/context/staging.ts';
import type { StagedRelease } from '../../ecosystems/context/staged-releases.ts';
import type { Format } from '../../ecosystems/format.ts';
import {
  countGroups,
  deleteGroup,
  findGroup,
  type GroupOwner,
  type GroupRow,
  insertGroup,
  listGroups,
  listGroupsOf,
  putInGroup,
  renameGroup,
  takeFromGroup,
} from '../../store/postgres/releases/stage-groups.ts';
import { listStagedReleases } from '../../store/postgres/releases/staged-releases.ts';
import { assertMount } from '../packages/mount.ts';
import { getStagedToChange, seeStaged, seenBy } from './subjects.ts';
import type { Platform } from '../platform.ts';

const maxGroups = inputLimits['staging groups'].count;
const maxItems = inputLimits['staged group'].count;

/** A group of the caller: a user has separate groups in each ecosystem. */
export interface NamedGroup {
  ecosystem: Format;
  id: string;
}

/** A staged release for a group. */
interface Member {
  name: string;
  version: string;
}

/** @throws DomainError `duplicate`, `insufficient_scope`, `policy_violation` when there are too many */
export async function createGroup(
  platform: Pick<Platform, 'pool'>,
  caller: Caller,
  { ecosystem, id }: NamedGroup,
  name: string,
): Promise<StageGroup> {
  const owner = ownerOf(ecosystem, requireScope(caller.actor, 'packages:write'));
  await assertMount(platform, caller);
  if ((await countGroups(platform.pool, owner)) >= maxGroups) {
    throw new DomainError('policy_violation', `a person has at most ${maxGroups} groups`);
  }
  const isNew = await insertGroup(platform.pool, owner, { groupId: id, name });
  if (!isNew) throw new DomainError('duplicate', `there is a group ${id} already`);
  return getGroup(platform, caller, { ecosystem, id });
}

/** The caller's groups, by id. @throws DomainError `unauthenticated` */
export async function listOwnGroups(
  platform: Pick<Platform, 'pool'>,
  caller: Caller,
  ecosystem: Format,
  window: { offset: number; limit: number },
): Promise<{ total: number; items: readonly StageGroup[] }> {
  const owner = ownerOf(ecosystem, requireUser(caller.actor));
  await assertMount(platform, caller);
  const total = await countGroups(platform.pool, owner);
  return { total, items: (await listGroups(platform.pool, owner, window)).map(present) };
}

/** @throws DomainError `unauthenticated`, `not_found` */
export async function getGroup(
  platform: Pick<Platform, 'pool'>,
  caller: Caller,
  named: NamedGroup,
): Promise<StageGroup> {
  return present(await find(platform, caller, named));
}

/** All staged releases of a group, by name; the size of a group is limited. @throws DomainError `not_found` */
export async function listMembers(
  platform: Pick<Platform, 'pool'>,
  caller: Caller,
  named: NamedGroup,
): Promise<readonly StagedRelease[]> {
  const { ecosystem } = named;
  const group = await find(platform, caller, named);
  // the user may have lost rights since a release was added: it is then omitted
  const filter = { ...seenBy(ecosystem, as(caller, requireUser(caller.actor))), stageGroupId: group.id };
  const newest = await listStagedReleases(platform.pool, filter, { offset: 0, limit: maxItems });
  const keyOf = ({ name }: { name: string }) => ecosystem.names.canonical(name);
  return newest.toReversed().toSorted((a, b) => compareText(keyOf(a), keyOf(b)));
}

/** @throws DomainError `not_found`, `insufficient_scope` */
export async function renameOwnGroup(
  platform: Pick<Platform, 'pool'>,
  caller: Caller,
  named: NamedGroup,
  name: string,
): Promise<StageGroup> {
  const group = await findToChange(platform, caller, named);
  await renameGroup(platform.pool, group.id, name);
  return present({ ...group, name });
}

/** Removes the group only: its releases stay staged. @throws DomainError `not_found`, `insufficient_scope` */
export async function removeGroup(
  platform: Pick<Platform, 'pool'>,
  caller: Caller,
  named: NamedGroup,
): Promise<void> {
  await deleteGroup(platform.pool, (await findToChange(platform, caller, named)).id);
}

/**
 * Adds a staged release, and removes it from another group.
 * @throws DomainError `not_found`, `forbidden`, `insufficient_scope`, `policy_violation` when the group is full
 */
export async function putMember(
  platform: Pick<Platform, 'pool'>,
  caller: Caller,
  named: NamedGroup,
  { name, version }: Member,
): Promise<void> {
  const group = await findToChange(platform, caller, named);
  const { release } = await getStagedToChange(platform, caller, {
    ecosystem: named.ecosystem,
    name,
    version,
  });
  if (group.itemCount >= maxItems) {
    throw new DomainError('policy_violation', `a group has at most ${maxItems} packages`);
  }
  await putInGroup(platform.pool, group.id, release.id);
}

/** @throws DomainError `not_found` also when the release is not in the group, `insufficient_scope` */
export async function takeMember(
  platform: Pick<Platform, 'pool'>,
  caller: Caller,
  named: NamedGroup,
  { name, version }: Member,
): Promise<void> {
  const group = await findToChange(platform, caller, named);
  const { release } = await seeStaged(platform, caller, { ecosystem: named.ecosystem, name, version });
  if (!(await takeFromGroup(platform.pool, group.id, release.id))) throw notFound('version');
}

/** The group of each of these releases that is in a group. */
export async function listGroupsByRelease(
  { pool }: Pick<Platform, 'pool'>,
  releaseIds: readonly string[],
): Promise<ReadonlyMap<string, { id: string; name: string }>> {
  const found = await listGroupsOf(pool, releaseIds);
  return new Map(found.map(({ releaseId, groupId, name }) => [releaseId, { id: groupId, name }]));
}

async function find(
  platform: Pick<Platform, 'pool'>,
  caller: Caller,
  { ecosystem, id }: NamedGroup,
): Promise<GroupRow> {
  const user = requireUser(caller.actor);
  await assertMount(platform, caller);
  const group = await findGroup(platform.pool, ownerOf(ecosystem, user), id);
  if (!group) throw notFound('group');
  return group;
}

async function findToChange(
  platform: Pick<Platform, 'pool'>,
  caller: Caller,
  named: NamedGroup,
): Promise<GroupRow> {
  requireScope(caller.actor, 'packages:write');
  return find(platform, caller, named);
}

function ownerOf({ id: ecosystem }: Format, { userId }: UserActor): GroupOwner {
  return { ecosystem, userId };
}

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function present({ groupId: id, name, ownerName, createdAt, itemCount }: GroupRow): StageGroup {
  return { id, name, ownerName, createdAt, itemCount };
}
