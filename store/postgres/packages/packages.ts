import { z } from 'zod';
import { EcosystemId } from '../../../domain/ecosystem-id.ts';
import { notFound } from '../../../domain/errors.ts';
import type { Package } from '../../../domain/package.ts';
import type { PackageAddress } from '../../../domain/package-address.ts';
import { RepositoryKind, Visibility } from '../../../domain/visibility.ts';
import { noticeOf } from '../notify.ts';
import { orOvertaken } from '../overtaken.ts';
import { type Queryable, sql } from '../pool.ts';
import { latestTag } from '../../../domain/latest-tag.ts';
import { isAt } from './address.ts';
import { tagged } from './tags.ts';
import { WithheldRow, withheldOf } from './withheld.ts';

const PackageRow = z.object({
  id: z.string(),
  /** The package's id, under the name that access checks use. */
  packageId: z.string(),
  ecosystem: EcosystemId,
  name: z.string(),
  nameKey: z.string(),
  visibility: Visibility,
  displayName: z.string().nullable(),
  description: z.string().nullable(),
  readme: z.string().nullable(),
  homepage: z.string().nullable(),
  repositoryUrl: z.string().nullable(),
  license: z.string().nullable(),
  keywords: z.array(z.string()),
  isDeprecated: z.boolean(),
  deprecationMessage: z.string().nullable(),
  isArchived: z.boolean(),
  isWithheld: z.boolean(),
  tracks: z.array(z.string()),
  alternateLocations: z.array(z.string()),
  trustedPublishingOnly: z.boolean(),
  latestVersion: z.string().nullable(),
  downloadCount: z.number(),
  readableReleases: z.number(),
  revision: z.number(),
  createdAt: z.date(),
  updatedAt: z.date(),
  repositoryId: z.string(),
  namespaceId: z.string().nullable(),
  repositorySlug: z.string(),
  repositoryKind: RepositoryKind,
  repositoryVisibility: Visibility,
  ownerUserId: z.string().nullable(),
  ownerOrgId: z.string().nullable(),
  ownerName: z.string(),
  maintainers: z.array(z.string()),
  orgSlug: z.string().nullable(),
});

/** A package row with its owner's name, its revision counter and its maintainers. */
export type PackageRow = z.infer<typeof PackageRow> & Package;

const columns = sql.fragment`
  packages.id, packages.id as package_id, packages.ecosystem, packages.name, packages.name_key, packages.visibility,
  packages.display_name, packages.description, packages.readme, packages.homepage,
  packages.repository_url, packages.license, packages.keywords, packages.is_deprecated,
  packages.deprecation_message, packages.is_archived, packages.trusted_publishing_only, packages.latest_version,
  packages.tracks, packages.alternate_locations,
  not exists (select from releases
      where releases.package_id = packages.id and releases.state = 'published')
    and exists (select from releases
      where releases.package_id = packages.id and releases.published_at is not null
        and releases.state in ('quarantine', 'rejected')) as is_withheld,
  packages.download_count, packages.readable_releases, packages.revision, packages.created_at,
  packages.updated_at, packages.repository_id, packages.namespace_id, repositories.slug as repository_slug,
  repositories.kind as repository_kind,
  repositories.visibility as repository_visibility, repositories.owner_user_id,
  repositories.owner_org_id, coalesce(organizations.slug, users.username) as owner_name,
  organizations.slug as org_slug,
  array(
    select maintainers.username from package_grants
    join users as maintainers on maintainers.id = package_grants.user_id
    where package_grants.package_id = packages.id and package_grants.role = 'maintainer'
    order by maintainers.username collate "C") as maintainers`;

const source = sql.fragment`
  packages
  join repositories on repositories.id = packages.repository_id
  left join users on users.id = repositories.owner_user_id
  left join organizations on organizations.id = repositories.owner_org_id`;

export async function findPackage(db: Queryable, address: PackageAddress): Promise<PackageRow | null> {
  return db.maybeOne(sql.type(PackageRow)`
    select ${columns} from ${source} where ${isAt(address)}`);
}

