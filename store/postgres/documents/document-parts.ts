import { z } from 'zod';
import {
  type EntryList,
  isEntryList,
  type RenderedFrame,
  type RenderedPart,
} from '../../../domain/document.ts';
import type { EcosystemId } from '../../../domain/ecosystem-id.ts';
import type { Segment } from '../../../domain/segments.ts';
import { bytesOf, type Queryable, sql } from '../pool.ts';

const rowsPerStatement = 64;

interface PackageRef {
  id: string;
  ecosystem: EcosystemId;
}

const Segments = z.object({ segments: z.string() });

/** JSON of the stored parts of a package: position, basis and stamps, in order. */
export async function listSegments(db: Queryable, packageId: string): Promise<string> {
  const { segments } = await db.one(sql.type(Segments)`
    select coalesce(json_agg(
      json_build_array(document_segments.position, document_segments.basis, document_segments.stamps)
      order by document_segments.position), '[]')::text as segments
    from document_segments where document_segments.package_id = ${packageId}`);
  return segments;
}

/** Deletes the entries of the given segments, which are obsolete or will be rewritten. */
export async function deleteSegments(
  db: Queryable,
  { id, ecosystem }: PackageRef,
  positions: readonly number[] | 'all',
): Promise<void> {
  const at = (table: 'document_segments' | 'document_parts') =>
    positions === 'all'
      ? sql.fragment``
      : sql.fragment` and ${sql.identifier([table, 'position'])} = any(${sql.array([...positions], 'int8')})`;
  await db.query(sql.typeAlias('void')`
    with segments as (
      delete from document_segments where document_segments.package_id = ${id}${at('document_segments')})
    delete from document_parts using documents
    where documents.package_id = ${id} and documents.version_key is null
      and document_parts.ecosystem = ${ecosystem} and document_parts.path = documents.path${at('document_parts')}`);
}

export async function insertSegments(
  db: Queryable,
  packageId: string,
  basis: string,
  segments: readonly Segment[],
): Promise<void> {
  for (let start = 0; start < segments.length; start += rowsPerStatement) {
    const rows = segments
      .slice(start, start + rowsPerStatement)
      .map(
        ({ position, stamps }) =>
          sql.fragment`(${packageId}::uuid, ${position}::bigint, ${basis}, ${sql.array([...stamps], 'int8')})`,
      );
    await db.query(sql.typeAlias('void')`
      insert into document_segments (package_id, position, basis, stamps) values ${sql.join(rows, sql.fragment`, `)}`);
  }
}

/** Position of a document's own text, which is the only part of its piece. */
const alone = 0;

interface PlacedPart {
  path: string;
  piece: number;
  position: number;
  separator: string;
  part: RenderedPart;
}

/** Saves the documents of these frames, with their own texts; new documents have no entries yet. */
export async function saveFrames(
  db: Queryable,
  pkg: PackageRef,
  frames: readonly RenderedFrame[],
): Promise<void> {
  if (frames.length === 0) return;
  const rows = frames.map(
    ({ path, contentType }) => sql.fragment`(${pkg.ecosystem}, ${path}, ${pkg.id}::uuid, ${contentType}, '')`,
  );
  await db.query(sql.typeAlias('void')`
    insert into documents (ecosystem, path, package_id, content_type, etag)
    values ${sql.join(rows, sql.fragment`, `)}
    on conflict (ecosystem, path) do nothing`);
  const texts = frames.flatMap(({ path, pieces }) =>
    pieces.flatMap((part, piece): PlacedPart[] =>
      isEntryList(part) ? [] : [{ path, piece, position: alone, separator: '', part }],
    ),
  );
  await saveParts(db, pkg, texts);
}

export interface PlacedEntries extends EntryList {
  position: number;
  part: RenderedPart;
}

/** Saves entries into every document that contains their list. */
export async function saveEntries(
  db: Queryable,
  pkg: PackageRef,
  frames: readonly RenderedFrame[],
  entries: readonly PlacedEntries[],
): Promise<void> {
  const places = frames.flatMap(({ path, pieces }) =>
    pieces.flatMap((piece, index) => (isEntryList(piece) ? [{ path, piece: index, ...piece }] : [])),
  );
  const parts = entries.flatMap(({ list, separator, position, part }) =>
    places
      .filter((place) => place.list === list && place.separator === separator)
      .map(({ path, piece }) => ({ path, piece, position, separator, part })),
  );
  await saveParts(db, pkg, parts);
}

