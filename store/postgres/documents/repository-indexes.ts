import { createHash } from 'node:crypto';
import { z } from 'zod';
import { EcosystemId } from '../../../domain/ecosystem-id.ts';
import { bytesOf, type Pool, type Queryable, sql, type Transaction } from '../pool.ts';
import { laterThanBefore } from './document-parts.ts';

/** A document about many packages. */
export interface WideRef {
  ecosystem: EcosystemId;
  /** Path below the ecosystem. */
  path: string;
  /** The repository of its packages; null: packages of the whole registry. */
  repositoryId: string | null;
}

export interface NewWideEntry {
  packageId: string;
  contentType: string;
  keeps: 'every entry' | 'the latest';
  /** Written when the document is created. */
  head: Uint8Array;
  body: Uint8Array;
}

/** The pieces of a document about many packages. */
export const pieces = { head: 0, entries: 1 };

/**
 * Adds an entry in one statement that does not read the document. Other writers of the document wait for the end of
 * the transaction, so entries become visible in order. Packages are locked before documents about many packages, and
 * documents in the byte order of their paths.
 */
export async function writeWideEntry(
  db: Queryable,
  { ecosystem, path, repositoryId }: WideRef,
  { packageId, contentType, keeps, head, body }: NewWideEntry,
): Promise<void> {
  const edition =
    keeps === 'the latest' ? sql.fragment`gen_random_uuid()::text` : sql.fragment`documents.etag`;
  await db.query(sql.typeAlias('void')`
    with document as (
      insert into documents (ecosystem, path, repository_id, content_type, etag, next_position)
      values (${ecosystem}, ${path}, ${repositoryId}, ${contentType}, gen_random_uuid()::text, 2)
      on conflict (ecosystem, path) do update
      set next_position = documents.next_position + 1, etag = ${edition}, content_type = excluded.content_type,
        last_modified = ${laterThanBefore}
      returning documents.ecosystem, documents.path, documents.next_position - 1 as position),
    replaced as (
      delete from document_parts using document
      where ${keeps === 'the latest'} and document_parts.package_id = ${packageId}
        and document_parts.ecosystem = document.ecosystem and document_parts.path = document.path)
    insert into document_parts (ecosystem, path, piece, position, package_id, digest, body)
    select document.ecosystem, document.path, ${pieces.head}::smallint, 0, null::uuid,
      ${sql.binary(digestOf(head))}::bytea, ${sql.binary(bytesOf(head))}::bytea
    from document where document.position = 1
    union all
    select document.ecosystem, document.path, ${pieces.entries}::smallint, document.position, ${packageId}::uuid,
      ${sql.binary(digestOf(body))}::bytea, ${sql.binary(bytesOf(body))}::bytea
    from document`);
}

const Written = z.object({ path: z.string(), body: z.instanceof(Buffer) });

/** The entries of a package since the last rebuild of each document, oldest first. */
export async function listEntries(
  db: Queryable,
  { id, ecosystem }: { id: string; ecosystem: EcosystemId },
): Promise<readonly z.infer<typeof Written>[]> {
  return db.any(sql.type(Written)`
    select document_parts.path, document_parts.body from document_parts
    where document_parts.package_id = ${id} and document_parts.ecosystem = ${ecosystem}
    order by document_parts.position`);
}

/** Locks a document: other writers wait until the transaction ends. */
async function lockWideDocument(
  tx: Transaction,
  { ecosystem, path }: Pick<WideRef, 'ecosystem' | 'path'>,
): Promise<void> {
  await tx.query(sql.typeAlias('void')`
    select from documents
    where documents.ecosystem = ${ecosystem} and documents.path = ${path} and documents.package_id is null
    for no key update`);
}

const Entry = z.object({ packageId: z.string(), nameKey: z.string(), body: z.instanceof(Buffer) });
const Measured = z.object({ packages: z.number(), position: z.number() });
const Reserved = z.object({ position: z.number() });