export async function getPackageById(db: Queryable, packageId: string): Promise<PackageRow> {
  return db.one(sql.type(PackageRow)`
    select ${columns} from ${source} where packages.id = ${packageId}`);
}

export async function findPackageById(db: Queryable, packageId: string): Promise<PackageRow | null> {
  return db.maybeOne(sql.type(PackageRow)`
    select ${columns} from ${source} where packages.id = ${packageId}`);
}

/** The maximum number of tags in a search hit. */
const shownTags = 100;

const RenderedPackage = PackageRow.extend({
  withheld: z.array(WithheldRow),
  tags: z.array(z.tuple([z.string(), z.string()])),
  publishedReleases: z.number(),
  versionsChangedAt: z.date().nullable(),
});

/**
 * A package with the tags of its published releases in byte order, limited to those moved last and `latest`, and the
 * number of its published releases: all facts for rendering except the releases, in one query. For the ecosystems in
 * `briefOf` it reads only the tags of a search hit: reading a thousand was most of the database's work for another
 * image. Withheld versions are read for the ecosystems in `withheldIn`, whose documents list them.
 */
export async function findPackageWithTags(
  db: Queryable,
  packageId: string,
  maxTags: number,
  {
    briefOf = [],
    withheldIn = [],
  }: { briefOf?: readonly EcosystemId[]; withheldIn?: readonly EcosystemId[] } = {},
): Promise<z.infer<typeof RenderedPackage> | null> {
  return db.maybeOne(sql.type(RenderedPackage)`
    select ${columns}, packages.versions_changed_at,
      coalesce((
        select jsonb_agg(jsonb_build_array(moved.name, moved.version) order by moved.name)
        from (
          (select dist_tags.name, releases.version from dist_tags
            join releases on releases.id = dist_tags.release_id
            where dist_tags.package_id = packages.id and ${tagged}
            order by dist_tags.updated_at desc, dist_tags.name
            limit case when packages.ecosystem = any(${sql.array([...briefOf], 'text')}) then ${shownTags}::bigint else ${maxTags}::bigint end)
          union
          select dist_tags.name, releases.version from dist_tags
          join releases on releases.id = dist_tags.release_id
          where dist_tags.package_id = packages.id and dist_tags.name = ${latestTag} and ${tagged}
        ) as moved), '[]') as tags,
      (select count(*) from releases
        where releases.package_id = packages.id and releases.state = 'published') as published_releases,
      case when packages.ecosystem = any(${sql.array([...withheldIn], 'text')}) then ${withheldOf} else '[]'::jsonb end as withheld
    from ${source} where packages.id = ${packageId}`);
}

/** The number of readable releases after the last change; zero if the package does not exist. */
export async function countReadable(db: Queryable, packageId: string): Promise<number> {
  const row = await db.maybeOne(sql.typeAlias('count')`
    select packages.readable_releases as count from packages where packages.id = ${packageId}`);
  return row?.count ?? 0;
}

/**
 * Locks the package row: every change of a package's releases or documents holds the lock. Rows that refer to the
 * package need not wait for it: a plain `for update` would make findings and search entries of one push wait for all
 * others. The row is read after the lock, because a change during the wait may have moved the package to another
 * repository.
 * @throws DomainError `not_found` if the package was removed after it was found: its only release was rejected
 */
export async function lockPackage(db: Queryable, packageId: string): Promise<PackageRow> {
  const select = sql.type(PackageRow)`
    select ${columns} from ${source} where packages.id = ${packageId} for no key update of packages`;
  const found = (await db.maybeOne(select)) ?? (await db.maybeOne(select));
  if (!found) throw notFound('package');
  return found;
}

/**
 * {@link lockPackage} for several packages, in the order of their ids, to avoid deadlocks. Returns the locked
 * packages: the caller changes only these, and none that were added meanwhile.
 */
export async function lockPackages(
  db: Queryable,
  which: ReturnType<typeof sql.fragment>,
): Promise<readonly string[]> {
  const locked = await db.any(sql.typeAlias('id')`
    select packages.id from packages where ${which} order by packages.id for no key update of packages`);
  return locked.map(({ id }) => id);
}

