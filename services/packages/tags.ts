import { answerLimits } from '../../domain/limits/answers.ts';
import type { Caller } from '../../domain/caller.ts';
import { DomainError, invalidState, notFound } from '../../domain/errors.ts';
import { isReadable } from '../../domain/release.ts';
import { comparableText, isStorableText } from '../../domain/storable-text.ts';
import { writeAudit } from '../../store/postgres/audit/audit.ts';
import { unchanged } from '../../store/postgres/packages/catalog.ts';
import { deleteTag, setTag as writeTag } from '../../store/postgres/packages/tags.ts';
import type { Transaction } from '../../store/postgres/pool.ts';
import { findRelease } from '../../store/postgres/releases/releases.ts';
import { afterChange, type AfterChange } from './after-change.ts';
import { getPackageToChange, type Named, type Subject, addressOf, versionKeyOf } from './find.ts';
import { assertMount } from './mount.ts';
import type { Platform } from '../platform.ts';
import { auditTarget } from './audit-target.ts';

/** The most tags of one answer; clients request further pages. */
const maxTags = answerLimits.tags.count;

export interface Tag {
  name: string;
  /** The version of a readable release. */
  version: string;
}

/** Tags in byte order, at most 10,000 per answer. @throws DomainError `not_found` */
export async function listTags(
  platform: Pick<Platform, 'pool' | 'reads'>,
  caller: Caller,
  named: Named,
  page: { after?: string; limit?: number } = {},
): Promise<{ tags: readonly Tag[]; hasMore: boolean }> {
  await assertMount(platform, caller);
  const limit = Math.min(page.limit ?? maxTags, maxTags);
  const key = { ...addressOf(named), after: comparableText(page.after ?? ''), limit: limit + 1 };
  const found = await platform.reads.tags(key, caller.actor);
  await assertMount(platform, caller, found?.repositorySlug);
  if (!found) throw notFound('package');
  return { tags: found.tags.slice(0, limit), hasMore: found.tags.length > limit };
}

/** The release of the tag; undefined when the package, tag or release is missing or hidden. */
export async function findTag(
  platform: Pick<Platform, 'pool' | 'reads'>,
  caller: Caller,
  named: Named,
  tag: string,
): Promise<string | undefined> {
  await assertMount(platform, caller);
  if (!isStorableText(tag)) return undefined;
  const key = { ...addressOf(named), tag };
  const found = await platform.reads.taggedVersion(key, caller.actor);
  await assertMount(platform, caller, found?.repositorySlug);
  return found?.version;
}

/**
 * Sets tags in one transaction. Idempotent.
 * @throws DomainError `unauthenticated`, `insufficient_scope`, `not_found`, `forbidden`, `validation_failed`,
 * `invalid_state` for a version that is not published
 */
export async function setTags(
  platform: Pick<Platform, 'pool' | 'catalog' | AfterChange>,
  caller: Caller,
  named: Named,
  tags: string | readonly string[],
  version: string,
): Promise<void> {
  await setTagsOf(
    platform,
    caller,
    await getPackageToChange(platform, caller, named, 'publish'),
    tags,
    version,
  );
}

/** {@link setTags} of a package that the caller may change. */
export async function setTagsOf(
  platform: Pick<Platform, 'catalog' | AfterChange>,
  caller: Caller,
  { ecosystem, pkg }: Subject,
  tags: string | readonly string[],
  version: string,
): Promise<void> {
  const names = [tags].flat();
  if (!names.every(isStorableText)) throw new DomainError('validation_failed', 'the tag can not be stored');
  const versionKey = versionKeyOf(ecosystem, version);
  const move = async (tx: Transaction) => {
    const release = await findRelease(tx, pkg.id, versionKey);
    if (!release) throw notFound('version');
    if (!isReadable(release))
      throw invalidState(`${release.version} is not published: a tag leads to what readers find`);
    let isMoved = false;
    for (const tag of names) {
      if (!(await writeTag(tx, release, tag))) continue;
      isMoved = true;
      await writeAudit(tx, {
        ...auditTarget(caller, pkg, release),
        action: 'tag_set',
        metadata: { ecosystem: pkg.ecosystem, name: pkg.name, tag, version: release.version },
      });
    }
    return isMoved ? undefined : unchanged;
  };
  const result = await platform.catalog.changePackage(pkg.id, move, { movedTags: names });
  if (result !== unchanged) await afterChange(platform, pkg);
}

/** @throws DomainError `unauthenticated`, `insufficient_scope`, `not_found` also for a missing tag, `forbidden` */
export async function removeTag(
  platform: Pick<Platform, 'pool' | 'catalog' | AfterChange>,
  caller: Caller,
  named: Named,
  tag: string,
): Promise<void> {
  await removeTagOf(platform, caller, await getPackageToChange(platform, caller, named, 'publish'), tag);
}

/** {@link removeTag} of a package that the caller may change. */
export async function removeTagOf(
  platform: Pick<Platform, 'catalog' | AfterChange>,
  caller: Caller,
  { pkg }: Subject,
  tag: string,
): Promise<void> {
  const drop = async (tx: Transaction) => {
    const version = isStorableText(tag) ? await deleteTag(tx, pkg.id, tag) : null;
    if (version === null) throw notFound('tag');
    await writeAudit(tx, {
      ...auditTarget(caller, pkg),
      action: 'tag_delete',
      metadata: { ecosystem: pkg.ecosystem, name: pkg.name, tag, version },
    });
  };
  await platform.catalog.changePackage(pkg.id, drop, { movedTags: [tag] });
  await afterChange(platform, pkg);
}
