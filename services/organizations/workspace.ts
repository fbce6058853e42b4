import { answerLimits } from '../../domain/limits/answers.ts';
import { requireUser } from '../../domain/actor.ts';
import { isAuthorized } from '../../domain/authorize.ts';
import type { Caller } from '../../domain/caller.ts';
import { firstOf, type Placed, type Window } from '../../domain/paging.ts';
import {
  type AffectedPackage,
  type FindingsSummary,
  listAffected,
  sumUpFindings,
} from '../../store/postgres/findings/findings-of-organization.ts';
import { type HeldPackage, listHeldPackages } from '../../store/postgres/organizations/holdings.ts';
import { type Invitation, listInvitations } from '../../store/postgres/organizations/invitations.ts';
import { listTeams, type Team } from '../../store/postgres/organizations/teams.ts';
import {
  type FullMembership,
  type InTeam,
  listFullMemberships,
  listGrantsOfTeams,
  listMembersOfTeams,
  type TeamGrant,
} from '../../store/postgres/organizations/workspace.ts';
import {
  type HeldRepository,
  listHeldRepositories,
} from '../../store/postgres/packages/held-repositories.ts';
import { listClaims } from '../../store/postgres/packages/namespaces.ts';
import type { Pool } from '../../store/postgres/pool.ts';
import { type ClaimView, viewOf as viewOfClaim } from '../namespaces/claims.ts';
import { type OrganizationView, targetOf, viewOf } from './get.ts';
import type { Held } from './holdings.ts';
import { requireMembership } from './teams.ts';
import type { Platform } from '../platform.ts';

/** The most entries of each list; a longer list sets `truncated`, and has a paginated route. */
export const mostListed = answerLimits['workspace list'].count;

export interface Coverage {
  repository: HeldRepository;
  packages: readonly HeldPackage[];
}

/** The content of an organization's page for a member. */
export interface Workspace {
  organization: OrganizationView;
  repositories: readonly Held<HeldRepository>[];
  packages: readonly Held<HeldPackage>[];
  coverage: readonly Coverage[];
  teams: readonly Team[];
  inTeams: readonly InTeam[];
  grants: readonly TeamGrant[];
  namespaces: readonly ClaimView[];
  /** Null for members who don't manage members. */
  invitations: readonly Invitation[] | null;
  security: {
    summary: FindingsSummary;
    packages: readonly (AffectedPackage & { canManageSecurity: boolean })[];
  };
  /** Names of lists that have more entries. */
  truncated: readonly string[];
}

/**
 * The number of queries does not depend on the size of the organization.
 * @throws DomainError `unauthenticated`, `not_found`
 */
export async function getWorkspace(
  { pool }: Pick<Platform, 'pool'>,
  caller: Caller,
  slug: string,
): Promise<Workspace> {
  const actor = requireUser(caller.actor);
  const organization = await requireMembership(pool, caller, slug);
  const { id: organizationId } = organization;
  const truncated: string[] = [];
  const within = <Item>(name: string, items: readonly Item[]): readonly Item[] => {
    if (items.length <= mostListed) return items;
    truncated.push(name);
    return items.slice(0, mostListed);
  };
  const window = firstOf(mostListed + 1);
  const target = targetOf(organization);
  const view = viewOf(organization, actor);
  const { repositories, packages } = await findHoldings(pool, caller, organizationId);
  const isKnown = knowing(view, { packages, repositories });
  const [teams, inTeams, grants, claims, invitations, affected, summary] = await Promise.all([
    listTeams(pool, organizationId, window),
    view.canViewMembers ? listMembersOfTeams(pool, organizationId, window.limit) : [],
    listGrantsOfTeams(pool, organizationId, window.limit),
    listClaims(pool, actor, { ownerOrgId: organizationId }, window),
    view.canManage ? listInvitations(pool, { organizationId }, { ...window, includesInactive: false }) : null,
    listAffected(pool, actor, { organizationId }, window),
    sumUpFindings(pool, actor, { organizationId }),
  ]);
  return {
    organization: view,
    repositories: within('repositories', repositories).map((repository) => ({
      ...repository,
      canTransfer: isAuthorized(actor, 'transfer_repository', { ...target, repositoryId: repository.id }),
    })),
    packages: within('packages', packages).map((pkg) => ({
      ...pkg,
      canTransfer: isAuthorized(actor, 'transfer', { ...target, packageId: pkg.id }),
    })),
    coverage: coverageOf(repositories.slice(0, mostListed), packages.slice(0, mostListed)),
    teams: within('teams', teams),
    inTeams: within('team_members', inTeams),
    // names of packages that the member may not see are omitted
    grants: within('team_access', grants).filter(isKnown),
    namespaces: within('namespaces', claims).map((claim) => viewOfClaim(claim, actor)),
    invitations: invitations && within('invitations', invitations),
    security: {
      summary,
      packages: within('security', affected).map((pkg) => ({
        ...pkg,
        canManageSecurity: isAuthorized(actor, 'triage', { ...target, ...pkg }),
      })),
    },
    truncated,
  };
}

/** Whether a member may see the target of a right: `packages` and `repositories` are the visible ones. */
export function knowing(
  { canManage }: Pick<OrganizationView, 'canManage'>,
  {
    packages,
    repositories,
  }: { packages: readonly { id: string }[]; repositories: readonly { id: string }[] },
): (access: Pick<TeamGrant, 'kind' | 'targetId'>) => boolean {
  const known = new Set([...packages, ...repositories].map(({ id }) => id));
  return ({ kind, targetId }) => canManage || kind === 'namespace' || known.has(targetId);
}

/** The packages of each repository, for members. @throws as {@link getWorkspace} */
export async function getCoverage(
  { pool }: Pick<Platform, 'pool'>,
  caller: Caller,
  slug: string,
): Promise<{ coverage: readonly Coverage[]; isTruncated: boolean }> {
  const { id } = await requireMembership(pool, caller, slug);
  const { repositories, packages } = await findHoldings(pool, caller, id);
  return {
    coverage: coverageOf(repositories.slice(0, mostListed), packages.slice(0, mostListed)),
    isTruncated: Math.max(repositories.length, packages.length) > mostListed,
  };
}

async function findHoldings(pool: Pool, { actor }: Caller, organizationId: string) {
  const page = { organizationId, ...firstOf(mostListed + 1) };
  const [repositories, packages] = await Promise.all([
    listHeldRepositories(pool, actor, page),
    listHeldPackages(pool, actor, page),
  ]);
  return { repositories, packages };
}

function coverageOf(repositories: readonly HeldRepository[], packages: readonly HeldPackage[]): Coverage[] {
  const bySlug = Map.groupBy(packages, ({ repositorySlug }) => repositorySlug);
  return repositories.map((repository) => ({ repository, packages: bySlug.get(repository.slug) ?? [] }));
}

/** Organizations of the caller, with the caller's rights there. @throws DomainError `unauthenticated` */
export async function listOwnMemberships(
  { pool }: Pick<Platform, 'pool'>,
  { actor }: Caller,
  window: Window,
): Promise<readonly (Placed & { membership: FullMembership; view: OrganizationView })[]> {
  const { userId } = requireUser(actor);
  const found = await listFullMemberships(pool, userId, window);
  return found.map((membership) => ({
    membership,
    view: viewOf(membership, actor),
    position: membership.position,
  }));
}
