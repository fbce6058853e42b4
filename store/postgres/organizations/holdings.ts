import { z } from 'zod';
import type { Actor } from '../../../domain/actor.ts';
import type { Window } from '../../../domain/paging.ts';
import { Visibility } from '../../../domain/visibility.ts';
import { keyset, placed } from '../keyset.ts';
import { byEcosystemAndName } from '../packages/order.ts';
import { mayWhere, packageRights } from '../packages/rights.ts';
import { shownVisibility } from '../packages/visibility.ts';
import { type Queryable, sql } from '../pool.ts';

interface Page extends Window {
  organizationId: string;
}

const Package = z.object({
  ...placed,
  id: z.string(),
  ecosystem: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  repositorySlug: z.string(),
  visibility: Visibility,
  latestVersion: z.string().nullable(),
  downloadCount: z.number(),
  isDeprecated: z.boolean(),
  isArchived: z.boolean(),
  createdAt: z.date(),
});
export type HeldPackage = z.infer<typeof Package>;

/** The same for packages; by ecosystem and name. */
export async function listHeldPackages(
  db: Queryable,
  actor: Actor,
  { organizationId, ...window }: Page,
): Promise<readonly HeldPackage[]> {
  return db.any(sql.type(Package)`
    select packages.id, packages.ecosystem, packages.name, packages.description,
      repositories.slug as repository_slug, ${shownVisibility} as visibility, packages.latest_version,
      packages.download_count, packages.is_deprecated, packages.is_archived, packages.created_at,
      ${byEcosystemAndName.position} as position
    from packages join repositories on repositories.id = packages.repository_id
    where repositories.owner_org_id = ${organizationId} and ${byEcosystemAndName.behind(window)}
      and ((packages.readable_releases > 0
          and ((packages.visibility = 'public' and repositories.visibility = 'public')
            or ('quarantined' not in (packages.visibility, repositories.visibility)
              and ${mayWhere(actor, 'read', packageRights)})))
        or ${mayWhere(actor, 'oversee', packageRights)})
    ${byEcosystemAndName.page(window)}`);
}

const Membership = z.object({
  ...placed,
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  role: z.string(),
});
export type Membership = z.infer<typeof Membership>;

export const bySlugOfOrganization = keyset({ value: sql.fragment`organizations.slug`, type: 'text' });

/** Organizations of a person, by slug. */
export async function listMemberships(
  db: Queryable,
  userId: string,
  window: Window,
): Promise<readonly Membership[]> {
  return db.any(sql.type(Membership)`
    select organizations.id, organizations.slug, organizations.name, members.role,
      ${bySlugOfOrganization.position} as position
    from members join organizations on organizations.id = members.organization_id
    where members.user_id = ${userId} and ${bySlugOfOrganization.behind(window)}
    ${bySlugOfOrganization.page(window)}`);
}

/** Whether the platform withholds a repository, a package or a release of the organization. */
export async function hasWithheld(db: Queryable, organizationId: string): Promise<boolean> {
  return db.exists(sql.typeAlias('id')`
    select repositories.id from repositories
    where repositories.owner_org_id = ${organizationId} and (repositories.visibility = 'quarantined'
      or exists (select from packages
        where packages.repository_id = repositories.id and (packages.visibility = 'quarantined'
          or exists (select from releases
            where releases.package_id = packages.id and releases.state = 'quarantine'
              and releases.is_held_by_platform))))`);
}

export async function ownsPackages(db: Queryable, organizationId: string): Promise<boolean> {
  return db.exists(sql.typeAlias('id')`
    select packages.id from packages join repositories on repositories.id = packages.repository_id
    where repositories.owner_org_id = ${organizationId}`);
}

const Counts = z.object({ packages: z.number(), repositories: z.number(), namespaces: z.number() });
export type HoldingCounts = z.infer<typeof Counts>;

/** The numbers of objects that the organization owns, hidden and archived ones included. */
export async function countHoldings(db: Queryable, organizationId: string): Promise<HoldingCounts> {
  return db.one(sql.type(Counts)`
    select
      (select count(*)::int from packages join repositories on repositories.id = packages.repository_id
        where repositories.owner_org_id = ${organizationId}) as packages,
      (select count(*)::int from repositories where repositories.owner_org_id = ${organizationId}) as repositories,
      (select count(*)::int from namespaces where namespaces.owner_org_id = ${organizationId}) as namespaces`);
}
