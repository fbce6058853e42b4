import { may } from '../../domain/authorize.ts';
import type { Caller } from '../../domain/caller.ts';
import { listTeamAccessOn, type TeamAccess } from '../../store/postgres/organizations/team-access.ts';
import { type CountedBundle, listBundles } from '../../store/postgres/releases/bundles.ts';
import { listReleaseLines } from '../../store/postgres/releases/release-pages.ts';
import { getPackage, type Named, type Subject, versionKeyOf } from './find.ts';
import type { Platform } from '../platform.ts';
import { type PackageRights, rightsOnPackage } from './rights.ts';

export type { CountedBundle, TeamAccess };

/** A package with all that its page shows, and with what the caller may do to it. */
export interface PackagePage extends Subject, PackageRights {
  /** Null for those who do not administer it. */
  teamAccess: readonly TeamAccess[] | null;
  /** The bundle of the latest release; null before it was counted. */
  bundle: CountedBundle | null;
}

/** @throws DomainError `not_found` */
export async function getPackagePage(
  platform: Pick<Platform, 'pool'>,
  caller: Caller,
  named: Named,
): Promise<PackagePage> {
  return pageOf(platform, caller, await getPackage(platform, caller, named));
}

export async function pageOf(
  { pool }: Pick<Platform, 'pool'>,
  { actor }: Caller,
  { ecosystem, pkg }: Subject,
): Promise<PackagePage> {
  const { latestVersion } = pkg;
  const keys = latestVersion === null ? [] : [versionKeyOf(ecosystem, latestVersion)];
  const latest = await listReleaseLines(pool, pkg.id, keys);
  const [bundle = null] = await listBundles(
    pool,
    latest.map(({ id }) => id),
  );
  const teamAccess = may(actor, 'administer', pkg) ? await listTeamAccessOn(pool, pkg) : null;
  return { ecosystem, pkg, teamAccess, bundle, ...rightsOnPackage(actor, pkg) };
}
