import type { Caller } from '../../domain/caller.ts';
import { DomainError } from '../../domain/errors.ts';
import { isReadable } from '../../domain/release.ts';
import { writeAudit } from '../../store/postgres/audit/audit.ts';
import { unchanged } from '../../store/postgres/packages/catalog.ts';
import type { Transaction } from '../../store/postgres/pool.ts';
import { type ReleaseRow, setYanked } from '../../store/postgres/releases/releases.ts';
import { outdateEntry } from '../../store/postgres/search/search-narrowing.ts';
import { afterChange, type AfterChange } from '../packages/after-change.ts';
import { getPackageToChange, getReleaseOf, type NamedVersion, type Subject } from '../packages/find.ts';
import type { FoundRelease } from './get.ts';
import type { Platform } from '../platform.ts';
import { auditTarget } from '../packages/audit-target.ts';

export interface YankCommand {
  isYanked: boolean;
  /** The reason of a user; undefined: the earlier reason stays. */
  reason?: string | null;
}

export interface YankOutcome extends FoundRelease {
  wasYanked: boolean;
}

/**
 * Excludes a version from version resolution, or includes it again: yank and unlist are two names of this. Idempotent.
 * @throws DomainError `unauthenticated`, `insufficient_scope`, `not_found`, `forbidden`, `invalid_state` while it is
 * held
 */
export async function yankRelease(
  platform: Pick<Platform, 'pool' | 'catalog' | AfterChange>,
  caller: Caller,
  { version, ...named }: NamedVersion,
  command: YankCommand,
): Promise<YankOutcome> {
  const subject = await getPackageToChange(platform, caller, named, 'publish');
  const { pkg } = subject;
  let yanked: Yanked | undefined;
  const result = await platform.catalog.changePackage(pkg.id, async (tx) => {
    yanked = await yankIn(tx, caller, { ...subject, version }, command);
    return yanked.isSame ? unchanged : undefined;
  });
  if (yanked === undefined) throw new Error('a transaction that ended has read the release');
  if (result !== unchanged) await afterChange(platform, pkg);
  return { ...subject, release: yanked.release, wasYanked: yanked.wasYanked };
}

interface Yanked {
  /** As it is after the change. */
  release: ReleaseRow;
  wasYanked: boolean;
  isSame: boolean;
}

/** Within `changePackage`, which renders the documents. @throws DomainError `not_found`, `invalid_state` */
export async function yankIn(
  tx: Transaction,
  caller: Caller,
  { version, ...subject }: Subject & { version: string },
  { isYanked, reason }: YankCommand,
): Promise<Yanked> {
  const { pkg } = subject;
  const before = await getReleaseOf({ pool: tx }, caller, subject, version);
  if (!isReadable(before)) throw new DomainError('invalid_state', 'the release is not published');
  const { id, isYanked: wasYanked } = before;
  const isSameReason = reason === undefined || reason === before.yankReason;
  if (wasYanked === isYanked && (isSameReason || !isYanked)) {
    return { release: before, wasYanked, isSame: true };
  }
  const yankReason = reason ?? null;
  await setYanked(tx, id, isYanked, yankReason);
  if (isYanked) await outdateEntry(tx, pkg.id);
  if (wasYanked !== isYanked) {
    await writeAudit(tx, {
      ...auditTarget(caller, pkg, before),
      action: isYanked ? 'release_yank' : 'release_unyank',
      metadata: {
        ecosystem: pkg.ecosystem,
        name: pkg.name,
        version: before.version,
        reason: yankReason,
      },
    });
  }
  return { release: { ...before, isYanked, yankReason }, wasYanked, isSame: false };
}