/** Packages per batch: the packages of the whole document would not fit into memory. */
const packagesAtOnce = 200;

/**
 * Rebuilds a document with one current entry per package, in name order. Concurrent entries are positioned after
 * them: positions are reserved first, and writers wait only during the swap at the end. Readers see the old document
 * until then.
 */
export async function rebuildWideDocument(
  pool: Pool,
  ref: Pick<WideRef, 'ecosystem' | 'path'>,
  { head, compact }: { head: Uint8Array; compact(entries: readonly Uint8Array[]): Uint8Array | null },
): Promise<void> {
  const { ecosystem, path } = ref;
  const first = await reservePositions(pool, ref);
  if (first === null) return;
  await pool.transaction(async (tx) => {
    let position = first;
    for (let after: string | null = null; ;) {
      const rows = await listPackageEntries(tx, ref, { after, before: first });
      const kept = [...Map.groupBy(rows, ({ packageId }) => packageId)].flatMap(([packageId, entries]) => {
        const body = compact(entries.map((entry) => entry.body));
        return body === null ? [] : [{ packageId, body }];
      });
      await insertParts(tx, ref, position, kept);
      position += kept.length;
      after = rows.at(-1)?.nameKey ?? null;
      if (after === null) break;
    }
    await lockWideDocument(tx, ref);
    const replaced = await deleteEntries(tx, ref, 0, first);
    if (replaced === 0) {
      // a later writer has already rebuilt it from the same entries
      await deleteEntries(tx, ref, first, position);
      return;
    }
    await tx.query(sql.typeAlias('void')`
      update document_parts set digest = ${sql.binary(digestOf(head))}::bytea, body = ${sql.binary(bytesOf(head))}::bytea
      where document_parts.ecosystem = ${ecosystem} and document_parts.path = ${path}
        and document_parts.piece = ${pieces.head}::smallint`);
    await tx.query(sql.typeAlias('void')`
      update documents
      set etag = gen_random_uuid()::text, last_modified = ${laterThanBefore},
        measured_from = documents.next_position + ${position - first}
      where documents.ecosystem = ${ecosystem} and documents.path = ${path}`);
  });
}

/**
 * Reserves one position per package in the document, after its last entry: an uncounted package needs at least one
 * entry. Returns the first position; null if the document does not exist.
 */
async function reservePositions(
  pool: Pool,
  { ecosystem, path }: Pick<WideRef, 'ecosystem' | 'path'>,
): Promise<number | null> {
  const measured = await pool.maybeOne(sql.type(Measured)`
    select documents.next_position as position,
      (select count(distinct document_parts.package_id) from document_parts
        where document_parts.ecosystem = documents.ecosystem and document_parts.path = documents.path) as packages
    from documents
    where documents.ecosystem = ${ecosystem} and documents.path = ${path} and documents.package_id is null`);
  if (!measured) return null;
  const reserved = await pool.maybeOne(sql.type(Reserved)`
    with before as (
      select documents.next_position as position from documents
      where documents.ecosystem = ${ecosystem} and documents.path = ${path}
      for no key update)
    update documents
    set next_position = 2 * before.position + ${measured.packages} - ${measured.position}
    from before
    where documents.ecosystem = ${ecosystem} and documents.path = ${path}
    returning before.position`);
  return reserved?.position ?? null;
}

/** Deletes entries from the first position up to the second, exclusive. Returns their number. */
async function deleteEntries(
  db: Queryable,
  { ecosystem, path }: Pick<WideRef, 'ecosystem' | 'path'>,
  from: number,
  to: number,
): Promise<number> {
  const { rowCount } = await db.query(sql.typeAlias('void')`
    delete from document_parts
    where document_parts.ecosystem = ${ecosystem} and document_parts.path = ${path}
      and document_parts.piece = ${pieces.entries}::smallint
      and document_parts.position >= ${from} and document_parts.position < ${to}`);
  return rowCount;
}

