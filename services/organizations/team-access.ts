import { hostedPackage } from '../../domain/package-address.ts';
import type { Actor } from '../../domain/actor.ts';
import { type Caller, performedBy } from '../../domain/caller.ts';
import { aboutInput, notFound } from '../../domain/errors.ts';
import type { Window } from '../../domain/paging.ts';
import type { Permission } from '../../domain/permissions.ts';
import type { Format } from '../../ecosystems/format.ts';
import { writeAudit } from '../../store/postgres/audit/audit.ts';
import type { OrganizationRow } from '../../store/postgres/organizations/organizations.ts';
import {
  type Access,
  type AccessKind,
  deleteAccess,
  findAccess,
  listAccess,
  saveAccess,
} from '../../store/postgres/organizations/team-access.ts';
import { listTeamMembers, notifyMembers } from '../../store/postgres/organizations/teams.ts';
import { findPackage } from '../../store/postgres/packages/packages.ts';
import { findRepository } from '../../store/postgres/packages/repositories.ts';
import type { Queryable } from '../../store/postgres/pool.ts';
import { getClaim } from '../namespaces/claims.ts';
import { asManager, requireTeam } from './in-organization.ts';
import { type NamedTeam, requireMembership } from './teams.ts';
import type { Platform } from '../platform.ts';

export type { Access, AccessKind };

/** A thing of the organization, as callers name it. */
export type NamedTarget =
  | { kind: 'package'; ecosystem: Format; name: string }
  | { kind: 'repository'; slug: string }
  | { kind: 'namespace'; id: string };

/** The rights of a team on things of one kind, of one ecosystem if the window names it, by name. @throws DomainError `unauthenticated`, `not_found` */
export async function listTeamAccess(
  { pool }: Pick<Platform, 'pool'>,
  caller: Caller,
  { slug, team }: NamedTeam,
  kind: AccessKind,
  window: Window & { ecosystem?: string },
): Promise<readonly Access[]> {
  const organization = await requireMembership(pool, caller, slug);
  return listAccess(pool, (await requireTeam(pool, organization, team)).id, kind, window);
}

/**
 * Sets the permissions of a team on a thing and replaces earlier ones; an empty list removes them. `{ add }` keeps
 * earlier ones. They apply to its members at once.
 * @throws DomainError `unauthenticated`, `insufficient_scope`, `not_found` also for things of other owners,
 * `forbidden`
 */
export async function setTeamAccess(
  platform: Pick<Platform, 'pool' | 'announce'>,
  caller: Caller,
  named: NamedTeam,
  target: NamedTarget,
  wanted: readonly Permission[] | { add: Permission },
): Promise<void> {
  const members = await asManager(platform, caller, named.slug, async (tx, organization) => {
    const team = await requireTeam(tx, organization, named.team);
    const { id, label } = await findTarget(tx, caller.actor, organization, target);
    const before = await findAccess(tx, team.id, id);
    const permissions = 'add' in wanted ? [...new Set([...(before ?? []), wanted.add])] : wanted;
    if (permissions.length > 0) await saveAccess(tx, team.id, { kind: target.kind, id, permissions });
    else if (before) await deleteAccess(tx, team.id, id);
    else throw aboutInput('permissions', notFound('access'));
    const ids = (await listTeamMembers(tx, team.id)).map(({ userId }) => userId);
    await notifyMembers(tx, ids);
    await writeAudit(tx, {
      action: `team_${target.kind}_access_update`,
      performer: performedBy(caller),
      targetOrgId: organization.id,
      ...(target.kind === 'package' ? { targetPackageId: id } : {}),
      metadata: {
        team_id: team.id,
        team: team.slug,
        target: label,
        permissions: permissions.join(' '),
        previous_permissions: (before ?? []).join(' '),
      },
    });
    return ids;
  });
  for (const id of members) platform.announce({ kind: 'user', id });
}

/** Access can be given only to things of the organization. @throws DomainError `not_found` */
async function findTarget(
  db: Queryable,
  actor: Actor,
  organization: OrganizationRow,
  target: NamedTarget,
): Promise<{ id: string; label: string }> {
  const found = await look(db, actor, target);
  if (found?.ownerOrgId !== organization.id) throw notFound(target.kind);
  return found;
}

async function look(
  db: Queryable,
  actor: Actor,
  target: NamedTarget,
): Promise<{ id: string; ownerOrgId: string | null; label: string } | null> {
  if (target.kind === 'package') {
    const { ecosystem, name } = target;
    const pkg = await findPackage(db, hostedPackage(ecosystem.id, ecosystem.names.canonical(name)));
    return pkg && { id: pkg.id, ownerOrgId: pkg.ownerOrgId, label: `${ecosystem.id}/${pkg.name}` };
  }
  if (target.kind === 'repository') {
    const repository = await findRepository(db, target.slug);
    return repository && { ...repository, label: repository.slug };
  }
  const claim = await getClaim(db, actor, target.id);
  return { ...claim, label: `${claim.ecosystem}/${claim.namespace}` };
}
