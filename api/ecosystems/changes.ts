import { performedBy } from '../../domain/caller.ts';
import type { AuditAction } from '../../domain/audit.ts';
import { notFound } from '../../domain/errors.ts';
import { isReadable } from '../../domain/release.ts';
import type { ReleaseChange, RouteContext } from '../../ecosystems/context/context.ts';
import { writeAudit } from '../../store/postgres/audit/audit.ts';
import { unchanged } from '../../store/postgres/packages/catalog.ts';
import { findRelease, setYanked } from '../../store/postgres/releases/releases.ts';
import { forgetInSearch } from '../../store/postgres/search/search-narrowing.ts';
import { deleteReleases } from './deletions.ts';
import { setMaintainers } from './maintainers.ts';
import { deprecate, setVisibility } from './package-changes.ts';
import type { EcosystemScope } from './scope.ts';

const effects: Record<ReleaseChange, { isYanked: boolean; action: AuditAction }> = {
  yank: { isYanked: true, action: 'release_yank' },
  unyank: { isYanked: false, action: 'release_unyank' },
  unlist: { isYanked: true, action: 'release_unlist' },
  relist: { isYanked: false, action: 'release_relist' },
};

type Changes = Pick<
  RouteContext,
  'changeRelease' | 'deleteReleases' | 'deprecate' | 'setVisibility' | 'setMaintainers'
>;

/** What people change after the publish. */
export function createChanges(scope: EcosystemScope): Changes {
  return {
    changeRelease: (...asked) => changeRelease(scope, ...asked),
    deleteReleases: (...asked) => deleteReleases(scope, ...asked),
    deprecate: (...asked) => deprecate(scope, ...asked),
    setVisibility: (...asked) => setVisibility(scope, ...asked),
    setMaintainers: (...asked) => setMaintainers(scope, ...asked),
  };
}

async function changeRelease(
  scope: EcosystemScope,
  ...[caller, name, version, change]: Parameters<RouteContext['changeRelease']>
): Promise<void> {
  const { deps, ecosystem } = scope;
  const { pkg } = await scope.getWritablePackage(caller, name, 'publish');
  const versionKey = scope.versionKey(version);
  const { isYanked, action } = effects[change];
  await deps.catalog.changePackage(pkg.id, async (tx) => {
    const release = await findRelease(tx, pkg.id, versionKey);
    if (!release || !isReadable(release)) throw notFound('version');
    if (release.isYanked === isYanked) return unchanged;
    await setYanked(tx, release.id, isYanked, null);
    if (isYanked) await forgetInSearch(tx, pkg.id);
    return writeAudit(tx, {
      action,
      performer: performedBy(caller),
      targetOrgId: pkg.ownerOrgId,
      targetPackageId: pkg.id,
      targetReleaseId: release.id,
      metadata: { ecosystem: ecosystem.id, name: pkg.name, version: release.version },
    });
  });
  await scope.afterChange(pkg);
}
