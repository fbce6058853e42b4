import type { Caller } from '../../domain/caller.ts';
import { DomainError, notFound } from '../../domain/errors.ts';
import { isReadable } from '../../domain/release.ts';
import { isStorableText } from '../../domain/storable-text.ts';
import { writeAudit } from '../../store/postgres/audit/audit.ts';
import { unchanged } from '../../store/postgres/packages/catalog.ts';
import type { Transaction } from '../../store/postgres/pool.ts';
import {
  listReleasesByKeys,
  type ReleaseRow,
  setDeprecated,
} from '../../store/postgres/releases/releases.ts';
import { afterChange, type AfterChange } from '../packages/after-change.ts';
import { getPackageToChange, type Named, versionKeyOf } from '../packages/find.ts';
import type { FoundRelease } from './get.ts';
import type { Platform } from '../platform.ts';
import { auditTarget } from '../packages/audit-target.ts';

/**
 * Sets the message for users of these versions; null removes it. An equal message changes nothing.
 * @throws DomainError `unauthenticated`, `insufficient_scope`, `not_found`, `forbidden`, `validation_failed`
 */
export async function deprecateReleases(
  platform: Pick<Platform, 'pool' | 'catalog' | AfterChange>,
  caller: Caller,
  named: Named,
  messages: ReadonlyMap<string, string | null>,
): Promise<void> {
  const { ecosystem, pkg } = await getPackageToChange(platform, caller, named, 'publish');
  const wanted = new Map([...messages].map(([version, text]) => [versionKeyOf(ecosystem, version), text]));
  const result = await platform.catalog.changePackage(pkg.id, async (tx) => {
    const releases = (await listReleasesByKeys(tx, pkg.id, [...wanted.keys()])).filter(isReadable);
    if (releases.length < wanted.size) throw notFound('version');
    let isChanged = false;
    for (const release of releases) {
      const message = wanted.get(release.versionKey) ?? null;
      const { isSame } = await deprecateIn(tx, caller, { pkg, release }, message);
      isChanged ||= !isSame;
    }
    return isChanged ? undefined : unchanged;
  });
  if (result !== unchanged) await afterChange(platform, pkg);
}

/** Within `changePackage`, which renders the documents. Returns the release as it is after the change. @throws DomainError `validation_failed` */
export async function deprecateIn(
  tx: Transaction,
  caller: Caller,
  { pkg, release }: Pick<FoundRelease, 'pkg' | 'release'>,
  message: string | null,
): Promise<{ release: ReleaseRow; isSame: boolean }> {
  if (message !== null && !isStorableText(message)) {
    throw new DomainError('validation_failed', 'the message holds characters that can not be stored');
  }
  const isDeprecated = message !== null;
  if (release.isDeprecated === isDeprecated && release.deprecationMessage === message) {
    return { release, isSame: true };
  }
  await setDeprecated(tx, release.id, message);
  await writeAudit(tx, {
    ...auditTarget(caller, pkg, release),
    action: isDeprecated ? 'release_deprecate' : 'release_undeprecate',
    metadata: { ecosystem: pkg.ecosystem, name: pkg.name, version: release.version, message },
  });
  return { release: { ...release, isDeprecated, deprecationMessage: message }, isSame: false };
}
