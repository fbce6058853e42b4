import { requireScope, requireUser, type UserActor } from '../../domain/actor.ts';
import { as, type Caller } from '../../domain/caller.ts';
import { DomainError, notFound } from '../../domain/errors.ts';
import type { Ecosystem } from '../../ecosystems/ecosystem.ts';
import type { StageGroup, StageGroups } from '../../ecosystems/context/staging.ts';
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
import type { EcosystemDeps } from './context.ts';
import { type AssertMount, createStagedSubjects, seenBy } from './staged-subjects.ts';

const maxGroups = 200;
const maxItems = 1_000;

/** Groups of staged releases, bound to one ecosystem; everybody has their own. */
export function createStageGroups(
  { pool }: EcosystemDeps,
  ecosystem: Ecosystem,
  assertMount: AssertMount,
): StageGroups {
  const subjects = createStagedSubjects(pool, ecosystem, assertMount);
  const keyOf = ({ name }: { name: string }) => ecosystem.names.canonical(name);
  const ownerOf = ({ userId }: UserActor): GroupOwner => ({ ecosystem: ecosystem.id, userId });

  async function find(caller: Caller, id: string): Promise<GroupRow> {
    const user = requireUser(caller.actor);
    await assertMount(caller);
    const group = await findGroup(pool, ownerOf(user), id);
    if (!group) throw notFound('group');
    return group;
  }

  async function findToChange(caller: Caller, id: string): Promise<GroupRow> {
    requireScope(caller.actor, 'packages:write');
    return find(caller, id);
  }

  return {
    async create(caller, { id, name }) {
      const owner = ownerOf(requireScope(caller.actor, 'packages:write'));
      await assertMount(caller);
      if ((await countGroups(pool, owner)) >= maxGroups) {
        throw new DomainError('policy_violation', `a person has at most ${maxGroups} groups`);
      }
      const isNew = await insertGroup(pool, owner, { groupId: id, name });
      if (!isNew) throw new DomainError('duplicate', `there is a group ${id} already`);
      return present(await find(caller, id));
    },

    async list(caller, window) {
      const user = requireUser(caller.actor);
      await assertMount(caller);
      const total = await countGroups(pool, ownerOf(user));
      return { total, items: (await listGroups(pool, ownerOf(user), window)).map(present) };
    },

    get: async (caller, id) => present(await find(caller, id)),

    async listMembers(caller, id) {
      const group = await find(caller, id);
      // rights can have been lost since it was put in: then it is not there for this person
      const filter = { ...seenBy(ecosystem, as(caller, requireUser(caller.actor))), stageGroupId: group.id };
      const newest = await listStagedReleases(pool, filter, { offset: 0, limit: maxItems });
      return newest.toReversed().toSorted((a, b) => compareText(keyOf(a), keyOf(b)));
    },

    async rename(caller, id, name) {
      const group = await findToChange(caller, id);
      await renameGroup(pool, group.id, name);
      return present({ ...group, name });
    },

    async remove(caller, id) {
      await deleteGroup(pool, (await findToChange(caller, id)).id);
    },

    async put(caller, id, name, version) {
      const group = await findToChange(caller, id);
      const { release } = await subjects.manage(caller, name, version);
      if (group.itemCount >= maxItems) {
        throw new DomainError('policy_violation', `a group has at most ${maxItems} packages`);
      }
      await putInGroup(pool, group.id, release.id);
    },

    async take(caller, id, name, version) {
      const group = await findToChange(caller, id);
      const { release } = await subjects.see(caller, name, version);
      if (!(await takeFromGroup(pool, group.id, release.id))) throw notFound('version');
    },

    async listOf(releaseIds) {
      const memberships = await listGroupsOf(pool, releaseIds);
      return new Map(memberships.map(({ releaseId, groupId, name }) => [releaseId, { id: groupId, name }]));
    },
  };
}

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function present({ groupId: id, name, ownerName, createdAt, itemCount }: GroupRow): StageGroup {
  return { id, name, ownerName, createdAt, itemCount };
}
