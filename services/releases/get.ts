import type { Caller } from '../../domain/caller.ts';
import { may } from '../../domain/authorize.ts';
import { notFound } from '../../domain/errors.ts';
import { type Artifact, isReadable } from '../../domain/release.ts';
import { listLeanReleases } from '../../store/postgres/releases/lean-releases.ts';
import {
  listReleaseLines,
  listVersionKeys,
  type ReleaseLine,
} from '../../store/postgres/releases/release-pages.ts';
import { findRelease, type ReleaseRow } from '../../store/postgres/releases/releases.ts';
import type { PackageRow } from '../../store/postgres/packages/packages.ts';
import {
  type FindDeps,
  findPublished,
  getPackage,
  getReleaseOf,
  type Named,
  type Subject,
  versionKeyOf,
} from '../packages/find.ts';
import type { VersionOrder } from './order.ts';

export type { ReleaseLine };

/** A release with the package it belongs to. */
export interface FoundRelease extends Subject {
  release: ReleaseRow;
}

/** For pages: held ones as well, for those who look after the package. @throws DomainError `not_found` */
export async function getRelease(
  deps: FindDeps,
  caller: Caller,
  { version, ...named }: Named & { version: string },
): Promise<FoundRelease> {
  const subject = await getPackage(deps, caller, named);
  return { ...subject, release: await getReleaseOf(deps, caller, subject, version) };
}

/** One file of it; public: anybody may keep it. @throws DomainError `not_found` */
export async function getArtifact(
  deps: FindDeps,
  caller: Caller,
  { filename, ...named }: Named & { version: string; filename: string },
): Promise<{ artifact: Artifact; isPublic: boolean }> {
  const { pkg, release } = await getRelease(deps, caller, named);
  const artifact = release.artifacts.find((file) => file.filename === filename);
  if (!artifact) throw notFound('file');
  return { artifact, isPublic: pkg.visibility === 'public' && isReadable(release) };
}

/** For protocol reads: the package is null where it is missing or hidden, and so is the release. */
export async function findPublishedRelease(
  deps: FindDeps,
  caller: Caller,
  { version, ...named }: Named & { version: string },
): Promise<{ pkg: PackageRow | null; release: ReleaseRow | null }> {
  const pkg = await findPublished(deps, caller, named);
  const release = pkg && (await findRelease(deps.pool, pkg.id, versionKeyOf(named.ecosystem, version)));
  return { pkg, release: release && isReadable(release) ? release : null };
}

/** A package with its published releases, for protocol reads; null when it is not there for the caller. */
export async function findWithReleases(
  deps: FindDeps,
  caller: Caller,
  named: Named,
  options: { metadata: readonly string[] },
) {
  const pkg = await findPublished(deps, caller, named);
  return pkg && { package: pkg, releases: await listLeanReleases(deps.pool, pkg.id, options.metadata) };
}

/** One page in the ecosystem's own order, highest first; held ones for those who look after the package. */
export async function listReleases(
  deps: FindDeps & { highestFirst: VersionOrder },
  caller: Caller,
  named: Named,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ total: number; releases: readonly ReleaseLine[] }> {
  const { ecosystem, pkg } = await getPackage(deps, caller, named);
  const includeUnreleased = may(caller.actor, 'oversee', pkg);
  const keys = await listVersionKeys(deps.pool, pkg.id, { includeUnreleased });
  const onPage = deps.highestFirst(ecosystem, pkg.id, keys).slice(offset, offset + limit);
  return { total: keys.length, releases: await listReleaseLines(deps.pool, pkg.id, onPage) };
}
