import { inputLimits } from '../../domain/limits/inputs.ts';
import { requireUser } from '../../domain/actor.ts';
import { may } from '../../domain/authorize.ts';
import { type Caller, performedBy } from '../../domain/caller.ts';
import { DomainError, notFound } from '../../domain/errors.ts';
import type { Window } from '../../domain/paging.ts';
import { assertSlug, slugTaken } from '../../domain/slugs.ts';
import { writeAudit } from '../../store/postgres/audit/audit.ts';
import { newId } from '../../store/postgres/ids.ts';
import type { OrganizationRow } from '../../store/postgres/organizations/organizations.ts';
import {
  countTeams,
  deleteTeam,
  insertTeam,
  listTeamMembers,
  listTeams as findTeams,
  notifyMembers,
  type Team,
  updateTeam as saveTeam,
} from '../../store/postgres/organizations/teams.ts';
import type { Pool } from '../../store/postgres/pool.ts';
import { requireOrganization, targetOf } from './get.ts';
import { asManager, requireTeam } from './in-organization.ts';
import type { Platform } from '../platform.ts';

export type { Team };

/** A team of an organization, as callers name it. */
export interface NamedTeam {
  slug: string;
  team: string;
}

const maxTeams = inputLimits.teams.count;

/** By slug, for members. @throws DomainError `unauthenticated`, `not_found` */
export async function listTeams(
  { pool }: Pick<Platform, 'pool'>,
  caller: Caller,
  slug: string,
  window: Window,
): Promise<{ total: number; teams: readonly Team[] }> {
  const { id } = await requireMembership(pool, caller, slug);
  return { total: await countTeams(pool, id), teams: await findTeams(pool, id, window) };
}

/** Finds the organization for its members. @throws DomainError `unauthenticated`, `not_found` for others */
export async function requireMembership(
  pool: Pool,
  { actor }: Caller,
  slug: string,
): Promise<OrganizationRow> {
  const user = requireUser(actor);
  const organization = await requireOrganization(pool, slug);
  if (!may(user, 'read_members', targetOf(organization))) throw notFound('organization');
  return organization;
}

/**
 * @throws DomainError `unauthenticated`, `insufficient_scope`, `not_found`, `forbidden`, `validation_failed`,
 * `slug_taken`, `policy_violation`
 */
export async function createTeam(
  platform: Pick<Platform, 'pool' | 'announce'>,
  caller: Caller,
  slug: string,
  wanted: Pick<Team, 'slug' | 'name' | 'description'>,
): Promise<Pick<Team, 'id' | 'slug' | 'name'>> {
  assertSlug(wanted.slug);
  const team = { ...wanted, id: newId() };
  await asManager(platform, caller, slug, async (tx, organization) => {
    if ((await countTeams(tx, organization.id)) >= maxTeams) {
      throw new DomainError('policy_violation', `an organization has at most ${maxTeams} teams`);
    }
    const isNew = await insertTeam(tx, organization.id, team);
    if (!isNew) throw slugTaken(wanted.slug);
    await writeAudit(tx, {
      action: 'team_create',
      performer: performedBy(caller),
      targetOrgId: organization.id,
      metadata: { team_id: team.id, team: team.slug },
    });
  });
  return team;
}

/**
 * Changes a team; absent members stay.
 * @throws DomainError `unauthenticated`, `insufficient_scope`, `not_found`, `forbidden`
 */
export async function updateTeam(
  platform: Pick<Platform, 'pool' | 'announce'>,
  caller: Caller,
  named: NamedTeam,
  change: Partial<Pick<Team, 'name' | 'description'>>,
): Promise<Team> {
  return asManager(platform, caller, named.slug, async (tx, organization) => {
    const team = { ...(await requireTeam(tx, organization, named.team)), ...change };
    await saveTeam(tx, team);
    await writeAudit(tx, {
      action: 'team_update',
      performer: performedBy(caller),
      targetOrgId: organization.id,
      metadata: { team_id: team.id, team: team.slug },
    });
    return team;
  });
}

/**
 * Removes a team and its rights.
 * @throws DomainError `unauthenticated`, `insufficient_scope`, `not_found`, `forbidden`
 */
export async function removeTeam(
  platform: Pick<Platform, 'pool' | 'announce'>,
  caller: Caller,
  named: NamedTeam,
): Promise<void> {
  const members = await asManager(platform, caller, named.slug, async (tx, organization) => {
    const team = await requireTeam(tx, organization, named.team);
    const ids = (await listTeamMembers(tx, team.id)).map(({ userId }) => userId);
    await deleteTeam(tx, team.id);
    await notifyMembers(tx, ids);
    await writeAudit(tx, {
      action: 'team_delete',
      performer: performedBy(caller),
      targetOrgId: organization.id,
      metadata: { team_id: team.id, team: team.slug },
    });
    return ids;
  });
  for (const id of members) platform.announce({ kind: 'user', id });
}
