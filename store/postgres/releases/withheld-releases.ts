import { isHosted } from '../packages/address.ts';
import { z } from 'zod';
import type { Actor } from '../../../domain/actor.ts';
import type { EcosystemId } from '../../../domain/ecosystem-id.ts';
import { listingFacts } from '../packages/package-listing.ts';
import { listedTo } from '../packages/visibility.ts';
import { type Queryable, sql } from '../pool.ts';

const Withheld = z.object({
  nameKey: z.string(),
  versionKey: z.string(),
  why: z.enum(['malware', 'quarantine']),
  changedAt: z.date().nullable(),
});

/**
 * Versions that were visible and are now held or rejected, or are visible with an open malware finding, from partial
 * indexes with few rows.
 */
export async function listWithheldReleases(
  db: Queryable,
  actor: Actor,
  page: {
    ecosystem: EcosystemId;
    repositorySlug: string | null;
    names?: readonly string[];
    limit: number;
  },
): Promise<readonly z.infer<typeof Withheld>[]> {
  const { names } = page;
  const named =
    names === undefined
      ? sql.fragment`true`
      : sql.fragment`packages.name_key = any(${sql.array([...names], 'text')})`;
  return db.any(sql.type(Withheld)`
    with withheld as (
      select findings.release_id, 'malware' as why from findings
      where findings.kind = 'malware' and not findings.is_resolved
      union all
      select releases.id, 'quarantine' from releases
      where releases.published_at is not null and releases.state in ('quarantine', 'rejected'))
    select packages.name_key, releases.version_key, min(withheld.why) as why, max(packages.withheld_at) as changed_at
    from withheld
    join releases on releases.id = withheld.release_id
    join packages on packages.id = releases.package_id
    join repositories on repositories.id = packages.repository_id
    cross join ${listingFacts}
    where packages.ecosystem = ${page.ecosystem} and ${isHosted} and packages.readable_releases > 0
      and releases.published_at is not null and releases.state in ('published', 'quarantine', 'rejected')
      and (${page.repositorySlug}::text is null or repositories.slug = ${page.repositorySlug})
      and ${named} and ${listedTo(actor, 'facts')}
    group by packages.name_key, releases.version_key
    order by packages.name_key collate "C", releases.version_key collate "C"
    limit ${page.limit}`);
}
