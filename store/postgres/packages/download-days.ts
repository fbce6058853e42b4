import { answerLimits } from '../../../domain/limits/answers.ts';
import { z } from 'zod';
import type { EcosystemId } from '../../../domain/ecosystem-id.ts';
import { type Queryable, sql } from '../pool.ts';

const Day = z.object({ date: z.string(), version: z.string(), count: z.number() });
export type DayOfDownloads = z.infer<typeof Day>;

/** Bounds one answer: a year of a few dozen versions with downloads on every day. */
const maxRows = answerLimits['download rows'].count;

const Total = z.object({ total: z.number() });

/** Newest day first, then the most downloaded version. The total also counts rows beyond the limit. */
export async function listDownloads(
  db: Queryable,
  packageId: string,
  { first, last, includeUnreleased }: { first: string; last: string; includeUnreleased: boolean },
): Promise<{ total: number; days: readonly DayOfDownloads[] }> {
  const counted = sql.fragment`
    download_counts join releases on releases.id = download_counts.release_id
    where releases.package_id = ${packageId} and download_counts.day between ${first}::date and ${last}::date
      and (${includeUnreleased} or releases.state = 'published')`;
  const { total } = await db.one(sql.type(Total)`
    select coalesce(sum(download_counts.count), 0)::float8 as total from ${counted}`);
  const days = await db.any(sql.type(Day)`
    select to_char(download_counts.day, 'YYYY-MM-DD') as date, releases.version,
      download_counts.count::float8 as count
    from ${counted}
    order by download_counts.day desc, download_counts.count desc, releases.id limit ${maxRows}`);
  return { total, days };
}

const VersionCount = z.object({ versionKey: z.string(), count: z.number() });

/** All counted downloads of published releases, without releases that have none. */
export async function countDownloadsByVersion(
  db: Queryable,
  packageId: string,
): Promise<ReadonlyMap<string, number>> {
  const rows = await db.any(sql.type(VersionCount)`
    select releases.version_key, release_downloads.count::float8 as count
    from releases join release_downloads on release_downloads.release_id = releases.id
    where releases.package_id = ${packageId} and releases.state = 'published'`);
  return new Map(rows.map(({ versionKey, count }) => [versionKey, count]));
}

/** The downloads of packages that are visible to anonymous readers. */
export async function sumAllDownloads(db: Queryable, ecosystem: EcosystemId): Promise<number> {
  const { total } = await db.one(sql.type(Total)`
    select coalesce(sum(packages.download_count), 0)::float8 as total
    from packages join repositories on repositories.id = packages.repository_id
    where packages.ecosystem = ${ecosystem} and packages.readable_releases > 0
      and packages.visibility = 'public' and repositories.visibility = 'public'`);
  return total;
}
