import type { Caller } from '../../domain/caller.ts';
import { unchanged } from '../../store/postgres/packages/catalog.ts';
import { afterChange, type AfterChange } from '../packages/after-change.ts';
import { getPackageToChange, type Named } from '../packages/find.ts';
import type { Platform } from '../platform.ts';
import { deleteReleases } from './delete.ts';
import { deprecateReleases } from './deprecate.ts';
import { yankIn, type YankCommand } from './yank.ts';

/** Versions that one operation changes together. */
export type Versions = Named & { versions: readonly string[] };

type Changing = Pick<Platform, 'pool' | 'catalog' | AfterChange>;

/** Yanks all versions or none. @throws DomainError as `yankRelease` */
export async function yankMany(
  platform: Changing,
  caller: Caller,
  { versions, ...named }: Versions,
  command: YankCommand,
): Promise<void> {
  const subject = await getPackageToChange(platform, caller, named, 'publish');
  const result = await platform.catalog.changePackage(subject.pkg.id, async (tx) => {
    let isChanged = false;
    for (const version of new Set(versions)) {
      const { isSame } = await yankIn(tx, caller, { ...subject, version }, command);
      isChanged ||= !isSame;
    }
    return isChanged ? undefined : unchanged;
  });
  if (result !== unchanged) await afterChange(platform, subject.pkg);
}

/** Deprecates all versions or none; null removes the message. @throws DomainError as `deprecateReleases` */
export function deprecateMany(
  platform: Changing,
  caller: Caller,
  { versions, ...named }: Versions,
  message: string | null,
): Promise<void> {
  return deprecateReleases(platform, caller, named, new Map(versions.map((version) => [version, message])));
}

/**
 * Deletes all of these visible versions or none, even with dependents: administrators were warned.
 * @throws DomainError as `deleteReleases`
 */
export function deleteMany(
  platform: Changing,
  caller: Caller,
  { versions, ...named }: Versions,
  reason: string | null,
): Promise<void> {
  const rule = { withinHours: null, keepsForDependents: false };
  return deleteReleases(platform, caller, named, versions, rule, reason);
}
