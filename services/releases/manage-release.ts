import type { Caller } from '../../domain/caller.ts';
import { authorize, isPlatformAdmin } from '../../domain/authorize.ts';
import { forbidden, invalidState } from '../../domain/errors.ts';
import { isInFlight, isReadable } from '../../domain/release.ts';
import { unchanged } from '../../store/postgres/packages/catalog.ts';
import type { ReleaseRow } from '../../store/postgres/releases/releases.ts';
import { getPackageToChange, getReleaseOf, type NamedVersion } from '../packages/find.ts';
import { discardFound } from '../publishing/drafting.ts';
import { deleteFrom } from './delete.ts';
import { deleteHeld, deleteRejected } from './delete-unseen.ts';
import { deprecateIn } from './deprecate.ts';
import type { FoundRelease } from './get.ts';
import type { Platform } from '../platform.ts';
import { afterChange, type AfterChange } from '../packages/after-change.ts';

/**
 * Deprecates one release; null removes the deprecation.
 * @throws DomainError `unauthenticated`, `insufficient_scope`, `not_found`, `forbidden`, `invalid_state`,
 * `validation_failed`
 */
export async function deprecateRelease(
  platform: Pick<Platform, 'pool' | 'catalog' | AfterChange>,
  caller: Caller,
  named: NamedVersion,
  message: string | null,
): Promise<FoundRelease> {
  const subject = await getPackageToChange(platform, caller, named, 'publish');
  const { pkg } = subject;
  let release: ReleaseRow | undefined;
  const result = await platform.catalog.changePackage(pkg.id, async (tx) => {
    const before = await getReleaseOf({ pool: tx }, caller, subject, named.version);
    if (!isReadable(before)) throw invalidState('the release is not published');
    if (message === null && !before.isDeprecated) throw invalidState('the release is not deprecated');
    const deprecated = await deprecateIn(tx, caller, { pkg, release: before }, message);
    ({ release } = deprecated);
    return deprecated.isSame ? unchanged : undefined;
  });
  if (release === undefined) throw new Error('a transaction that ended has read the release');
  if (result !== unchanged) await afterChange(platform, pkg);
  return { ...subject, release };
}

/**
 * Deletes one release, regardless of its protocol's rules for publishers; administrators of the package decide. Its
 * version stays taken. An open draft is discarded instead, by its publishers: no reader has seen its version. A held
 * release also needs the right to decide about it. If it was visible before, only platform administrators delete it:
 * an uploader of malware must not remove its traces and its warnings. `isPending`: the decision is recorded, and the
 * workflow has not executed it yet.
 * @throws DomainError `unauthenticated`, `insufficient_scope`, `not_found`, `forbidden`, `invalid_state` while it is
 * being checked
 */
export async function deleteRelease(
  platform: Platform,
  caller: Caller,
  { version, ...named }: NamedVersion,
  { reason }: { reason: string | null },
): Promise<{ isPending: boolean }> {
  // a caller who may only publish can discard a draft
  const subject = await getPackageToChange(platform, caller, named, ['publish', 'administer']);
  const release = await getReleaseOf(platform, caller, subject, version);
  const discarded = await discardFound(platform, caller, { ...subject, release });
  if (discarded) return discarded;
  authorize(subject.user, 'administer', subject.pkg);
  const isHeld = isInFlight(release);
  const isWithheld = release.publishedAt !== null && (isHeld || release.state === 'rejected');
  if (isWithheld && !isPlatformAdmin(caller.actor)) {
    throw forbidden(
      'what people have seen before it was held or rejected is deleted by platform administrators',
    );
  }
  if (isHeld) {
    authorize(subject.user, 'triage', subject.pkg);
    return deleteHeld(platform, caller, { ...subject, release }, reason);
  }
  if (release.state === 'rejected') await deleteRejected(platform, caller, { ...subject, release }, reason);
  else if (!isReadable(release)) throw invalidState(`the release is ${release.state}`);
  else {
    const rule = { withinHours: null, keepsForDependents: false };
    await deleteFrom(platform, caller, subject, [version], rule, reason);
  }
  return { isPending: false };
}
