import type { Caller } from '../../domain/caller.ts';
import { aboutInput, DomainError, invalidState, onInput } from '../../domain/errors.ts';
import { latestTag } from '../../domain/latest-tag.ts';
import type { Window } from '../../domain/paging.ts';
import { isReadable } from '../../domain/release.ts';
import { isStorableText } from '../../domain/storable-text.ts';
import { hasTag, listTagLines, type TagLine } from '../../store/postgres/packages/tag-list.ts';
import { getPackage, getPackageToChange, getReleaseOf, type Named, type NamedVersion } from './find.ts';
import { removeTagOf, setTagsOf } from './tags.ts';
import type { Platform } from '../platform.ts';
import type { AfterChange } from './after-change.ts';

export type { TagLine };

/** One page of tags with their times, in byte order. @throws DomainError `not_found` */
export async function listTagsWithTimes(
  platform: Pick<Platform, 'pool'>,
  caller: Caller,
  named: Named,
  window: Window,
): Promise<readonly TagLine[]> {
  const { pkg } = await getPackage(platform, caller, named);
  return listTagLines(platform.pool, pkg.id, window);
}

/**
 * Sets one tag to a published release. The name must be valid in the protocol, unless the tag exists already.
 * @throws DomainError `unauthenticated`, `insufficient_scope`, `not_found`, `forbidden`, `invalid_state`,
 * `validation_failed`
 */
export async function assignTag(
  platform: Pick<Platform, 'pool' | 'catalog' | AfterChange>,
  caller: Caller,
  { tag, ...named }: NamedVersion & { tag: string },
): Promise<{ version: string }> {
  const subject = await getPackageToChange(platform, caller, named, 'publish');
  const isName =
    named.ecosystem.isTagName(tag) ||
    (isStorableText(tag) && (await hasTag(platform.pool, subject.pkg.id, tag)));
  if (!isName) {
    const detail = 'a tag has letters, digits and _ . -, and is no range of versions';
    throw aboutInput('tag', new DomainError('validation_failed', detail));
  }
  const release = await onInput('version', getReleaseOf(platform, caller, subject, named.version));
  if (!isReadable(release)) throw aboutInput('version', invalidState('the release is not published'));
  await setTagsOf(platform, caller, subject, tag, named.version);
  return { version: release.version };
}

/** @throws DomainError as {@link removeTagOf}, and `invalid_state` for the one that every package keeps */
export async function dropTag(
  platform: Pick<Platform, 'pool' | 'catalog' | AfterChange>,
  caller: Caller,
  named: Named,
  tag: string,
): Promise<void> {
  const subject = await getPackageToChange(platform, caller, named, 'publish');
  if (tag === latestTag) throw invalidState(`the tag ${latestTag} can be moved, not removed`);
  await removeTagOf(platform, caller, subject, tag);
}
