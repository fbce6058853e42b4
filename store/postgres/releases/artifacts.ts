import { z } from 'zod';
import type { Digests } from '../../../domain/digest.ts';
import type { EcosystemId } from '../../../domain/ecosystem-id.ts';
import { Visibility } from '../../../domain/visibility.ts';
import { newId } from '../ids.ts';
import { type Queryable, sql } from '../pool.ts';

export interface NewArtifact extends Digests {
  releaseId: string;
  kind: string;
  filename: string;
  contentType: string;
  sizeBytes: number;
}

/**
 * Enters the blob into the inventory and locks its row until the transaction ends, so that the cleaner
 * can't remove bytes that are being taken into use. Put the bytes in place before committing.
 */
export async function holdBlob(db: Queryable, sha256: string, sizeBytes: number): Promise<void> {
  await db.query(sql.typeAlias('void')`
    insert into blobs (sha256, size_bytes) values (${sha256}, ${sizeBytes})
    on conflict (sha256) do update set touched_at = now()`);
}

/** A retried step finds its row there and changes nothing. */
export async function insertArtifact(db: Queryable, artifact: NewArtifact): Promise<void> {
  await db.query(sql.typeAlias('void')`
    insert into artifacts (id, release_id, kind, filename, content_type, size_bytes, sha256, sha512, sha1, md5)
    values (${newId()}, ${artifact.releaseId}, ${artifact.kind}, ${artifact.filename},
      ${artifact.contentType}, ${artifact.sizeBytes}, ${artifact.sha256}, ${artifact.sha512},
      ${artifact.sha1}, ${artifact.md5})
    on conflict (release_id, filename) do nothing`);
}

const ServedFile = z.object({
  packageId: z.string(),
  releaseId: z.string(),
  contentType: z.string(),
  sizeBytes: z.number(),
  sha256: z.string(),
  kind: z.string(),
  filename: z.string(),
  uploadedAt: z.date(),
  visibility: Visibility,
  repositoryVisibility: Visibility,
  repositorySlug: z.string(),
  readableReleases: z.number(),
  repositoryId: z.string(),
  namespaceId: z.string().nullable(),
  ownerUserId: z.string().nullable(),
  ownerOrgId: z.string().nullable(),
});

/** A file of a readable release with the facts that decide who may read it. */
export type ServedFile = z.infer<typeof ServedFile>;

/** The download path on a cache miss: one query over unique keys. */
export async function findServedFile(
  db: Queryable,
  key: { ecosystem: EcosystemId; nameKey: string; versionKey: string; filename: string },
): Promise<ServedFile | null> {
  return db.maybeOne(sql.type(ServedFile)`
    select packages.id as package_id, releases.id as release_id, artifacts.content_type,
      artifacts.size_bytes, artifacts.sha256, artifacts.kind, artifacts.filename, artifacts.uploaded_at,
      packages.visibility, packages.readable_releases, repositories.visibility as repository_visibility,
      repositories.slug as repository_slug, packages.repository_id, packages.namespace_id,
      repositories.owner_user_id, repositories.owner_org_id
    from packages
    join repositories on repositories.id = packages.repository_id
    join releases on releases.package_id = packages.id
    join artifacts on artifacts.release_id = releases.id
    where packages.ecosystem = ${key.ecosystem} and packages.name_key = ${key.nameKey}
      and releases.version_key = ${key.versionKey} and releases.state = 'published'
      and artifacts.filename = ${key.filename}`);
}
