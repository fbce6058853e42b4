import { z } from 'zod';
import { EcosystemId } from '../../../domain/ecosystem-id.ts';
import { Visibility } from '../../../domain/visibility.ts';
import { type Queryable, sql } from '../pool.ts';

const SearchEntry = z.object({
  packageId: z.string(),
  version: z.number(),
  ecosystem: EcosystemId,
  name: z.string(),
  nameKey: z.string(),
  visibility: Visibility,
  repositoryId: z.string().nullable(),
  namespaceId: z.string().nullable(),
  ownerUserId: z.string().nullable(),
  ownerOrgId: z.string().nullable(),
  ownerName: z.string(),
  orgSlug: z.string().nullable(),
  repositorySlug: z.string(),
  description: z.string().nullable(),
  keywords: z.array(z.string()),
  license: z.string().nullable(),
  latestVersion: z.string().nullable(),
  downloadCount: z.number(),
  versionDownloads: z.record(z.string(), z.number()),
  facets: z.array(z.string()),
  fields: z.record(z.string(), z.array(z.string())),
  payload: z.record(z.string(), z.unknown()),
  haystack: z.string(),
  updatedAt: z.date(),
  /** Like `updatedAt`, with microseconds. */
  updatedMicros: z.number(),
});
/** A row of `search_documents`, as external engines copy it. */
export type SearchEntry = z.infer<typeof SearchEntry>;

const columns = sql.fragment`search_documents.package_id, search_documents.version, search_documents.ecosystem,
  search_documents.name, search_documents.name_key, search_documents.visibility, search_documents.repository_id,
  search_documents.namespace_id, search_documents.owner_user_id, search_documents.owner_org_id,
  search_documents.owner_name, search_documents.org_slug, search_documents.repository_slug,
  search_documents.description, search_documents.keywords, search_documents.license, search_documents.latest_version,
  search_documents.download_count, search_documents.version_downloads, search_documents.facets,
  search_documents.fields, search_documents.payload, search_documents.haystack, search_documents.updated_at,
  (extract(epoch from search_documents.updated_at) * 1000000)::bigint as updated_micros`;

/** The next entries by package id; an empty `after` sorts before all ids. */
export async function listEntries(
  db: Queryable,
  after: string,
  limit: number,
): Promise<readonly SearchEntry[]> {
  return db.any(sql.type(SearchEntry)`
    select ${columns} from search_documents
    where ${after} = '' or search_documents.package_id > ${after === '' ? null : after}::uuid
    order by search_documents.package_id limit ${limit}`);
}

export async function countEntries(db: Queryable): Promise<number> {
  return db.oneFirst(sql.typeAlias('count')`select count(*) as count from search_documents`);
}

const Change = z.object({ packageId: z.string(), version: z.number(), hides: z.boolean() });

/** `entry`: null if the package has none any more. */
interface SearchChange extends z.infer<typeof Change> {
  entry: SearchEntry | null;
}

/**
 * The changes that an engine lacks, oldest first. An entry can be newer than its change: it has its own version, and
 * a later change for that version follows.
 */
export async function listSearchChanges(db: Queryable, limit: number): Promise<readonly SearchChange[]> {
  const changes = await db.any(sql.type(Change)`
    select search_changes.package_id, search_changes.version, search_changes.hides from search_changes
    order by search_changes.version limit ${limit}`);
  if (changes.length === 0) return [];
  const ids = changes.map(({ packageId }) => packageId);
  const entries = await db.any(sql.type(SearchEntry)`
    select ${columns} from search_documents
    where search_documents.package_id = any(${sql.array(ids, 'uuid')})`);
  const byId = new Map(entries.map((entry) => [entry.packageId, entry]));
  return changes.map((change) => ({ ...change, entry: byId.get(change.packageId) ?? null }));
}

/** Removes changes that the engine has received; changes that were renewed meanwhile stay. */
export async function settleSearchChanges(
  db: Queryable,
  changes: readonly Pick<SearchChange, 'packageId' | 'version'>[],
): Promise<void> {
  const told = sql.unnest(
    changes.map(({ packageId, version }) => [packageId, version]),
    ['uuid', 'int8'],
  );
  // never waits for a writer: the writer's change is a newer one
  await db.query(sql.typeAlias('void')`
    delete from search_changes where search_changes.package_id in (
      select search_changes.package_id from search_changes
      join ${told} as told (package_id, version) on told.package_id = search_changes.package_id
        and told.version = search_changes.version
      for update of search_changes skip locked)`);
}

export async function countSearchChanges(db: Queryable): Promise<number> {
  return db.oneFirst(sql.typeAlias('count')`select count(*) as count from search_changes`);
}

/** Packages whose visibility was narrowed since the engine's copy, at most `limit`. */
export async function listHiding(db: Queryable, limit: number): Promise<readonly string[]> {
  const rows = await db.any(sql.typeAlias('id')`
    select search_changes.package_id as id from search_changes where search_changes.hides limit ${limit}`);
  return rows.map(({ id }) => id);
}