async function saveParts(
  db: Queryable,
  { ecosystem }: PackageRef,
  parts: readonly PlacedPart[],
): Promise<void> {
  for (let start = 0; start < parts.length; start += rowsPerStatement) {
    const rows = parts.slice(start, start + rowsPerStatement).map(
      ({ path, piece, position, separator, part }) => sql.fragment`
        (${ecosystem}, ${path}, ${piece}::smallint, ${position}::bigint, ${separator},
          ${sql.binary(bytesOf(part.digest))}::bytea, ${sql.binary(bytesOf(part.body))}::bytea,
          ${sql.binary(bytesOf(part.deflated))}::bytea)`,
    );
    await db.query(sql.typeAlias('void')`
      insert into document_parts (ecosystem, path, piece, position, separator, digest, body, deflated)
      values ${sql.join(rows, sql.fragment`, `)}
      on conflict (ecosystem, path, piece, position) do update
      set separator = excluded.separator, digest = excluded.digest, body = excluded.body,
        deflated = excluded.deflated
      where document_parts.digest <> excluded.digest or document_parts.separator <> excluded.separator`);
  }
}

const Longest = z.object({ bytes: z.number() });

/**
 * The length of the longest document in bytes, computed without a join: a document that is too long must not be
 * joined.
 */
export async function measureFrames(
  db: Queryable,
  { ecosystem }: PackageRef,
  frames: readonly RenderedFrame[],
): Promise<number> {
  const paths = sql.array(
    frames.map(({ path }) => path),
    'text',
  );
  const { bytes } = await db.one(sql.type(Longest)`
    select coalesce(max(lengths.bytes), 0) as bytes from (
      select sum(octet_length(document_parts.body) + octet_length(document_parts.separator)) as bytes
      from document_parts
      where document_parts.ecosystem = ${ecosystem} and document_parts.path = any(${paths})
      group by document_parts.path) as lengths`);
  return bytes;
}

/** The last step of a change of parts: sets new ETags and times of documents that differ. */
export async function finishFrames(
  db: Queryable,
  { ecosystem }: PackageRef,
  frames: readonly RenderedFrame[],
): Promise<void> {
  if (frames.length === 0) return;
  const rows = frames.map(({ path, contentType, etag }) => sql.fragment`(${path}, ${contentType}, ${etag})`);
  const paths = sql.array(
    frames.map(({ path }) => path),
    'text',
  );
  await db.query(sql.typeAlias('void')`
    with wanted (path, content_type, algorithm) as (values ${sql.join(rows, sql.fragment`, `)}),
    joined as (
      select parts.path, wanted.content_type,
        case wanted.algorithm
          when 'parts' then encode(sha256(string_agg(parts.digest, ''::bytea order by parts.piece, parts.position)), 'hex')
          when 'md5' then md5(string_agg(parts.body, parts.lead order by parts.piece, parts.position)
            filter (where wanted.algorithm = 'md5'))
          else encode(sha256(string_agg(parts.body, parts.lead order by parts.piece, parts.position)
            filter (where wanted.algorithm = 'sha256')), 'hex')
        end as etag
      from wanted join (${leadingParts(ecosystem, paths)}) as parts on parts.path = wanted.path
      group by parts.path, wanted.content_type, wanted.algorithm)
    update documents
    set content_type = joined.content_type, etag = joined.etag, body = null, gzip_body = null,
      last_modified = ${laterThanBefore}
    from joined
    where documents.ecosystem = ${ecosystem} and documents.path = joined.path
      and (documents.etag <> joined.etag or documents.content_type <> joined.content_type
        or documents.body is not null)`);
}

/**
 * The time of a change, always later than the previous one: clients compare whole seconds, and clocks can be set
 * back.
 */
export const laterThanBefore = sql.fragment`
  greatest(clock_timestamp(), documents.last_modified + interval '1 second')`;

/** The parts of documents, each with the preceding text. */
function leadingParts(ecosystem: EcosystemId, paths: ReturnType<typeof sql.array>) {
  return sql.fragment`
    select document_parts.path, document_parts.piece, document_parts.position, document_parts.digest,
      document_parts.body, document_parts.deflated,
      case when lag(document_parts.piece) over (
        partition by document_parts.path order by document_parts.piece, document_parts.position)
        = document_parts.piece then convert_to(document_parts.separator, 'UTF8') else ''::bytea end as lead
    from document_parts
    where document_parts.ecosystem = ${ecosystem} and document_parts.path = any(${paths})`;
}

/** A subquery for a document in parts: its body, and its compressed blocks without gzip header and trailer. */
export function joinedParts(ecosystem: EcosystemId, path: string) {
  return sql.fragment`
    select string_agg(parts.body, parts.lead order by parts.piece, parts.position) as body,
      string_agg(parts.deflated,
        case when parts.lead = ''::bytea then ''::bytea
          else set_byte(set_byte('\\x000000ffff'::bytea, 1, octet_length(parts.lead)), 3, 255 - octet_length(parts.lead))
            || parts.lead end
        order by parts.piece, parts.position) as deflated
    from (${leadingParts(ecosystem, sql.array([path], 'text'))}) as parts`;
}
