import type { Caller } from '../../domain/caller.ts';
import { firstOf } from '../../domain/paging.ts';
import { listHeldPackages } from '../../store/postgres/organizations/holdings.ts';
import { type Access, type AccessKind, listAccess } from '../../store/postgres/organizations/team-access.ts';
import type { Team } from '../../store/postgres/organizations/teams.ts';
import { listHeldRepositories } from '../../store/postgres/packages/held-repositories.ts';
import { listClaims } from '../../store/postgres/packages/namespaces.ts';
import { requireUser } from '../../domain/actor.ts';
import type { Platform } from '../platform.ts';
import { viewOf } from './get.ts';
import { requireTeam } from './in-organization.ts';
import { type NamedTeam, requireMembership } from './teams.ts';
import { knowing, mostListed } from './workspace.ts';

/** A thing of an organization on which a team can have rights. */
export interface GrantTarget {
  kind: AccessKind;
  id: string;
  /** Null for repositories. */
  ecosystem: string | null;
  /** The package's name, the repository's slug, or the namespace. */
  name: string;
}

/** A team as a member of its organization sees it. */
export interface TeamView extends Team {
  canManage: boolean;
  canViewMembers: boolean;
  /** Its rights on things that the member may see. */
  access: readonly (Access & { kind: AccessKind })[];
  /** For managers of the team: things on which it can get rights. */
  targets: readonly GrantTarget[];
  /** The organization owns more things than `targets` contains. */
  hasMoreTargets: boolean;
}

const kinds = ['package', 'repository', 'namespace'] as const satisfies readonly AccessKind[];

/** The lists have the limits of the workspace. @throws DomainError `unauthenticated`, `not_found` */
export async function getTeam(
  { pool }: Pick<Platform, 'pool'>,
  caller: Caller,
  named: NamedTeam,
): Promise<TeamView> {
  const actor = requireUser(caller.actor);
  const organization = await requireMembership(pool, caller, named.slug);
  const team = await requireTeam(pool, organization, named.team);
  const view = viewOf(organization, actor);
  const { canManage, canViewMembers } = view;
  const window = firstOf(mostListed + 1);
  const page = { organizationId: organization.id, ...window };
  const [packages, repositories, claims, ...lists] = await Promise.all([
    listHeldPackages(pool, actor, page),
    listHeldRepositories(pool, actor, page),
    listClaims(pool, actor, { ownerOrgId: organization.id }, window),
    ...kinds.map(async (kind) =>
      (await listAccess(pool, team.id, kind, firstOf(mostListed))).map((access) => ({ ...access, kind })),
    ),
  ]);
  const targets: GrantTarget[] = [
    ...first(packages).map(({ id, ecosystem, name }) => ({ kind: 'package' as const, id, ecosystem, name })),
    ...first(repositories).map(({ id, slug }) => ({
      kind: 'repository' as const,
      id,
      ecosystem: null,
      name: slug,
    })),
    ...first(claims).map(({ id, ecosystem, namespace }) => ({
      kind: 'namespace' as const,
      id,
      ecosystem,
      name: namespace,
    })),
  ];
  return {
    ...team,
    canManage,
    canViewMembers,
    access: lists.flat().filter(knowing(view, { packages, repositories })),
    targets: canManage ? targets : [],
    hasMoreTargets: [packages, repositories, claims].some(({ length }) => length > mostListed),
  };
}

function first<Item>(items: readonly Item[]): readonly Item[] {
  return items.slice(0, mostListed);
}
