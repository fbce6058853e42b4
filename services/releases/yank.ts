import type { Caller } from '../../domain/caller.ts';
import { DomainError } from '../../domain/errors.ts';
import { isReadable } from '../../domain/release.ts';
import { writeAudit } from '../../store/postgres/audit/audit.ts';
import { unchanged } from '../../store/postgres/packages/catalog.ts';
import { type ReleaseRow, setYanked } from '../../store/postgres/releases/releases.ts';
import { outdateEntry } from '../../store/postgres/search/search-narrowing.ts';
import { afterChange, type AfterChange } from '../packages/after-change.ts';
import { getPackageToChange, getReleaseOf, type Named } from '../packages/find.ts';
import type { FoundRelease } from './get.ts';
import type { Platform } from '../platform.ts';
import { auditTarget } from '../packages/audit-target.ts';

export interface YankCommand {
  isYanked: boolean;
  /** In a person's words; undefined: whatever was said before stays. */
  reason?: string | null;
}

export interface YankOutcome extends FoundRelease {
  wasYanked: boolean;
}

/**
 * Takes a version out of version resolution, or puts it back: yank and unlist are one thing under two names. Idempotent.
 * @throws DomainError `unauthenticated`, `insufficient_scope`, `not_found`, `forbidden`, `invalid_state` while it is held
 */
export async function yankRelease(
  platform: Pick<Platform, 'pool' | 'catalog' | AfterChange>,
  caller: Caller,
  { version, ...named }: Named & { version: string },
  { isYanked, reason }: YankCommand,
): Promise<YankOutcome> {
  const subject = await getPackageToChange(platform, caller, named, 'publish');
  const { pkg } = subject;
  let before: ReleaseRow | undefined;
  const result = await platform.catalog.changePackage(pkg.id, async (tx) => {
    const release = await getReleaseOf({ pool: tx }, caller, subject, version);
    if (!isReadable(release)) throw new DomainError('invalid_state', 'the release is not published');
    before = release;
    const { id, isYanked: wasYanked } = release;
    const isSame = reason === undefined || reason === release.yankReason;
    if (wasYanked === isYanked && (isSame || !isYanked)) return unchanged;
    await setYanked(tx, id, isYanked, reason ?? null);
    if (isYanked) await outdateEntry(tx, pkg.id);
    if (wasYanked === isYanked) return undefined;
    return writeAudit(tx, {
      ...auditTarget(caller, pkg, release),
      action: isYanked ? 'release_yank' : 'release_unyank',
      metadata: {
        ecosystem: pkg.ecosystem,
        name: pkg.name,
        version: release.version,
        reason: reason ?? null,
      },
    });
  });
  if (before === undefined) throw new Error('a transaction that ended has read the release');
  const { isYanked: wasYanked } = before;
  if (result === unchanged) return { ...subject, release: before, wasYanked };
  await afterChange(platform, pkg);
  return { ...subject, release: await getReleaseOf(platform, caller, subject, version), wasYanked };
}
