import type { PackageAddress } from '../../../domain/package-address.ts';
import { isAt, isHosted } from '../packages/address.ts';
import { z } from 'zod';
import type { EcosystemId } from '../../../domain/ecosystem-id.ts';
import { Visibility } from '../../../domain/visibility.ts';
import { type Queryable, sql } from '../pool.ts';

const PackageFacts = z.object({
  packageId: z.string(),
  visibility: Visibility,
  readableReleases: z.number(),
  repositoryId: z.string(),
  namespaceId: z.string().nullable(),
  repositoryVisibility: Visibility,
  repositorySlug: z.string(),
  ownerUserId: z.string().nullable(),
  ownerOrgId: z.string().nullable(),
});

const LinkedPart = z.object({
  sha256: z.string(),
  sizeBytes: z.number(),
  /** Whether a readable release of the name refers to the part. */
  isPublished: z.boolean(),
  /** Whether any release that is not removed refers to the part. */
  isReferenced: z.boolean(),
  /** Its uploaders under the name. */
  broughtBy: z.array(z.string()),
  /** Null for a name without a package. */
  package: PackageFacts.nullable(),
});

/** A part of a name with the facts that determine its readers. */
export type LinkedPart = z.infer<typeof LinkedPart>;

interface PartKey {
  ecosystem: EcosystemId;
  nameKey: string;
  digest: string;
}

/** The read path: one query over indexed keys. Null if no user uploaded the part and no release refers to it. */
export async function findLinkedPart(
  db: Queryable,
  key: PackageAddress & { digest: string },
): Promise<LinkedPart | null> {
  return db.maybeOne(sql.type(LinkedPart)`
    select blobs.sha256, blobs.size_bytes,
      used.sha256 is not null and exists (
        select from release_blobs join releases on releases.id = release_blobs.release_id
        where release_blobs.package_id = owner.id and release_blobs.digest = ${key.digest}
          and releases.state = 'published') as is_published,
      used.sha256 is not null and exists (
        select from release_blobs join releases on releases.id = release_blobs.release_id
        where release_blobs.package_id = owner.id and release_blobs.digest = ${key.digest}
          and releases.state in ('published', 'scanning', 'quarantine')) as is_referenced,
      coalesce(brought.people, '{}') as brought_by, owner.facts as package
    from (
      select array_agg(package_blobs.uploaded_by::text) as people, min(package_blobs.sha256) as sha256
      from package_blobs
      where package_blobs.ecosystem = ${key.ecosystem} and package_blobs.name_key = ${key.nameKey}
        and package_blobs.digest = ${key.digest}) as brought
    left join lateral (
      select packages.id, jsonb_build_object('packageId', packages.id, 'visibility', packages.visibility,
        'readableReleases', packages.readable_releases, 'repositoryId', repositories.id, 'namespaceId', packages.namespace_id,
        'repositoryVisibility', repositories.visibility, 'repositorySlug', repositories.slug,
        'ownerUserId', repositories.owner_user_id, 'ownerOrgId', repositories.owner_org_id) as facts
      from packages join repositories on repositories.id = packages.repository_id
      where ${isAt(key)}) as owner on true
    left join lateral (
      select release_blobs.sha256 from release_blobs
      where release_blobs.package_id = owner.id and release_blobs.digest = ${key.digest}
      limit 1) as used on true
    join blobs on blobs.sha256 = coalesce(used.sha256, brought.sha256)`);
}

/** Links the part to the name, as uploaded by this person; a repetition renews the upload time. */
export async function linkPart(
  db: Queryable,
  part: PartKey & { sha256: string; sizeBytes: number; uploadedBy: string },
): Promise<void> {
  await db.query(sql.typeAlias('void')`
    insert into package_blobs (ecosystem, name_key, digest, sha256, size_bytes, uploaded_by)
    values (${part.ecosystem}, ${part.nameKey}, ${part.digest}, ${part.sha256}, ${part.sizeBytes},
      ${part.uploadedBy})
    on conflict (ecosystem, name_key, digest, uploaded_by) do update
    set linked_at = now(), idle_since = null`);
}

const Touched = z.object({ sizeBytes: z.number() });

/**
 * Locks a blob's row until the transaction ends, so that the collector can't remove its bytes meanwhile. Null if the
 * blob is already removed: unlike `holdBlob` this does not restore it.
 */