/** {@link lockPackage} by address. */
export async function lockPackageAt(db: Queryable, address: PackageAddress): Promise<PackageRow | null> {
  const select = sql.type(PackageRow)`
    select ${columns} from ${source}
    where ${isAt(address)}
    for no key update of packages`;
  const found = await db.maybeOne(select);
  // most first publishes use a free name, so this checks only the key
  if (found || !(await isTaken(db, address))) return found;
  return db.maybeOne(select);
}

export interface NewPackage {
  id: string;
  repositoryId: string;
  address: PackageAddress;
  name: string;
  visibility: Visibility;
  /** Whether the package stays while it has no release. */
  isKept: boolean;
}

/**
 * The new row, locked by its transaction. Null if another transaction has taken the name.
 * @throws DomainError `overloaded` if its repository is deleted at the same moment
 */
export async function insertPackage(db: Queryable, pkg: NewPackage): Promise<PackageRow | null> {
  const { ecosystem, origin, nameKey } = pkg.address;
  return orOvertaken(
    db.maybeOne(sql.type(PackageRow)`
      with created as (
        insert into packages (id, repository_id, ecosystem, origin, name, name_key, visibility, is_kept)
        values (${pkg.id}, ${pkg.repositoryId}, ${ecosystem}, ${origin}, ${pkg.name}, ${nameKey}, ${pkg.visibility},
          ${pkg.isKept})
        on conflict (ecosystem, name_key, origin) do nothing
        returning *)
      select ${columns} from created as ${source}`),
  );
}

/**
 * Removes a package without any release that was ever visible, unless it was created explicitly. False if the package
 * stays.
 */
export async function deleteUnusedPackage(db: Queryable, packageId: string): Promise<boolean> {
  const deleted = await db.maybeOne(sql.typeAlias('id')`
    delete from packages
    where packages.id = ${packageId} and not packages.is_kept and packages.visibility <> 'quarantined'
      and not exists (select from repositories
        where repositories.id = packages.repository_id and repositories.visibility = 'quarantined')
      and not exists (select from releases where releases.package_id = packages.id)
      and not exists (select from audit_log
        where audit_log.target_package_id = packages.id and audit_log.action = 'release_publish')
    returning packages.id`);
  return deleted !== null;
}

export interface PackageSummary {
  latestVersion: string | null;
  readableReleases: number;
}

/** The last step of every change of a package: stores its summary and a new revision, and notifies the caches. */
export async function touchPackage(db: Queryable, packageId: string, summary: PackageSummary): Promise<void> {
  await db.query(sql.typeAlias('void')`
    with touched as (
      update packages
      set latest_version = ${summary.latestVersion}, readable_releases = ${summary.readableReleases},
        revision = packages.revision + 1, updated_at = now()
      where packages.id = ${packageId}
      returning packages.id)
    select ${noticeOf({ kind: 'package', id: packageId })} from touched`);
}

/** Columns that a person can change later; a publish sets them, and the README, from the newest release. */
export interface PackageDetails {
  displayName?: string | null;
  description: string | null;
  homepage: string | null;
  repositoryUrl: string | null;
  license: string | null;
  keywords: string[];
}

const Described = z.object({ readme: z.string().nullable() });

/** Stores the details. Returns the README, which is not part of the releases loaded for rendering. */
export async function describePackage(
  db: Queryable,
  release: { id: string; packageId: string },
  details: PackageDetails,
): Promise<string | null> {
  const { readme } = await db.one(sql.type(Described)`
    update packages
    set description = ${details.description}, homepage = ${details.homepage},
      readme = (select release_metadata.publication ->> 'readme' from release_metadata
        where release_metadata.release_id = ${release.id}),
      repository_url = ${details.repositoryUrl}, license = ${details.license},
      keywords = ${sql.array(details.keywords, 'text')}
    where packages.id = ${release.packageId}
    returning packages.readme`);
  return readme;
}

async function isTaken(db: Queryable, address: PackageAddress): Promise<boolean> {
  return db.exists(sql.typeAlias('id')`
    select packages.id from packages where ${isAt(address)}`);
}
