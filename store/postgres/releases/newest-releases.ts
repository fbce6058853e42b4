import { z } from 'zod';
import { EcosystemId } from '../../../domain/ecosystem-id.ts';
import { type Queryable, sql } from '../pool.ts';

const NewRelease = z.object({
  id: z.string(),
  ecosystem: EcosystemId,
  name: z.string(),
  version: z.string(),
  description: z.string().nullable(),
  publishedAt: z.date(),
});
/** A release in a feed. */
export type NewRelease = z.infer<typeof NewRelease>;

const columns = sql.fragment`releases.id, packages.ecosystem, packages.name, releases.version,
  left(packages.description, 1000) as description, releases.published_at`;

/** The newest releases of all packages that anonymous readers see in listings. */
export async function listNewestReleases(db: Queryable, limit: number): Promise<readonly NewRelease[]> {
  return db.any(sql.type(NewRelease)`
    select ${columns}
    from releases
    join packages on packages.id = releases.package_id
    join repositories on repositories.id = packages.repository_id
    where releases.state = 'published' and not releases.is_yanked and not packages.is_archived
      and packages.visibility = 'public' and repositories.visibility = 'public'
    order by releases.published_at desc limit ${limit}`);
}

/** The releases of one package, newest first. */
export async function listNewestOf(
  db: Queryable,
  packageId: string,
  limit: number,
): Promise<readonly NewRelease[]> {
  return db.any(sql.type(NewRelease)`
    select ${columns}
    from releases join packages on packages.id = releases.package_id
    where releases.package_id = ${packageId} and releases.state = 'published' and not releases.is_yanked
    order by releases.published_at desc limit ${limit}`);
}