async function listPackageEntries(
  db: Queryable,
  { ecosystem, path }: Pick<WideRef, 'ecosystem' | 'path'>,
  { after, before }: { after: string | null; before: number },
) {
  return db.any(sql.type(Entry)`
    with page as (
      select packages.id, packages.name_key from packages
      where packages.ecosystem = ${ecosystem}
        and (${after}::text is null or packages.name_key collate "C" > ${after})
        and exists (
          select from document_parts
          where document_parts.package_id = packages.id and document_parts.ecosystem = ${ecosystem}
            and document_parts.path = ${path} and document_parts.position < ${before})
      order by packages.name_key collate "C" limit ${packagesAtOnce})
    select document_parts.package_id, page.name_key, document_parts.body
    from page join document_parts on document_parts.package_id = page.id
    where document_parts.ecosystem = ${ecosystem} and document_parts.path = ${path}
      and document_parts.position < ${before}
    order by page.name_key collate "C", document_parts.position`);
}

const Grown = z.object({ ecosystem: EcosystemId, path: z.string(), position: z.number() });
const Size = z.object({ entries: z.number(), packages: z.number() });

/**
 * Documents with more than twice as many entries as packages: a rebuild at least halves them. Only documents that
 * have grown enough since their last count are counted.
 */
export async function listOvergrown(
  db: Queryable,
  { fewest, limit }: { fewest: number; limit: number },
): Promise<readonly { ecosystem: EcosystemId; path: string }[]> {
  const grown = await db.any(sql.type(Grown)`
    select documents.ecosystem, documents.path, documents.next_position as position from documents
    where documents.package_id is null
      and documents.next_position > greatest(${fewest}::bigint + 1, coalesce(documents.measured_from, 0))
    order by documents.ecosystem, documents.path`);
  const overgrown: { ecosystem: EcosystemId; path: string }[] = [];
  for (const { position, ...ref } of grown) {
    if (overgrown.length === limit) break;
    const { entries, packages } = await measure(db, ref);
    if (entries > fewest && entries > 2 * packages) overgrown.push(ref);
    else await measureFrom(db, ref, position + Math.max(2 * packages - entries, Math.ceil(entries / 8)));
  }
  return overgrown;
}

async function measure(
  db: Queryable,
  { ecosystem, path }: Pick<WideRef, 'ecosystem' | 'path'>,
): Promise<z.infer<typeof Size>> {
  return db.one(sql.type(Size)`
    select count(*) as entries, count(distinct document_parts.package_id) as packages from document_parts
    where document_parts.ecosystem = ${ecosystem} and document_parts.path = ${path}
      and document_parts.piece = ${pieces.entries}::smallint`);
}

async function measureFrom(
  db: Queryable,
  { ecosystem, path }: Pick<WideRef, 'ecosystem' | 'path'>,
  position: number,
): Promise<void> {
  await db.query(sql.typeAlias('void')`
    update documents set measured_from = ${position}
    where documents.ecosystem = ${ecosystem} and documents.path = ${path} and documents.package_id is null`);
}

/** Inserts entries at consecutive positions. */
async function insertParts(
  db: Queryable,
  { ecosystem, path }: Pick<WideRef, 'ecosystem' | 'path'>,
  first: number,
  parts: readonly { packageId: string; body: Uint8Array }[],
): Promise<void> {
  if (parts.length === 0) return;
  const rows = parts.map(
    ({ packageId, body }, index) => sql.fragment`(${ecosystem}, ${path}, ${pieces.entries}::smallint,
      ${first + index}::bigint, ${packageId}::uuid, ${sql.binary(digestOf(body))}::bytea, ${sql.binary(bytesOf(body))}::bytea)`,
  );
  await db.query(sql.typeAlias('void')`
    insert into document_parts (ecosystem, path, piece, position, package_id, digest, body)
    values ${sql.join(rows, sql.fragment`, `)}`);
}

function digestOf(body: Uint8Array): Buffer {
  return createHash('sha256').update(body).digest();
}
