import type { Caller } from '../../domain/caller.ts';
import { notFound } from '../../domain/errors.ts';
import type { Organizations } from '../../ecosystems/context/organizations.ts';
import type { Format } from '../../ecosystems/format.ts';
import { findOrganization } from '../../store/postgres/organizations/organizations.ts';
import { findClaim } from '../../store/postgres/packages/namespaces.ts';
import { listPackagesOwnedBy } from '../../store/postgres/packages/package-listing.ts';
import { bind, bindWithin } from '../bind.ts';
import type { Platform } from '../platform.ts';
import { putMember, removeMember } from './change-members.ts';
import { requireOrganization } from './get.ts';
import { listMembers } from './members.ts';
import { listTeamAccess, setTeamAccess } from './team-access.ts';
import { addTeamMember, listTeamMembers, removeTeamMember } from './team-members.ts';
import { createTeam, listTeams, removeTeam } from './teams.ts';

/** Organizations for the protocol of one ecosystem. */
export function createOrganizations(
  platform: Pick<Platform, 'pool' | 'announce'>,
  ecosystem: Format,
): Organizations {
  return {
    ...bindWithin(platform, ecosystem, { resolve: resolveSlug, listPackages: listOwnPackages }),
    ...bind(platform, { listMembers, putMember, removeMember, listTeams, createTeam, removeTeam }),
    ...bind(platform, { listTeamMembers, addTeamMember, removeTeamMember }),
    listTeamAccess: (caller, team, window) =>
      listTeamAccess(platform, caller, team, 'package', { ...window, ecosystem: ecosystem.id }),
    setTeamAccess: (caller, team, name, permissions) =>
      setTeamAccess(platform, caller, team, { kind: 'package', ecosystem, name }, permissions),
  };
}

/**
 * The slug of an organization that a client names by its slug, or by a namespace of the ecosystem that it holds. A slug comes
 * first. @throws DomainError `not_found`
 */
async function resolveSlug(
  { pool }: Pick<Platform, 'pool'>,
  { actor }: Caller,
  { id }: Format,
  name: string,
): Promise<string> {
  if (await findOrganization(pool, name)) return name;
  const claim = await findClaim(pool, actor, { ecosystem: id, namespace: name });
  if (claim === null || claim.ownerOrgId === null) throw notFound('organization');
  return claim.ownerName;
}

/** @throws DomainError `not_found` */
async function listOwnPackages(
  { pool }: Pick<Platform, 'pool'>,
  { actor }: Caller,
  { id }: Format,
  slug: string,
  { limit }: { limit: number },
) {
  const { id: organizationId } = await requireOrganization(pool, slug);
  return listPackagesOwnedBy(pool, actor, { ecosystem: id, organizationId, limit });
}
