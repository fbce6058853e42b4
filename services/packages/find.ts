import { hostedPackage, type PackageAddress, textOfAddress } from '../../domain/package-address.ts';
import { canRead, canReadDocuments } from '../../domain/access.ts';
import { authorize, may, requireScopeFor } from '../../domain/authorize.ts';
import type { UserActor } from '../../domain/actor.ts';
import { type Caller, sharedRow } from '../../domain/caller.ts';
import { DomainError, notFound } from '../../domain/errors.ts';
import type { Action } from '../../domain/permissions.ts';
import { isReadable } from '../../domain/release.ts';
import type { Format } from '../../ecosystems/format.ts';
import { findPackage, type PackageRow } from '../../store/postgres/packages/packages.ts';
import { findRelease, type ReleaseRow } from '../../store/postgres/releases/releases.ts';
import { assertMount } from './mount.ts';
import type { Platform } from '../platform.ts';
import type { Queryable } from '../../store/postgres/pool.ts';

/** A package as named by a caller, in any spelling, with its ecosystem. */
export interface Named {
  ecosystem: Format;
  name: string;
}

/** A version of the package, in any spelling. */
export interface NamedVersion extends Named {
  version: string;
}

/** A package with its ecosystem. */
export interface Subject {
  ecosystem: Format;
  pkg: PackageRow;
}

/** A package that the caller may change. */
export interface Changeable extends Subject {
  user: UserActor;
}

/** An invalid name counts as missing. @throws DomainError `not_found` */
export function nameKeyOf({ ecosystem, name }: Named): string {
  return canonicalOrMissing(() => ecosystem.names.canonical(name), 'package');
}

/** @throws DomainError `not_found` */
export function addressOf(named: Named): PackageAddress {
  return hostedPackage(named.ecosystem.id, nameKeyOf(named));
}

/** @throws DomainError `not_found` */
export function versionKeyOf(ecosystem: Format, version: string): string {
  return canonicalOrMissing(() => ecosystem.versions.canonical(version), 'version');
}

/**
 * Finds a package with visible releases, for its readers, with the data of protocol reads. Null for missing and hidden
 * packages alike. @throws DomainError `not_found` for a package outside of the mount
 */
export async function findPublished(
  platform: Pick<Platform, 'pool'>,
  caller: Caller,
  named: Named,
): Promise<PackageRow | null> {
  await assertMount(platform, caller);
  const pkg = await findPackage(platform.pool, addressOf(named));
  if (!pkg || pkg.readableReleases === 0 || !canReadDocuments(pkg, caller.actor)) return null;
  await assertMount(platform, caller, pkg.repositorySlug);
  return pkg;
}

/** {@link findPublished}, without null. @throws DomainError `not_found` for missing and hidden packages alike */
export async function getPublished(
  platform: Pick<Platform, 'pool'>,
  caller: Caller,
  named: Named,
): Promise<PackageRow> {
  const pkg = await findPublished(platform, caller, named);
  if (!pkg) throw notFound('package');
  return pkg;
}

/**
 * A package for its page; its maintainers also see it without visible releases.
 * @throws DomainError `not_found` for missing and hidden packages alike
 */
export async function getPackage(
  platform: Pick<Platform, 'pool'>,
  caller: Caller,
  named: Named,
): Promise<Subject> {
  await assertMount(platform, caller);
  const address = addressOf(named);
  const key = `package ${textOfAddress(address)}`;
  const pkg = await sharedRow(caller, key, () => findPackage(platform.pool, address));
  const isVisible = pkg && (canRead(pkg, caller.actor) || may(caller.actor, 'oversee', pkg));
  if (!isVisible) throw notFound('package');
  await assertMount(platform, caller, pkg.repositorySlug);
  return { ecosystem: named.ecosystem, pkg };
}

/**
 * Finds the package for a change; the caller needs the right to any one of the actions.
 * @throws DomainError `unauthenticated`, `insufficient_scope`, `not_found`, `forbidden`
 */
export async function getPackageToChange(
  platform: Pick<Platform, 'pool'>,
  caller: Caller,
  named: Named,
  action: Action | readonly Action[],
): Promise<Changeable> {
  requireScopeFor(caller.actor, action);
  const subject = await getPackage(platform, caller, named);
  return { ...subject, user: authorize(caller.actor, action, subject.pkg) };
}

/** The row of a release, without a check of rights; null when it does not exist. */
export function readRelease(
  db: Queryable,
  caller: Caller,
  packageId: string,
  versionKey: string,
): Promise<ReleaseRow | null> {
  const key = `release ${packageId} ${versionKey}`;
  return sharedRow(caller, key, () => findRelease(db, packageId, versionKey));
}

/** @throws DomainError `not_found`, also for held releases that the caller may not see */
export async function getReleaseOf(
  { pool: db }: { pool: Queryable },
  caller: Caller,
  { ecosystem, pkg }: Subject,
  version: string,
): Promise<ReleaseRow> {
  const versionKey = versionKeyOf(ecosystem, version);
  const release = await readRelease(db, caller, pkg.id, versionKey);
  if (!release || !(isReadable(release) || may(caller.actor, 'oversee', pkg))) throw notFound('version');
  return release;
}

function canonicalOrMissing(canonical: () => string, what: string): string {
  try {
    return canonical();
  } catch (error) {
    if (error instanceof DomainError) throw notFound(what);
    throw error;
  }
}
