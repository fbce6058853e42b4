import type { Caller } from '../../domain/caller.ts';
import { comparableText } from '../../domain/storable-text.ts';
import type { Format } from '../../ecosystems/format.ts';
import {
  listNameSegments,
  listPackageNames,
  listPackagePage,
} from '../../store/postgres/packages/package-listing.ts';
import { listEntryPayloads } from '../../store/postgres/search/entry-payloads.ts';
import { listDenied as listDeniedBy } from '../../store/postgres/policies/denied.ts';
import { listWithheldReleases } from '../../store/postgres/releases/withheld-releases.ts';
import {
  listListedReleases,
  listMetadataEntries,
  listReleasesAbout,
  readMetadataMember,
} from '../../store/postgres/releases/listed-releases.ts';
import { getPublished, type Named, type NamedVersion, versionKeyOf } from './find.ts';
import { assertMount } from './mount.ts';
import type { Platform } from '../platform.ts';

/** Packages that the caller may see, by name in byte order. */
export async function listPackages(
  platform: Pick<Platform, 'pool'>,
  caller: Caller,
  ecosystem: Format,
  { after = '', limit }: { after?: string; limit: number },
) {
  await assertMount(platform, caller);
  const found = await listPackagePage(platform.pool, caller.actor, {
    ecosystem: ecosystem.id,
    repositorySlug: caller.repository,
    after: comparableText(after),
    limit: limit + 1,
  });
  return { packages: found.slice(0, limit), hasMore: found.length > limit };
}

/** Lookup keys of packages that the caller may see, in byte order: with the prefix, and of the kind in `having`. */
export async function listNames(
  platform: Pick<Platform, 'pool'>,
  caller: Caller,
  ecosystem: Format,
  { prefix = '', having = null, limit }: NamesWanted,
): Promise<string[]> {
  await assertMount(platform, caller);
  const filter = {
    ecosystem: ecosystem.id,
    repositorySlug: caller.repository,
    prefix: comparableText(prefix),
    having,
  };
  const found = await listPackageNames(platform.pool, caller.actor, filter, limit);
  return found.map(({ nameKey }) => nameKey);
}

export interface NamesWanted {
  prefix?: string;
  having?: { field: string; value: string } | null;
  limit: number;
}

/**
 * Stored answer data of packages of a kind that the caller may see; available even while the search is unreachable.
 */
export async function listPayloads(
  platform: Pick<Platform, 'pool'>,
  caller: Caller,
  ecosystem: Format,
  { limit, ...wanted }: PayloadsWanted,
): Promise<readonly Record<string, unknown>[]> {
  await assertMount(platform, caller);
  const filter = { ecosystem: ecosystem.id, repositorySlug: caller.repository, ...wanted };
  return listEntryPayloads(platform.pool, caller.actor, filter, limit);
}

export interface PayloadsWanted {
  facet: string;
  having: { field: string; value: string };
  limit: number;
}

/** Parts of the names of packages that the caller may see: the text after `prefix` up to a character of `endsAt`. */
export async function listSegments(
  platform: Pick<Platform, 'pool'>,
  caller: Caller,
  ecosystem: Format,
  { prefix, endsAt, limit }: SegmentsWanted,
): Promise<readonly { segment: string; name: string }[]> {
  await assertMount(platform, caller);
  const filter = {
    ecosystem: ecosystem.id,
    repositorySlug: caller.repository,
    prefix: comparableText(prefix),
    endsAt,
  };
  return listNameSegments(platform.pool, caller.actor, filter, limit);
}

export interface SegmentsWanted {
  prefix: string;
  endsAt: string;
  limit: number;
}

/** Readable releases about a version of the package, newest first. @throws DomainError `not_found` */
export async function listAbout(
  platform: Pick<Platform, 'pool'>,
  caller: Caller,
  { version, ...named }: NamedVersion,
  page: { offset: number; limit: number },
) {
  const pkg = await getPublished(platform, caller, named);
  return listReleasesAbout(platform.pool, pkg.id, versionKeyOf(named.ecosystem, version), page);
}

/** The readable releases among these versions, unordered. @throws DomainError `not_found` */
export async function listVersions(
  platform: Pick<Platform, 'pool'>,
  caller: Caller,
  named: Named,
  versions: readonly string[],
) {
  const pkg = await getPublished(platform, caller, named);
  return listListedReleases(platform.pool, pkg.id, keysOf(named, versions));
}

/** Returns one member of the metadata as JSON, by version. @throws DomainError `not_found` */
export async function readMember(
  platform: Pick<Platform, 'pool'>,
  caller: Caller,
  named: Named,
  { versions, member }: { versions: readonly string[]; member: string },
): Promise<ReadonlyMap<string, string>> {
  if (versions.length === 0) return new Map();
  const pkg = await getPublished(platform, caller, named);
  return readMetadataMember(platform.pool, pkg.id, keysOf(named, versions), member);
}

/**
 * Returns one text member of each entry of a metadata list, without duplicates, for a readable release.
 * @throws DomainError `not_found`
 */
export async function listEntries(
  platform: Pick<Platform, 'pool'>,
  caller: Caller,
  { version, ...named }: NamedVersion,
  { list, member, ...window }: { list: string; member: string; offset: number; limit: number },
) {
  const pkg = await getPublished(platform, caller, named);
  const release = { packageId: pkg.id, versionKey: versionKeyOf(named.ecosystem, version) };
  return listMetadataEntries(platform.pool, release, { list, member }, window);
}

function keysOf({ ecosystem }: Named, versions: readonly string[]): string[] {
  return versions.map((version) => versionKeyOf(ecosystem, version));
}

/** Visible versions that should no longer be installed, of packages that the caller may see. */
export async function listWithheld(
  platform: Pick<Platform, 'pool'>,
  caller: Caller,
  ecosystem: Format,
  wanted: { names?: readonly string[]; limit: number },
) {
  await assertMount(platform, caller);
  const page = { ecosystem: ecosystem.id, repositorySlug: caller.repository, ...wanted };
  return listWithheldReleases(platform.pool, caller.actor, page);
}

/**
 * The denied packages: on a repository's mount, those of the repository and its owner; else those that each owner
 * denies for its own packages.
 */
export async function listDenied(
  platform: Pick<Platform, 'pool'>,
  caller: Caller,
  ecosystem: Format,
  wanted: { names?: readonly string[]; limit: number },
) {
  await assertMount(platform, caller);
  const page = { ecosystem: ecosystem.id, repositorySlug: caller.repository, ...wanted };
  return listDeniedBy(platform.pool, caller.actor, page);
}
