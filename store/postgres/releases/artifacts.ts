import type { PackageAddress } from '../../../domain/package-address.ts';
import { isAt } from '../packages/address.ts';
import { archiveFormats } from '../../../domain/archive.ts';
import { z } from 'zod';
import type { ArchiveFormat } from '../../../domain/archive.ts';
import type { Digests } from '../../../domain/digest.ts';
import { Visibility } from '../../../domain/visibility.ts';
import { newId } from '../ids.ts';
import { type Queryable, sql } from '../pool.ts';

export interface NewArtifact extends Digests {
  releaseId: string;
  kind: string;
  filename: string;
  contentType: string;
  sizeBytes: number;
  /** How the file is packed; absent for a file that was extracted from another. */
  format?: ArchiveFormat;
  /** Name of the file that contained this one. */
  extractedFrom?: string;
  /** User id of the uploader. */
  uploadedBy?: string;
  /** Whether the sender declared a signature. */
  isSigned?: boolean;
  signatureKeyId?: string | null;
  /** The ecosystem's own metadata. */
  metadata?: unknown;
}

/**
 * Adds the blob to the inventory and locks its row until the transaction ends, so that the collector can't remove
 * bytes that are about to be used. Outside a transaction it only adds the blob: see `placeBlobs`. Null during its
 * removal.
 */
export async function holdBlob(db: Queryable, sha256: string, sizeBytes: number): Promise<BlobHold | null> {
  const held = await db.maybeOne(sql.type(Incarnation)`
    insert into blobs (sha256, size_bytes, incarnation) values (${sha256}, ${sizeBytes}, ${newId()})
    on conflict (sha256) do update set touched_at = now() where blobs.leaving_at is null
    returning blobs.incarnation`);
  return held && { sha256, incarnation: held.incarnation };
}

const Incarnation = z.object({ incarnation: z.string().nullable() });

/** A blob as read or stored at one time: a blob that was removed and stored again has another incarnation. */
export interface BlobHold {
  sha256: string;
  incarnation: string | null;
}

/**
 * Locks the blob's row until the transaction ends, so that the collector can't remove its bytes. False if it has
 * removed them.
 */
export async function keepBlob(tx: Queryable, { sha256, incarnation }: BlobHold): Promise<boolean> {
  const kept = await tx.maybeOne(sql.type(Incarnation)`
    update blobs set touched_at = now()
    where blobs.sha256 = ${sha256} and blobs.incarnation is not distinct from ${incarnation}::uuid
      and blobs.leaving_at is null
    returning blobs.incarnation`);
  return kept !== null;
}

/** Inserts a row; a retried step finds its row and changes nothing. */
export async function insertArtifact(db: Queryable, artifact: NewArtifact): Promise<void> {
  await db.query(sql.typeAlias('void')`
    insert into artifacts (id, release_id, kind, filename, content_type, size_bytes, sha256, sha512, sha1, md5,
      format, metadata, extracted_from, uploaded_by, is_signed, signature_key_id)
    values (${newId()}, ${artifact.releaseId}, ${artifact.kind}, ${artifact.filename},
      ${artifact.contentType}, ${artifact.sizeBytes}, ${artifact.sha256}, ${artifact.sha512},
      ${artifact.sha1}, ${artifact.md5}, ${artifact.format ?? null}, ${jsonOf(artifact.metadata)},
      ${artifact.extractedFrom ?? null}, ${artifact.uploadedBy ?? null}, ${artifact.isSigned ?? false},
      ${artifact.signatureKeyId ?? null})
    on conflict (release_id, filename) do nothing`);
}

/** Stores the facts that the ecosystem has read from an opened file. */
export async function describeArtifact(
  db: Queryable,
  releaseId: string,
  filename: string,
  metadata: unknown,
): Promise<void> {
  await db.query(sql.typeAlias('void')`
    update artifacts set metadata = ${jsonOf(metadata)}
    where artifacts.release_id = ${releaseId} and artifacts.filename = ${filename}`);
}

