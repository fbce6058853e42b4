import { z } from 'zod';
import type { RenderedDocument } from '../../../domain/document.ts';
import type { EcosystemId } from '../../../domain/ecosystem-id.ts';
import { Visibility } from '../../../domain/visibility.ts';
import { type Queryable, sql } from '../pool.ts';

/** Some protocols change a dozen documents per release: one round trip for all of them. */
const rowsPerStatement = 32;

const StoredDocument = z.object({
  packageId: z.string(),
  contentType: z.string(),
  etag: z.string(),
  body: z.instanceof(Buffer),
  gzipBody: z.instanceof(Buffer).nullable(),
  lastModified: z.date(),
  visibility: Visibility,
  repositoryVisibility: Visibility,
  repositorySlug: z.string(),
  readableReleases: z.number(),
  ownerUserId: z.string().nullable(),
  ownerOrgId: z.string().nullable(),
});

/** A rendered document with the facts that decide who may read it. */
export type StoredDocument = z.infer<typeof StoredDocument>;

/** The whole read path on a cache miss: one look-up by primary key. */
export async function findDocument(
  db: Queryable,
  ecosystem: EcosystemId,
  path: string,
): Promise<StoredDocument | null> {
  return db.maybeOne(sql.type(StoredDocument)`
    select documents.package_id, documents.content_type, documents.etag, documents.body,
      documents.gzip_body, documents.last_modified, packages.visibility, packages.readable_releases,
      repositories.visibility as repository_visibility, repositories.slug as repository_slug,
      repositories.owner_user_id, repositories.owner_org_id
    from documents
    join packages on packages.id = documents.package_id
    join repositories on repositories.id = packages.repository_id
    where documents.ecosystem = ${ecosystem} and documents.path = ${path}`);
}

const EtagRow = z.object({ path: z.string(), etag: z.string() });

/** What is stored of a package, so that only what differs is made into rows: path and ETag. */
export async function listEtags(db: Queryable, packageId: string): Promise<[string, string][]> {
  const stored = await db.any(sql.type(EtagRow)`
    select documents.path, documents.etag from documents where documents.package_id = ${packageId}`);
  return stored.map(({ path, etag }) => [path, etag]);
}

/** What a rendering changes of the stored documents of a package. The caller holds the package row's lock. */
export async function saveDocuments(
  db: Queryable,
  pkg: { id: string; ecosystem: EcosystemId },
  { changed, gone }: { changed: readonly RenderedDocument[]; gone: readonly string[] },
): Promise<void> {
  for (let start = 0; start < changed.length; start += rowsPerStatement) {
    await writeDocuments(db, pkg, changed.slice(start, start + rowsPerStatement));
  }
  if (gone.length > 0) {
    await db.query(sql.typeAlias('void')`
      delete from documents where documents.ecosystem = ${pkg.ecosystem}
        and documents.package_id = ${pkg.id} and documents.path = any(${sql.array([...gone], 'text')})`);
  }
}

async function writeDocuments(
  db: Queryable,
  pkg: { id: string; ecosystem: EcosystemId },
  changed: readonly RenderedDocument[],
): Promise<void> {
  const rows = changed.map(({ path, contentType, etag, body, gzipBody }) => {
    const compressed = gzipBody === null ? null : sql.binary(bytesOf(gzipBody));
    return sql.fragment`(${pkg.ecosystem}, ${path}, ${pkg.id}::uuid, ${contentType}, ${etag},
      ${sql.binary(bytesOf(body))}::bytea, ${compressed}::bytea)`;
  });
  await db.query(sql.typeAlias('void')`
    insert into documents (ecosystem, path, package_id, content_type, etag, body, gzip_body)
    values ${sql.join(rows, sql.fragment`, `)}
    on conflict (ecosystem, path) do update
    set package_id = excluded.package_id, content_type = excluded.content_type, etag = excluded.etag,
      body = excluded.body, gzip_body = excluded.gzip_body, last_modified = now()`);
}

/** The same memory, as the driver takes it. */
function bytesOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
