import { z } from 'zod';
import { gzipOf } from '../../../domain/deflated-parts.ts';
import type { RenderedDocument } from '../../../domain/document.ts';
import type { EcosystemId } from '../../../domain/ecosystem-id.ts';
import { Visibility } from '../../../domain/visibility.ts';
import { bytesOf, type Queryable, sql } from '../pool.ts';
import { joinedParts, laterThanBefore } from './document-parts.ts';

/** Rows per statement: some protocols change a dozen documents per release, in one round trip. */
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
  repositoryId: z.string(),
  namespaceId: z.string().nullable(),
  ownerUserId: z.string().nullable(),
  ownerOrgId: z.string().nullable(),
});

/** A rendered document with the facts that determine its readers. */
export type StoredDocument = z.infer<typeof StoredDocument>;

const Row = StoredDocument.extend({
  body: z.instanceof(Buffer).nullable(),
  deflated: z.instanceof(Buffer).nullable(),
});

/** The whole read path on a cache miss: one look-up by primary key, and an index range for a document in parts. */
export async function findDocument(
  db: Queryable,
  ecosystem: EcosystemId,
  path: string,
): Promise<StoredDocument | null> {
  const found = await db.maybeOne(sql.type(Row)`
    select documents.package_id, documents.content_type, documents.etag,
      coalesce(documents.body, joined.body) as body, documents.gzip_body, joined.deflated,
      documents.last_modified, packages.visibility, packages.readable_releases,
      repositories.visibility as repository_visibility, repositories.slug as repository_slug,
      packages.repository_id, packages.namespace_id, repositories.owner_user_id, repositories.owner_org_id
    from documents
    join packages on packages.id = documents.package_id
    join repositories on repositories.id = packages.repository_id
    left join lateral (${joinedParts(ecosystem, path)}) as joined on documents.body is null
    where documents.ecosystem = ${ecosystem} and documents.path = ${path}`);
  if (!found) return null;
  const { body: stored, deflated, ...document } = found;
  const body = stored ?? Buffer.alloc(0);
  return { ...document, body, gzipBody: deflated === null ? document.gzipBody : gzipOf(deflated, body) };
}

const EtagRow = z.object({ path: z.string(), etag: z.string() });

const Stored = EtagRow.extend({ isJoined: z.boolean() });

/** The stored documents of a package, for comparison with a new rendering. */
export async function listStored(
  db: Queryable,
  packageId: string,
): Promise<readonly z.infer<typeof Stored>[]> {
  return db.any(sql.type(Stored)`
    select documents.path, documents.etag, documents.body is null as is_joined
    from documents where documents.package_id = ${packageId}`);
}

/** Path and ETag of documents about one of these releases. */
export async function listEtagsOf(
  db: Queryable,
  packageId: string,
  versionKeys: readonly string[],
): Promise<[string, string][]> {
  const stored = await db.any(sql.type(EtagRow)`
    select documents.path, documents.etag from documents
    where documents.package_id = ${packageId}
      and documents.version_key = any(${sql.array([...versionKeys], 'text')})`);
  return stored.map(({ path, etag }) => [path, etag]);
}

/**
 * Writes the differences between a rendering and a package's stored documents. The caller holds the lock of the
 * package row.
 */
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

/** Deletes documents about releases that are no longer visible. */
export async function deleteStrayDocuments(db: Queryable, packageId: string): Promise<void> {
  await db.query(sql.typeAlias('void')`
    delete from documents
    where documents.package_id = ${packageId} and documents.version_key is not null
      and not exists (select from releases
        where releases.package_id = ${packageId} and releases.version_key = documents.version_key
          and releases.state = 'published')`);
}

/** Deletes all documents that are not in the list and not about a single release. */
export async function deleteOtherDocuments(
  db: Queryable,
  packageId: string,
  kept: readonly { path: string }[],
): Promise<void> {
  const paths = kept.map(({ path }) => path);
  await db.query(sql.typeAlias('void')`
    delete from documents
    where documents.package_id = ${packageId} and documents.version_key is null
      and documents.path <> all(${sql.array(paths, 'text')})`);
}

async function writeDocuments(
  db: Queryable,
  pkg: { id: string; ecosystem: EcosystemId },
  changed: readonly RenderedDocument[],
): Promise<void> {
  const rows = changed.map(({ path, contentType, etag, body, gzipBody, versionKey }) => {
    const compressed = gzipBody === null ? null : sql.binary(bytesOf(gzipBody));
    return sql.fragment`(${pkg.ecosystem}, ${path}, ${pkg.id}::uuid, ${contentType}, ${etag},
      ${sql.binary(bytesOf(body))}::bytea, ${compressed}::bytea, ${versionKey}::text)`;
  });
  await db.query(sql.typeAlias('void')`
    insert into documents (ecosystem, path, package_id, content_type, etag, body, gzip_body, version_key)
    values ${sql.join(rows, sql.fragment`, `)}
    on conflict (ecosystem, path) do update
    set package_id = excluded.package_id, content_type = excluded.content_type, etag = excluded.etag,
      body = excluded.body, gzip_body = excluded.gzip_body, version_key = excluded.version_key,
      last_modified = case when documents.etag = excluded.etag then documents.last_modified
        else ${laterThanBefore} end`);
}
