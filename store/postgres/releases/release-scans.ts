import { z } from 'zod';
import { EcosystemId } from '../../../domain/ecosystem-id.ts';
import { type Queryable, sql } from '../pool.ts';

/** `scanners`: current names and versions, in one text. */
export async function recordScan(db: Queryable, releaseId: string, scanners: string): Promise<void> {
  await db.query(sql.typeAlias('void')`
    insert into release_scans (release_id, scanners) values (${releaseId}, ${scanners})
    on conflict (release_id) do update set scanners = excluded.scanners, scanned_at = now()`);
}

const Live = z.object({ id: z.string(), isDue: z.boolean() });

/** The next visible releases by id, marked if their last scan was by other scanners than these. */
export async function listLiveReleases(
  db: Queryable,
  scanners: string,
  { after, limit }: { after: string | null; limit: number },
): Promise<readonly z.infer<typeof Live>[]> {
  return db.any(sql.type(Live)`
    select releases.id, release_scans.scanners is distinct from ${scanners} as is_due
    from releases left join release_scans on release_scans.release_id = releases.id
    where releases.state = 'published' and (${after}::uuid is null or releases.id > ${after}::uuid)
    order by releases.id
    limit ${limit}`);
}

const Rescanned = z.object({
  id: z.string(),
  packageId: z.string(),
  name: z.string(),
  version: z.string(),
  ecosystem: EcosystemId,
});
export type RescannedRelease = z.infer<typeof Rescanned>;

/** An inspected release that is visible or held: any other is not scanned yet, or does not exist any more. */
export async function findRescannable(db: Queryable, releaseId: string): Promise<RescannedRelease | null> {
  return db.maybeOne(sql.type(Rescanned)`
    select releases.id, releases.package_id, releases.version, packages.name, packages.ecosystem
    from releases
    join packages on packages.id = releases.package_id
    join release_metadata on release_metadata.release_id = releases.id
    where releases.id = ${releaseId} and (releases.state = 'published'
      or (releases.state = 'quarantine' and releases.status_reason is not null))`);
}
