import type { Caller } from '../../domain/caller.ts';
import { DomainError, invalidState } from '../../domain/errors.ts';
import { latestTag } from '../../domain/latest-tag.ts';
import type { Window } from '../../domain/paging.ts';
import { isReadable } from '../../domain/release.ts';
import { isStorableText } from '../../domain/storable-text.ts';
import { hasTag, listTagLines, type TagLine } from '../../store/postgres/packages/tag-list.ts';
import type { ChangeDeps } from './deps.ts';
import { type FindDeps, getPackage, getPackageToChange, getReleaseOf, type Named } from './find.ts';
import { removeTag, setTags } from './tags.ts';

export type { TagLine };

/** One page of them with their times, in byte order. @throws DomainError `not_found` */
export async function listTagsWithTimes(
  deps: FindDeps,
  caller: Caller,
  named: Named,
  window: Window,
): Promise<readonly TagLine[]> {
  const { pkg } = await getPackage(deps, caller, named);
  return listTagLines(deps.pool, pkg.id, window);
}

/**
 * Makes one tag stand for a published release. Its name is one that the protocol takes, unless the tag is there already.
 * @throws DomainError `unauthenticated`, `insufficient_scope`, `not_found`, `forbidden`, `invalid_state`, `validation_failed`
 */
export async function assignTag(
  deps: ChangeDeps,
  caller: Caller,
  { tag, ...named }: Named & { version: string; tag: string },
): Promise<{ version: string }> {
  const subject = await getPackageToChange(deps, caller, named, 'publish');
  const isName =
    named.ecosystem.isTagName(tag) || (isStorableText(tag) && (await hasTag(deps.pool, subject.pkg.id, tag)));
  if (!isName) {
    throw new DomainError(
      'validation_failed',
      'a tag has letters, digits and _ . -, and is no range of versions',
    );
  }
  const release = await getReleaseOf(deps, caller, subject, named.version);
  if (!isReadable(release)) throw invalidState('the release is not published');
  await setTags(deps, caller, named, [tag]);
  return { version: release.version };
}

/** @throws DomainError as {@link removeTag}, and `invalid_state` for the one that every package keeps */
export async function dropTag(deps: ChangeDeps, caller: Caller, named: Named, tag: string): Promise<void> {
  await getPackageToChange(deps, caller, named, 'publish');
  if (tag === latestTag) throw invalidState(`the tag ${latestTag} can be moved, not removed`);
  await removeTag(deps, caller, named, tag);
}
