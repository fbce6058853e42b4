import type { Caller } from '../../domain/caller.ts';
import { invalidState } from '../../domain/errors.ts';
import { isReadable } from '../../domain/release.ts';
import type { ChangeDeps } from '../packages/deps.ts';
import { getPackageToChange, getReleaseOf, type Named } from '../packages/find.ts';
import { deleteReleases } from './delete.ts';
import { deprecateReleases } from './deprecate.ts';
import { type FoundRelease, getRelease } from './get.ts';

type NamedRelease = Named & { version: string };

/**
 * One release; null takes the deprecation back.
 * @throws DomainError `unauthenticated`, `insufficient_scope`, `not_found`, `forbidden`, `invalid_state`, `validation_failed`
 */
export async function deprecateRelease(
  deps: ChangeDeps,
  caller: Caller,
  named: NamedRelease,
  message: string | null,
): Promise<FoundRelease> {
  const subject = await getPackageToChange(deps, caller, named, 'publish');
  const release = await getReleaseOf(deps, caller, subject, named.version);
  if (!isReadable(release)) throw invalidState('the release is not published');
  if (message === null && !release.isDeprecated) throw invalidState('the release is not deprecated');
  await deprecateReleases(deps, caller, named, new Map([[release.version, message]]));
  return getRelease(deps, caller, named);
}

/**
 * One published release, whatever its protocol allows its publishers: administrators of the package decide.
 * @throws DomainError `unauthenticated`, `insufficient_scope`, `not_found`, `forbidden`, `invalid_state` for a held one
 */
export async function deleteRelease(
  deps: ChangeDeps,
  caller: Caller,
  { version, ...named }: NamedRelease,
  { reason }: { reason: string | null },
): Promise<void> {
  const subject = await getPackageToChange(deps, caller, named, 'administer');
  const release = await getReleaseOf(deps, caller, subject, version);
  if (!isReadable(release)) throw invalidState(`the release is ${release.state}: what is held is rejected`);
  const rule = { withinHours: null, keepsForDependents: false };
  await deleteReleases(deps, caller, { ...named, versions: [version] }, rule, reason);
}
