import type { PackageAddress } from '../../../domain/package-address.ts';
import { isAt } from './address.ts';
import { z } from 'zod';
import { Visibility } from '../../../domain/visibility.ts';
import { type Queryable, sql } from '../pool.ts';

/**
 * Moves tags to a release. A tag that was set after the upload of the release stays: a publish that waited for a
 * person must not move tags back. The caller holds the lock of the package row.
 */
export async function moveTags(
  db: Queryable,
  release: { id: string; packageId: string; uploadedAt: Date },
  names: readonly string[],
): Promise<void> {
  const saidAt = release.uploadedAt.toISOString();
  await db.query(sql.typeAlias('void')`
    insert into dist_tags (package_id, name, release_id, updated_at)
    select ${release.packageId}::uuid, wanted.name, ${release.id}::uuid, ${saidAt}::timestamptz
    from unnest(${sql.array([...new Set(names)], 'text')}) as wanted (name)
    on conflict (package_id, name) do update
    set release_id = excluded.release_id, updated_at = excluded.updated_at
    where dist_tags.updated_at <= excluded.updated_at`);
}

/**
 * Sets the tag and its time, even without a change, so that an older waiting publish does not move it. False if the
 * tag was already on the release.
 */
export async function setTag(
  db: Queryable,
  release: { id: string; packageId: string },
  name: string,
): Promise<boolean> {
  const { isMoved } = await db.one(sql.type(Said)`
    with before as (
      select dist_tags.release_id from dist_tags
      where dist_tags.package_id = ${release.packageId} and dist_tags.name = ${name})
    insert into dist_tags (package_id, name, release_id)
    values (${release.packageId}, ${name}, ${release.id})
    on conflict (package_id, name) do update set release_id = excluded.release_id, updated_at = now()
    returning (select before.release_id from before) is distinct from dist_tags.release_id as is_moved`);
  return isMoved;
}

const Said = z.object({ isMoved: z.boolean() });

/** The version that a readable tag pointed to; null if there is no such tag. */
export async function deleteTag(db: Queryable, packageId: string, name: string): Promise<string | null> {
  const gone = await db.maybeOne(sql.type(Gone)`
    delete from dist_tags using releases
    where dist_tags.package_id = ${packageId} and dist_tags.name = ${name}
      and releases.id = dist_tags.release_id and releases.state = 'published'
    returning releases.version`);
  return gone?.version ?? null;
}

const Gone = z.object({ version: z.string() });

/** Deletes the tags of a release that will never be visible again, so that other releases can use them. */
export async function deleteTagsOf(db: Queryable, releaseId: string): Promise<void> {
  await db.query(sql.typeAlias('void')`
    delete from dist_tags where dist_tags.release_id = ${releaseId}`);
}

/** Whether a tag is usable: tags of a yanked release are kept for its restoration. */
export const tagged = sql.fragment`releases.state = 'published' and not releases.is_yanked`;

const facts = {
  packageId: z.string(),
  visibility: Visibility,
  repositoryVisibility: Visibility,
  repositorySlug: z.string(),
  readableReleases: z.number(),
  repositoryId: z.string(),
  namespaceId: z.string().nullable(),
  ownerUserId: z.string().nullable(),
  ownerOrgId: z.string().nullable(),
};

const factColumns = sql.fragment`
  packages.id as package_id, packages.visibility, packages.readable_releases,
  repositories.visibility as repository_visibility, repositories.slug as repository_slug,
  packages.repository_id, packages.namespace_id, repositories.owner_user_id, repositories.owner_org_id`;

const TagPage = z.object({ ...facts, tags: z.array(z.tuple([z.string(), z.string()])) });

/** A package's tags in byte order with the facts that determine their readers. */
export type TagPage = z.infer<typeof TagPage>;

/** One range of the primary key, for any number of tags. Null if the package does not exist. */
export async function findTagPage(
  db: Queryable,
  key: PackageAddress & { after: string; limit: number },
): Promise<TagPage | null> {
  return db.maybeOne(sql.type(TagPage)`
    select ${factColumns},
      coalesce((
        select jsonb_agg(jsonb_build_array(page.name, page.version) order by page.name)
        from (
          select dist_tags.name, releases.version from dist_tags
          join releases on releases.id = dist_tags.release_id
          where dist_tags.package_id = packages.id and ${tagged}
            and dist_tags.name > ${key.after}
          order by dist_tags.name
          limit ${key.limit}) as page), '[]') as tags
    from packages join repositories on repositories.id = packages.repository_id
    where ${isAt(key)}`);
}

const TaggedVersion = z.object({ ...facts, version: z.string() });

/** The version of a tag, with the same facts. */
export type TaggedVersion = z.infer<typeof TaggedVersion>;

export async function findTaggedVersion(
  db: Queryable,
  key: PackageAddress & { tag: string },
): Promise<TaggedVersion | null> {
  return db.maybeOne(sql.type(TaggedVersion)`
    select ${factColumns}, releases.version
    from packages
    join repositories on repositories.id = packages.repository_id
    join dist_tags on dist_tags.package_id = packages.id
    join releases on releases.id = dist_tags.release_id
    where ${isAt(key)}
      and dist_tags.name = ${key.tag} and ${tagged}`);
}
