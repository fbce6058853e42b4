import { type Caller, performedBy } from '../../domain/caller.ts';
import { isPlatformAdmin } from '../../domain/authorize.ts';
import { DomainError, forbidden, notFound } from '../../domain/errors.ts';
import { isReadable } from '../../domain/release.ts';
import { isStorableText } from '../../domain/storable-text.ts';
import { isTooBroad } from '../../domain/visibility.ts';
import { writeAudit } from '../../store/postgres/audit/audit.ts';
import { unchanged } from '../../store/postgres/packages/catalog.ts';
import { updatePackage } from '../../store/postgres/packages/package-write.ts';
import { listReleasesByKeys, setDeprecated } from '../../store/postgres/releases/releases.ts';
import type { EcosystemScope } from './scope.ts';

/** {@link RouteContext.deprecate} */
export async function deprecate(
  scope: EcosystemScope,
  caller: Caller,
  name: string,
  messages: ReadonlyMap<string, string | null>,
): Promise<void> {
  const { deps, ecosystem } = scope;
  const { pkg } = await scope.getWritablePackage(caller, name, 'publish');
  if (![...messages.values()].every((text) => text === null || isStorableText(text))) {
    throw new DomainError('validation_failed', 'the message holds characters that can not be stored');
  }
  const wanted = new Map([...messages].map(([version, text]) => [scope.versionKey(version), text]));
  const result = await deps.catalog.changePackage(pkg.id, async (tx) => {
    const releases = (await listReleasesByKeys(tx, pkg.id, [...wanted.keys()])).filter(isReadable);
    if (releases.length < wanted.size) throw notFound('version');
    const differing = releases.filter((release) => {
      const message = wanted.get(release.versionKey) ?? null;
      return release.isDeprecated !== (message !== null) || release.deprecationMessage !== message;
    });
    for (const release of differing) {
      const message = wanted.get(release.versionKey) ?? null;
      await setDeprecated(tx, release.id, message);
      await writeAudit(tx, {
        action: message === null ? 'release_undeprecate' : 'release_deprecate',
        performer: performedBy(caller),
        targetOrgId: pkg.ownerOrgId,
        targetPackageId: pkg.id,
        targetReleaseId: release.id,
        metadata: { ecosystem: ecosystem.id, name: pkg.name, version: release.version, message },
      });
    }
    return differing.length === 0 ? unchanged : undefined;
  });
  if (result !== unchanged) await scope.afterChange(pkg);
}

/** {@link RouteContext.setVisibility} */
export async function setVisibility(
  scope: EcosystemScope,
  caller: Caller,
  name: string,
  visibility: 'public' | 'private',
): Promise<void> {
  const { deps } = scope;
  const { pkg, user } = await scope.getWritablePackage(caller, name, 'administer');
  const result = await deps.catalog.changePackage(pkg.id, async (tx, locked) => {
    if (locked.visibility === visibility) return unchanged;
    if (locked.visibility === 'quarantined' && !isPlatformAdmin(user)) {
      throw forbidden('only platform administrators can remove packages from quarantine');
    }
    if (isTooBroad(visibility, locked.repositoryVisibility)) {
      const detail = `the repository ${locked.repositorySlug} is ${locked.repositoryVisibility}: its packages can't be ${visibility}`;
      throw new DomainError('visibility_too_broad', detail);
    }
    await writeAudit(tx, {
      action: 'package_visibility_change',
      performer: performedBy(caller),
      targetOrgId: pkg.ownerOrgId,
      targetPackageId: pkg.id,
      metadata: { from: locked.visibility, to: visibility },
    });
    return updatePackage(tx, pkg.id, { visibility });
  });
  if (result !== unchanged) await scope.afterChange(pkg);
}