export async function touchBlob(db: Queryable, sha256: string): Promise<number | null> {
  const row = await db.maybeOne(sql.type(Touched)`
    update blobs set touched_at = now()
    where blobs.sha256 = ${sha256} and blobs.leaving_at is null returning blobs.size_bytes`);
  return row?.sizeBytes ?? null;
}

const Digest = z.object({ digest: z.string() });

/** The digests that the person's next release of the name may refer to: the rule of `linkParts`. */
export async function listUsableParts(
  db: Queryable,
  name: { ecosystem: EcosystemId; nameKey: string; packageId: string | null; userId: string },
  digests: readonly string[],
): Promise<ReadonlySet<string>> {
  const wanted = sql.array([...digests], 'text');
  // publishers of an existing package may use the parts of every uploader
  const broughtBy = name.packageId === null ? sql.fragment`and uploaded_by = ${name.userId}` : sql.fragment``;
  const rows = await db.any(sql.type(Digest)`
    select package_blobs.digest from package_blobs
    where package_blobs.ecosystem = ${name.ecosystem} and package_blobs.name_key = ${name.nameKey}
      and package_blobs.digest = any(${wanted}) ${broughtBy}
    union
    select release_blobs.digest from release_blobs
    where release_blobs.package_id = ${name.packageId}::uuid and release_blobs.digest = any(${wanted})`);
  return new Set(rows.map(({ digest }) => digest));
}

const PlacedPart = z.object({ nameKey: z.string() });

/** Names of the ecosystem with this part; names with readable releases and the person's own names come first. */
export async function listNamesWithPart(
  db: Queryable,
  part: { ecosystem: EcosystemId; digest: string; userId: string },
  limit: number,
): Promise<readonly string[]> {
  const rows = await db.any(sql.type(PlacedPart)`
    (select package_blobs.name_key from package_blobs
      where package_blobs.ecosystem = ${part.ecosystem} and package_blobs.digest = ${part.digest}
        and package_blobs.uploaded_by = ${part.userId}
      limit ${limit})
    union
    (select distinct packages.name_key from release_blobs
      join packages on packages.id = release_blobs.package_id
      join releases on releases.id = release_blobs.release_id
      where packages.ecosystem = ${part.ecosystem} and ${isHosted} and release_blobs.digest = ${part.digest}
        and releases.state = 'published' and packages.visibility <> 'quarantined'
      limit ${limit})`);
  return rows.map(({ nameKey }) => nameKey);
}

const Answer = z.object({ isThere: z.boolean() });

/** Whether a person has a part of the name, or is uploading one. */
export async function hasPartOf(
  db: Queryable,
  { ecosystem, nameKey, uploadedBy }: { ecosystem: EcosystemId; nameKey: string; uploadedBy: string },
): Promise<boolean> {
  const { isThere } = await db.one(sql.type(Answer)`
    select exists (
      select from package_blobs
      where package_blobs.ecosystem = ${ecosystem} and package_blobs.name_key = ${nameKey}
        and package_blobs.uploaded_by = ${uploadedBy})
      or exists (
      select from blob_uploads
      where blob_uploads.ecosystem = ${ecosystem} and blob_uploads.name_key = ${nameKey}
        and blob_uploads.uploaded_by = ${uploadedBy}) as is_there`);
  return isThere;
}

/**
 * Removes the links of the part to the name, those of this person or of all (`null`), unless a release of the name
 * that is not removed refers to it. Returns the number of removed links.
 */
export async function unlinkPart(
  db: Queryable,
  key: PartKey & { packageId: string | null; broughtBy: string | null },
): Promise<number> {
  const gone = await db.any(sql.type(Digest)`
    delete from package_blobs
    where package_blobs.ecosystem = ${key.ecosystem} and package_blobs.name_key = ${key.nameKey}
      and package_blobs.digest = ${key.digest}
      and (${key.broughtBy}::uuid is null or package_blobs.uploaded_by = ${key.broughtBy}::uuid)
      and not exists (
        select from release_blobs join releases on releases.id = release_blobs.release_id
        where release_blobs.package_id = ${key.packageId}::uuid and release_blobs.digest = ${key.digest}
          and releases.state in ('published', 'scanning', 'quarantine'))
    returning package_blobs.digest`);
  return gone.length;
}
