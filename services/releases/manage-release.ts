import type { Caller } from '../../domain/caller.ts';
import { isPlatformAdmin } from '../../domain/authorize.ts';
import { forbidden, invalidState } from '../../domain/errors.ts';
import { isInFlight, isReadable } from '../../domain/release.ts';
import { getPackageToChange, getReleaseOf, type NamedVersion } from '../packages/find.ts';
import { discardDraft } from '../publishing/drafting.ts';
import { deleteReleases } from './delete.ts';
import { deleteHeld, deleteRejected } from './delete-unseen.ts';
import { deprecateIn } from './deprecate.ts';
import type { FoundRelease } from './get.ts';
import type { Platform } from '../platform.ts';
import type { AfterChange } from '../packages/after-change.ts';

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
  const release = await getReleaseOf(platform, caller, subject, named.version);
  if (!isReadable(release)) throw invalidState('the release is not published');
  if (message === null && !release.isDeprecated) throw invalidState('the release is not deprecated');
  await deprecateIn(platform, caller, subject, new Map([[release.version, message]]));
  return { ...subject, release: await getReleaseOf(platform, caller, subject, named.version) };
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
  const discarded = await discardDraft(platform, caller, { ...named, version });
  if (discarded) return discarded;
  const subject = await getPackageToChange(platform, caller, named, 'administer');
  const release = await getReleaseOf(platform, caller, subject, version);
  const isHeld = isInFlight(release);
  const isWithheld = release.publishedAt !== null && (isHeld || release.state === 'rejected');
  if (isWithheld && !isPlatformAdmin(caller.actor)) {
    throw forbidden(
      'what people have seen before it was held or rejected is deleted by platform administrators',
    );
  }
  if (isHeld) {
    await getPackageToChange(platform, caller, named, 'triage');
    return deleteHeld(platform, caller, { ...subject, release }, reason);
  }
  if (release.state === 'rejected') await deleteRejected(platform, caller, { ...subject, release }, reason);
  else if (!isReadable(release)) throw invalidState(`the release is ${release.state}`);
  else {
    const rule = { withinHours: null, keepsForDependents: false };
    await deleteReleases(platform, caller, named, [version], rule, reason);
  }
  return { isPending: false };
}
