import { z } from 'zod';
import { Permission } from '../../../../domain/permissions.ts';
import { purlOf } from '../../../../domain/purl.ts';
import { Visibility } from '../../../../domain/visibility.ts';
import { Time, time } from '../../fields.ts';
import type { PackagePage, TeamAccess as TeamRights } from '../../../../services/packages/page.ts';
import { BundleAnalysis, presentBundle } from './bundle.ts';

export const Metadata = z.object({ kind: z.string(), details: z.record(z.string(), z.unknown()) });

const TeamAccess = z.object({
  team_id: z.string(),
  team_slug: z.string(),
  team_name: z.string(),
  scope: z.enum(['package', 'repository', 'namespace']).describe('Where it was given'),
  permissions: z.array(Permission),
});

export const Package = z.object({
  id: z.string(),
  name: z.string(),
  normalized_name: z.string(),
  display_name: z.string().nullable(),
  ecosystem: z.string(),
  purl: z.string(),
  description: z.string().nullable(),
  readme: z.string().nullable(),
  homepage: z.string().nullable(),
  repository_url: z.string().nullable(),
  license: z.string().nullable(),
  keywords: z.array(z.string()),
  visibility: Visibility,
  repository_slug: z.string(),
  owner_username: z.string().nullable(),
  owner_org_slug: z.string().nullable(),
  is_deprecated: z.boolean(),
  deprecation_message: z.string().nullable(),
  is_archived: z.boolean(),
  trusted_publishing_only: z.boolean(),
  download_count: z.int(),
  latest_version: z.string().nullable(),
  can_manage_metadata: z.boolean(),
  can_manage_releases: z.boolean(),
  can_manage_visibility: z.boolean(),
  can_manage_security: z.boolean(),
  can_manage_trusted_publishers: z.boolean(),
  can_transfer: z.boolean(),
  team_access: z.array(TeamAccess).nullable().describe('null for those who do not administer it'),
  ecosystem_metadata: Metadata,
  bundle_analysis: BundleAnalysis.nullable().describe('Of latest_version'),
  created_at: Time,
  updated_at: Time,
});

export function presentPackage(page: PackagePage): z.infer<typeof Package> {
  const { ecosystem, pkg, teamAccess, bundle } = page;
  return {
    id: pkg.id,
    name: pkg.name,
    normalized_name: pkg.nameKey,
    display_name: pkg.displayName,
    ecosystem: pkg.ecosystem,
    purl: purlOf(ecosystem.purlType, pkg.name),
    description: pkg.description,
    readme: pkg.readme,
    homepage: pkg.homepage,
    repository_url: pkg.repositoryUrl,
    license: pkg.license,
    keywords: pkg.keywords,
    // a repository in quarantine hides all of its packages
    visibility: pkg.repositoryVisibility === 'quarantined' ? 'quarantined' : pkg.visibility,
    repository_slug: pkg.repositorySlug,
    owner_username: pkg.orgSlug === null ? pkg.ownerName : null,
    owner_org_slug: pkg.orgSlug,
    is_deprecated: pkg.isDeprecated,
    deprecation_message: pkg.deprecationMessage,
    is_archived: pkg.isArchived,
    trusted_publishing_only: pkg.trustedPublishingOnly,
    download_count: pkg.downloadCount,
    latest_version: pkg.latestVersion,
    can_manage_metadata: page.mayEdit,
    can_manage_releases: page.mayPublish,
    can_manage_visibility: page.visibilities.length > 0,
    can_manage_security: page.mayTriage,
    can_manage_trusted_publishers: page.mayPublish,
    can_transfer: page.mayTransfer,
    team_access: teamAccess?.map(presentTeam) ?? null,
    ecosystem_metadata: { kind: ecosystem.id, details: ecosystem.details(pkg) },
    bundle_analysis: bundle && presentBundle(bundle),
    created_at: time(pkg.createdAt),
    updated_at: time(pkg.updatedAt),
  };
}

function presentTeam({ teamId, teamSlug, teamName, scope, permissions }: TeamRights) {
  return { team_id: teamId, team_slug: teamSlug, team_name: teamName, scope, permissions };
}
