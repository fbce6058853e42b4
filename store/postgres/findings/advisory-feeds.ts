import { z } from 'zod';
import type { EcosystemId } from '../../../domain/ecosystem-id.ts';
import { type Queryable, sql, type Transaction } from '../pool.ts';

const Feed = z.object({
  updatedAt: z.date(),
  baseAt: z.date(),
  baseCount: z.number(),
  updateCount: z.number(),
});

/** The feed of all advisories of an ecosystem: the base changes rarely, the update often. */
export type AdvisoryFeed = z.infer<typeof Feed>;

/** Null before the first import. */
export async function findAdvisoryFeed(db: Queryable, ecosystem: EcosystemId): Promise<AdvisoryFeed | null> {
  return db.maybeOne(sql.type(Feed)`
    select advisory_feeds.updated_at, advisory_feeds.base_at, advisory_feeds.base_count,
      advisory_feeds.update_count
    from advisory_feeds where advisory_feeds.ecosystem = ${ecosystem}`);
}

const ImportedFeed = z.object({
  ecosystem: z.string(),
  /** The end of the last import, also of one that changed nothing. */
  importedAt: z.date(),
  /** Open advisories. */
  count: z.number(),
});
export type ImportedFeed = z.infer<typeof ImportedFeed>;

/** Ecosystems with advisories, by name. */
export async function listAdvisoryFeeds(db: Queryable): Promise<readonly ImportedFeed[]> {
  return db.any(sql.type(ImportedFeed)`
    select advisory_feeds.ecosystem, advisory_feeds.imported_at,
      advisory_feeds.base_count + advisory_feeds.update_count as count
    from advisory_feeds order by advisory_feeds.ecosystem`);
}

/** A base this old is rebuilt with all updates. */
const baseDays = 30;

/**
 * Ends an import. Clients combine base and update, so a base with withdrawn or changed advisories is replaced; new
 * advisories go into the update. An import without changes leaves both unchanged.
 */
export async function advanceAdvisoryFeed(tx: Transaction, ecosystem: EcosystemId): Promise<AdvisoryFeed> {
  await tx.query(sql.typeAlias('void')`
    insert into advisory_feeds (ecosystem, imported_at, updated_at, base_at, base_count, update_count)
    values (${ecosystem}, now(), '-infinity', '-infinity', 0, 0)
    on conflict (ecosystem) do nothing`);
  await tx.query(sql.typeAlias('void')`
    update advisory_feeds
    set imported_at = clock_timestamp(),
      updated_at = case when facts.has_news then clock_timestamp() else advisory_feeds.updated_at end,
      base_at = case when facts.has_news and (facts.is_base_stale
          or advisory_feeds.base_at < now() - ${baseDays} * interval '1 day')
        then clock_timestamp() else advisory_feeds.base_at end
    from (
      select feed.ecosystem,
        feed.updated_at = '-infinity' or exists (select from advisories
          where advisories.ecosystem = feed.ecosystem and advisories.changed_at > feed.updated_at) as has_news,
        exists (select from advisories
          where advisories.ecosystem = feed.ecosystem and advisories.changed_at > feed.base_at
            and advisories.first_seen_at <= feed.base_at) as is_base_stale
      from advisory_feeds feed where feed.ecosystem = ${ecosystem} for update) facts
    where advisory_feeds.ecosystem = facts.ecosystem`);
  return tx.one(sql.type(Feed)`
    update advisory_feeds
    set base_count = counts.base, update_count = counts.total - counts.base
    from (
      select count(*) as total, count(*) filter (where advisories.first_seen_at <= feed.base_at) as base
      from advisory_feeds feed
      left join advisories on advisories.ecosystem = feed.ecosystem
      where feed.ecosystem = ${ecosystem} and advisories.withdrawn_at is null and advisories.id is not null
    ) counts
    where advisory_feeds.ecosystem = ${ecosystem}
    returning advisory_feeds.updated_at, advisory_feeds.base_at, advisory_feeds.base_count,
      advisory_feeds.update_count`);
}

const AffectedCandidate = z.object({
  packageId: z.string(),
  nameKey: z.string(),
  versionKeys: z.array(z.string()),
});
export type AffectedCandidate = z.infer<typeof AffectedCandidate>;

/** Hosted packages named by an open advisory, with their published versions; by id. */
export async function listAdvisedPackages(
  db: Queryable,
  ecosystem: EcosystemId,
  after: string | null,
  limit: number,
): Promise<readonly AffectedCandidate[]> {
  return db.any(sql.type(AffectedCandidate)`
    select packages.id as package_id, packages.name_key, array(
        select releases.version_key from releases
        where releases.package_id = packages.id and releases.state = 'published') as version_keys
    from packages
    where packages.ecosystem = ${ecosystem} and packages.readable_releases > 0
      and (${after}::uuid is null or packages.id > ${after}::uuid)
      and exists (select from advisories
        where advisories.ecosystem = ${ecosystem} and advisories.withdrawn_at is null
          and advisories.name_keys @> array[packages.name_key])
    order by packages.id
    limit ${limit}`);
}
