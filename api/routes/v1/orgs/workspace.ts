import { z } from 'zod';
import { Permission } from '../../../../domain/permissions.ts';
import {
  type Coverage as CoverageOf,
  type Workspace as WorkspaceOf,
} from '../../../../services/organizations/workspace.ts';
import { callerOf } from '../../../callers.ts';
import type { Routes } from '../../routes.ts';
import { Namespace, presentClaim } from '../namespaces/present.ts';
import { AffectedView, presentAffected, presentSummary, Summary } from './findings.ts';
import { Invitation, presentInvitation } from './invitations.ts';
import { Organization, presentOrganization } from './present.ts';
import { Package, presentPackage, presentRepository, Repository } from './present-holdings.ts';
import { presentTeam, TeamView } from './teams.ts';
import type { Services } from '../../../../services/index.ts';

const Coverage = z.object({
  ...Repository.pick({ id: true, slug: true, name: true, kind: true, visibility: true, package_count: true })
    .shape,
  packages: z.array(Package.pick({ id: true, ecosystem: true, name: true, visibility: true })),
});

const Access = z.object({
  target_id: z.string(),
  ecosystem: z.string().nullable(),
  name: z.string(),
  permissions: z.array(Permission),
});
const InTeam = z.object({ user_id: z.string(), username: z.string(), display_name: z.string().nullable() });
const byTeam = <Item extends z.ZodType>(item: Item) => z.record(z.string(), z.array(item));

const Workspace = z.object({
  org: Organization,
  repositories: z.array(Repository),
  repository_package_coverage: z.array(Coverage),
  packages: z.array(Package),
  teams: z.array(TeamView),
  team_management: z.object({
    members_by_team_slug: byTeam(InTeam),
    package_access_by_team_slug: byTeam(Access),
    repository_access_by_team_slug: byTeam(Access),
    namespace_access_by_team_slug: byTeam(Access),
  }),
  namespaces: z.array(Namespace),
  invitations: z.array(Invitation).nullable().describe('Null for those who do not manage members'),
  security: z.object({ summary: Summary, packages: z.array(AffectedView) }),
  truncated: z
    .array(z.string())
    .describe('Lists that have more than a thousand entries; their own routes have all'),
});

/** The data of a page about an organization, in one answer. */
export function registerWorkspace(app: Routes, services: Services): void {
  const common = {
    tags: ['organizations'],
    security: [{ bearer: [] }],
    params: z.object({ slug: z.string() }),
  };

  app.get(
    '/v1/orgs/:slug/workspace',
    {
      schema: {
        ...common,
        operationId: 'getWorkspace',
        summary: 'An organization with all that its members see of it',
        response: { 200: Workspace },
      },
    },
    async (request) =>
      present(
        await services.organizations.getWorkspace(callerOf(request, request.actor), request.params.slug),
      ),
  );

  app.get(
    '/v1/orgs/:slug/repository-package-coverage',
    {
      schema: {
        ...common,
        operationId: 'getRepositoryPackageCoverage',
        summary: 'Which packages lie in which repository of an organization; for its members',
        response: { 200: z.object({ repositories: z.array(Coverage), truncated: z.boolean() }) },
      },
    },
    async (request) => {
      const caller = callerOf(request, request.actor);
      const { coverage, isTruncated } = await services.organizations.getCoverage(caller, request.params.slug);
      return { repositories: coverage.map(presentCoverage), truncated: isTruncated };
    },
  );
}

function present(workspace: WorkspaceOf): z.infer<typeof Workspace> {
  const { organization, invitations, security } = workspace;
  return {
    org: presentOrganization(organization),
    repositories: workspace.repositories.map(presentRepository),
    repository_package_coverage: workspace.coverage.map(presentCoverage),
    packages: workspace.packages.map(presentPackage),
    teams: workspace.teams.map(presentTeam),
    team_management: presentTeamManagement(workspace),
    namespaces: workspace.namespaces.map(presentClaim),
    invitations: invitations && invitations.map(presentInvitation),
    security: { summary: presentSummary(security.summary), packages: security.packages.map(presentAffected) },
    truncated: [...workspace.truncated],
  };
}

function presentCoverage({ repository, packages }: CoverageOf): z.infer<typeof Coverage> {
  const { id, slug, name, kind, visibility, packageCount } = repository;
  return {
    id,
    slug,
    name,
    kind,
    visibility,
    package_count: packageCount,
    packages: packages.map(({ id, ecosystem, name, visibility }) => ({ id, ecosystem, name, visibility })),
  };
}

function presentTeamManagement({ teams, inTeams, grants }: WorkspaceOf) {
  const accessTo = (wanted: 'package' | 'repository' | 'namespace') =>
    perTeam(
      teams,
      grants.filter(({ kind }) => kind === wanted),
      ({ targetId, ecosystem, name, permissions }) => ({ target_id: targetId, ecosystem, name, permissions }),
    );
  return {
    members_by_team_slug: perTeam(teams, inTeams, ({ userId, username, displayName }) => ({
      user_id: userId,
      username,
      display_name: displayName,
    })),
    package_access_by_team_slug: accessTo('package'),
    repository_access_by_team_slug: accessTo('repository'),
    namespace_access_by_team_slug: accessTo('namespace'),
  };
}

function perTeam<Row extends { team: string }, View>(
  teams: WorkspaceOf['teams'],
  rows: readonly Row[],
  view: (row: Row) => View,
): Record<string, View[]> {
  const byTeam = Map.groupBy(rows, ({ team }) => team);
  return Object.fromEntries(teams.map(({ slug }) => [slug, (byTeam.get(slug) ?? []).map(view)]));
}
