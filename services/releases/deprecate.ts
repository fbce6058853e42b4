import type { Caller } from '../../domain/caller.ts';
import { DomainError, notFound } from '../../domain/errors.ts';
import { isReadable } from '../../domain/release.ts';
import { isStorableText } from '../../domain/storable-text.ts';
import { writeAudit } from '../../store/postgres/audit/audit.ts';
import { unchanged } from '../../store/postgres/packages/catalog.ts';
import { listReleasesByKeys, setDeprecated } from '../../store/postgres/releases/releases.ts';
import { afterChange, type AfterChange } from '../packages/after-change.ts';
import { type Changeable, getPackageToChange, type Named, versionKeyOf } from '../packages/find.ts';
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
  await deprecateIn(platform, caller, await getPackageToChange(platform, caller, named, 'publish'), messages);
}

/** {@link deprecateReleases} for a package that the caller may change. */
export async function deprecateIn(
  platform: Pick<Platform, 'catalog' | AfterChange>,
  caller: Caller,
  { ecosystem, pkg }: Changeable,
  messages: ReadonlyMap<string, string | null>,
): Promise<void> {
  if (![...messages.values()].every((text) => text === null || isStorableText(text))) {
    throw new DomainError('validation_failed', 'the message holds characters that can not be stored');
  }
  const wanted = new Map([...messages].map(([version, text]) => [versionKeyOf(ecosystem, version), text]));
  const result = await platform.catalog.changePackage(pkg.id, async (tx) => {
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
        ...auditTarget(caller, pkg, release),
        action: message === null ? 'release_undeprecate' : 'release_deprecate',
        metadata: { ecosystem: pkg.ecosystem, name: pkg.name, version: release.version, message },
      });
    }
    return differing.length === 0 ? unchanged : undefined;
  });
  if (result !== unchanged) await afterChange(platform, pkg);
}
