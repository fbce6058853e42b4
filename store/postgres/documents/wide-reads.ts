import type { FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { isShownToReadersOf, Visibility } from '../../../domain/visibility.ts';
import { type Queryable, sql } from '../pool.ts';
import { pieces, type WideRef } from './repository-indexes.ts';

const Standing = z.object({
  contentType: z.string(),
  /** Changes unless a document only grows at its end. */
  edition: z.string(),
  /** The position of the last part. */
  position: z.number(),
  /** The last time that packages were added or removed without an entry. */
  renewedAt: z.date().nullable(),
});
const Read = Standing.extend({ body: z.instanceof(Buffer).nullable() });
type WideRead = z.infer<typeof Read>;

type WantedRef = Pick<WideRef, 'ecosystem' | 'path'> & { order: 'time' | 'name' };

const standing = sql.fragment`documents.content_type, documents.etag as edition,
  documents.next_position - 1 as position, documents.renewed_at`;

/** The pairs of repository visibility and package visibility that readers of the repository see. */
const shownPairs = Visibility.options.flatMap((repository) =>
  Visibility.options
    .filter((pkg) => isShownToReadersOf(repository, pkg))
    .map((pkg) => sql.fragment`(${repository}, ${pkg})`),
);

/** Parts of a document about many packages that its readers may see. */
const shown = sql.fragment`
  document_parts.package_id is null
  or packages.readable_releases > 0 and case
    when documents.repository_id is null then packages.visibility = 'public' and repositories.visibility = 'public'
    else packages.repository_id = documents.repository_id
      and (repositories.visibility, packages.visibility) in (${sql.join(shownPairs, sql.fragment`, `)})
  end`;

/**
 * The bytes of a document after those that the reader has; the whole document for a reader without it or with another
 * edition. Most readers are up to date, which costs one row for a document of any length.
 */
export async function readWideDocument(
  db: Queryable,
  ref: WantedRef,
  { edition, position }: { edition: string; position: number },
): Promise<WideRead | null> {
  const now = await db.maybeOne(sql.type(Standing)`
    select ${standing} from documents
    where documents.ecosystem = ${ref.ecosystem} and documents.path = ${ref.path} and documents.package_id is null`);
  if (now?.edition !== edition) return now && readParts(db, ref, sql.fragment`true`, sql.fragment`true`);
  if (now.position === position) return { ...now, body: null };
  // both bounds, so that the planner estimates few rows and reads no other package
  const added = sql.fragment`document_parts.piece = ${pieces.entries}
    and document_parts.position > ${position} and document_parts.position <= ${now.position}`;
  const read = await readParts(db, ref, sql.fragment`documents.etag = ${edition}`, added);
  // rebuilt in between
  if (!read) return readParts(db, ref, sql.fragment`true`, sql.fragment`true`);
  return { ...read, position: now.position };
}

/** Null if the document does not exist. */
async function readParts(
  db: Queryable,
  { ecosystem, path, order }: WantedRef,
  isWanted: FragmentSqlToken,
  isNew: FragmentSqlToken,
): Promise<WideRead | null> {
  const name = order === 'name' ? sql.fragment`packages.name_key` : sql.fragment`null::text`;
  return db.maybeOne(sql.type(Read)`
    select ${standing},
      (select string_agg(parts.body, ''::bytea order by parts.piece, parts.name, parts.position)
        from (
          select document_parts.body, document_parts.piece, document_parts.position,
            ${name} collate "C" as name
          from document_parts
          left join packages on packages.id = document_parts.package_id
          left join repositories on repositories.id = packages.repository_id
          where document_parts.ecosystem = documents.ecosystem and document_parts.path = documents.path
            and ${isNew} and (${shown})) as parts) as body
    from documents
    where documents.ecosystem = ${ecosystem} and documents.path = ${path} and documents.package_id is null
      and ${isWanted}`);
}