/** The type of `sql.jsonb` accepts only JSON of limited depth. */
function jsonOf(value: unknown) {
  return value === undefined || value === null
    ? sql.fragment`null`
    : sql.fragment`${JSON.stringify(value)}::jsonb`;
}

const SignedFile = z.object({ filename: z.string(), signatureKeyId: z.string().nullable() });

/** Signed files of a release: declared by their uploader, or with a signature in a separate file. */
export async function listSignedFiles(
  db: Queryable,
  releaseId: string,
): Promise<readonly z.infer<typeof SignedFile>[]> {
  return db.any(sql.type(SignedFile)`
    select artifacts.filename, artifacts.signature_key_id from artifacts
    where artifacts.release_id = ${releaseId}
      and (artifacts.is_signed or exists (select from artifacts as others
        where others.release_id = artifacts.release_id and others.kind in ('signature', 'attestation')
          and starts_with(others.filename, artifacts.filename || '.')))`);
}

/** The digests of the newest files, newest first. */
export async function listNewestFiles(db: Queryable, limit: number): Promise<readonly string[]> {
  return db.anyFirst(sql.type(z.object({ sha256: z.string() }))`
    select artifacts.sha256 from artifacts order by artifacts.id desc limit ${limit}`);
}

const StoredFile = z.object({
  kind: z.string(),
  filename: z.string(),
  format: z.enum(archiveFormats),
  sizeBytes: z.number(),
  sha256: z.string(),
  sha512: z.string(),
  sha1: z.string(),
  md5: z.string(),
});
export type StoredFile = z.infer<typeof StoredFile>;

/** The release's own files, by name, without extracts, which have no format. */
export async function listStoredFiles(db: Queryable, releaseId: string): Promise<readonly StoredFile[]> {
  return db.any(sql.type(StoredFile)`
    select artifacts.kind, artifacts.filename, artifacts.format, artifacts.size_bytes, artifacts.sha256,
      artifacts.sha512, artifacts.sha1, artifacts.md5
    from artifacts where artifacts.release_id = ${releaseId} and artifacts.format is not null
    order by artifacts.filename collate "C"`);
}

const ServedFile = z.object({
  packageId: z.string(),
  releaseId: z.string(),
  contentType: z.string(),
  sizeBytes: z.number(),
  sha256: z.string(),
  sha512: z.string(),
  sha1: z.string(),
  md5: z.string(),
  kind: z.string(),
  filename: z.string(),
  uploadedAt: z.date(),
  yankedAt: z.date().nullable(),
  visibility: Visibility,
  repositoryVisibility: Visibility,
  repositorySlug: z.string(),
  readableReleases: z.number(),
  repositoryId: z.string(),
  namespaceId: z.string().nullable(),
  ownerUserId: z.string().nullable(),
  ownerOrgId: z.string().nullable(),
});

/** A file of a readable release with the facts that determine its readers. */
export type ServedFile = z.infer<typeof ServedFile>;

/** The download path on a cache miss: one query over unique keys. */
export async function findServedFile(
  db: Queryable,
  key: PackageAddress & { versionKey: string; filename: string },
): Promise<ServedFile | null> {
  return db.maybeOne(sql.type(ServedFile)`
    select packages.id as package_id, releases.id as release_id, artifacts.content_type,
      artifacts.size_bytes, artifacts.sha256, artifacts.sha512, artifacts.sha1, artifacts.md5, artifacts.kind,
      artifacts.filename, artifacts.uploaded_at, releases.yanked_at, packages.visibility, packages.readable_releases,
      repositories.visibility as repository_visibility,
      repositories.slug as repository_slug, packages.repository_id, packages.namespace_id,
      repositories.owner_user_id, repositories.owner_org_id
    from packages
    join repositories on repositories.id = packages.repository_id
    join releases on releases.package_id = packages.id
    join artifacts on artifacts.release_id = releases.id
    where ${isAt(key)}
      and releases.version_key = ${key.versionKey} and releases.state = 'published'
      and artifacts.filename = ${key.filename}`);
}
