import type { Caller } from '../../domain/caller.ts';
import { may } from '../../domain/authorize.ts';
import { type PageCounts, countForPage } from '../../store/postgres/packages/page-counts.ts';
import { listReleaseLines, listVersionKeys } from '../../store/postgres/releases/release-pages.ts';
import { countDependents } from '../../store/postgres/releases/dependents.ts';
import type { ReleaseRow } from '../../store/postgres/releases/releases.ts';
import type { PackageRow } from '../../store/postgres/packages/packages.ts';
import type { Platform } from '../platform.ts';
import { withReasons } from '../releases/get.ts';
import { getPackage, getReleaseOf, type Named, readRelease, type Subject, versionKeyOf } from './find.ts';
import { type PackagePage, pageOf } from './page.ts';
import { isManager } from './rights.ts';

export type { PackageRow, PageCounts };

/** The header of all pages about a package. */
export interface PackageFront extends PackagePage {
  /** The version of the page, else the version that clients install; null for a package without versions. */
  shown: ReleaseRow | null;
  /** The next lower version in the ecosystem's order that the reader sees. */
  previous: string | null;
  counts: PageCounts & { versions: number; dependents: number; areDependentsExact: boolean };
  /** Whether the reader may change anything of the package. */
  isManaged: boolean;
}

/** @throws DomainError `not_found` for missing and hidden packages alike */
export async function getPackageFront(
  platform: Pick<Platform, 'pool' | 'highestFirst'>,
  caller: Caller,
  { version, ...named }: Named & { version?: string | undefined },
): Promise<PackageFront> {
  const subject = await getPackage(platform, caller, named);
  const { pkg } = subject;
  const includeUnreleased = may(caller.actor, 'oversee', pkg);
  const keys = platform.highestFirst(
    subject.ecosystem,
    pkg.id,
    await listVersionKeys(platform.pool, pkg.id, { includeUnreleased }),
  );
  const shown =
    version === undefined
      ? await findShown(platform, caller, subject, keys)
      : await getReleaseOf(platform, caller, subject, version);
  const ids = { packageId: pkg.id, releaseId: shown?.id ?? null };
  const below = shown ? keys.slice(keys.indexOf(shown.versionKey) + 1).slice(0, 1) : [];
  const [page, counts, dependents, [previous], [explained]] = await Promise.all([
    pageOf(platform, caller, subject),
    countForPage(platform.pool, ids, { includeUnreleased }),
    countDependents(platform.pool, caller.actor, pkg),
    listReleaseLines(platform.pool, pkg.id, below),
    withReasons(platform.pool, shown ? [shown] : []),
  ]);
  return {
    ...page,
    shown: explained ?? null,
    isManaged: isManager(page),
    previous: previous?.version ?? null,
    counts: {
      ...counts,
      versions: keys.length,
      dependents: dependents.total,
      areDependentsExact: dependents.isExact,
    },
  };
}

/** The latest version, else the highest version that the reader may see. */
async function findShown(
  { pool }: Pick<Platform, 'pool'>,
  caller: Caller,
  { ecosystem, pkg }: Subject,
  keys: readonly string[],
): Promise<ReleaseRow | null> {
  const latest = pkg.latestVersion === null ? undefined : versionKeyOf(ecosystem, pkg.latestVersion);
  const wanted = latest ?? keys[0];
  return wanted === undefined ? null : readRelease(pool, caller, pkg.id, wanted);
}
