import type { Caller } from '../../domain/caller.ts';
import { DomainError, notFound } from '../../domain/errors.ts';
import type { Placed, Window } from '../../domain/paging.ts';
import type { Dependency } from '../../domain/publication.ts';
import { listAccessFacts } from '../../store/postgres/packages/package-listing.ts';
import { listDependencies as listRows } from '../../store/postgres/releases/dependencies.ts';
import {
  countDependents,
  type Dependent,
  listDependents as listDependentRows,
  mostCounted,
} from '../../store/postgres/releases/dependents.ts';
import { canRead } from '../../domain/access.ts';
import { getPublished, getPackage, getReleaseOf, type Named } from './find.ts';
import type { Platform } from '../platform.ts';

export type { Dependent };

/** A dependency of a release, and whether it is a package in this registry that the caller may read. */
export type NeededPackage = Dependency & Placed & { isHere: boolean };

/** The dependencies of the named version, by default of the latest release. @throws DomainError `not_found` */
export async function listDependencies(
  platform: Pick<Platform, 'pool'>,
  caller: Caller,
  { version, ...named }: Named & { version?: string | undefined },
  window: Window,
): Promise<{ version: string; total: number; dependencies: readonly NeededPackage[] }> {
  const subject = await getPackage(platform, caller, named);
  const wanted = version ?? subject.pkg.latestVersion;
  if (wanted === null) throw notFound('version');
  const release = await getReleaseOf(platform, caller, subject, wanted);
  const { total, dependencies } = await listRows(platform.pool, release.id, window);
  const keys = dependencies.flatMap(({ nameKey }) => nameKey ?? []);
  const known = await listAccessFacts(platform.pool, named.ecosystem.id, keys);
  const readable = new Set(
    known.filter((facts) => canRead(facts, caller.actor)).map(({ nameKey }) => nameKey),
  );
  return {
    version: release.version,
    total,
    dependencies: dependencies.map(({ nameKey, ...dependency }) => ({
      ...dependency,
      isHere: nameKey !== null && readable.has(nameKey),
    })),
  };
}

/** A page of the packages that depend on a package. */
export interface DependentPage {
  /** The count stops at 1,000. */
  total: number;
  isTotalExact: boolean;
  dependents: readonly Dependent[];
}

/**
 * Packages that depend on this one and that the caller may see. Those after the first thousand are only available by
 * cursor. @throws DomainError `not_found`, `validation_failed`
 */
export async function listDependents(
  platform: Pick<Platform, 'pool'>,
  caller: Caller,
  named: Named,
  window: Window,
): Promise<DependentPage> {
  if (window.offset >= mostCounted) {
    throw new DomainError(
      'validation_failed',
      `pages behind entry ${mostCounted} are reached by next_cursor`,
    );
  }
  const { pkg } = await getPackage(platform, caller, named);
  const [counted, dependents] = await Promise.all([
    countDependents(platform.pool, caller.actor, pkg),
    listDependentRows(platform.pool, caller.actor, pkg, window),
  ]);
  return { total: counted.total, isTotalExact: counted.isExact, dependents };
}

/**
 * {@link listDependents} for protocols, which do not show packages without a visible release.
 * @throws DomainError `not_found`
 */
export async function listDependentsOfPublished(
  platform: Pick<Platform, 'pool'>,
  caller: Caller,
  named: Named,
  window: Window,
): Promise<readonly Dependent[]> {
  const pkg = await getPublished(platform, caller, named);
  return listDependentRows(platform.pool, caller.actor, pkg, window);
}
