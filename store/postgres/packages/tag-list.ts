import { z } from 'zod';
import type { Window } from '../../../domain/paging.ts';
import { keyset, placed } from '../keyset.ts';
import { type Queryable, sql } from '../pool.ts';
import { tagged } from './tags.ts';

const TagLine = z.object({ ...placed, name: z.string(), version: z.string(), updatedAt: z.date() });
export type TagLine = z.infer<typeof TagLine>;

const byName = keyset({ value: sql.fragment`dist_tags.name`, type: 'text' });

/** Tags with the time of their last change, in byte order: one range of the primary key. */
export async function listTagLines(
  db: Queryable,
  packageId: string,
  window: Window,
): Promise<readonly TagLine[]> {
  return db.any(sql.type(TagLine)`
    select dist_tags.name, releases.version, dist_tags.updated_at, ${byName.position} as position
    from dist_tags
    join releases on releases.id = dist_tags.release_id
    where dist_tags.package_id = ${packageId} and ${tagged} and ${byName.behind(window)}
    ${byName.page(window)}`);
}

/** Whether the tag exists, even for a release that is not visible now. */
export async function hasTag(db: Queryable, packageId: string, name: string): Promise<boolean> {
  return db.exists(sql.typeAlias('void')`
    select from dist_tags where dist_tags.package_id = ${packageId} and dist_tags.name = ${name}`);
}
