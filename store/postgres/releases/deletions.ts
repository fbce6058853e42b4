import { z } from 'zod';
import type { EcosystemId } from '../../../domain/ecosystem-id.ts';
import { type Queryable, sql } from '../pool.ts';

/**
 * Marks releases as deleted: the version stays reserved; files, tags, signatures and part references are removed, and
 * later the bytes without other uses.
 */
export async function markDeleted(db: Queryable, releaseIds: readonly string[]): Promise<void> {
  const ids = sql.array([...releaseIds], 'uuid');
  await db.query(sql.typeAlias('void')`
    with tags as (delete from dist_tags where dist_tags.release_id = any(${ids})),
    signatures as (delete from release_signatures where release_signatures.release_id = any(${ids})),
    parts as (delete from release_blobs where release_blobs.release_id = any(${ids})),
    files as (delete from artifacts where artifacts.release_id = any(${ids}))
    update releases set state = 'deleted', status_reason = null where releases.id = any(${ids})`);
}

/** Removes the mark of a version that may be published again. */
export async function removeDeleted(db: Queryable, releaseId: string): Promise<void> {
  await db.query(sql.typeAlias('void')`
    delete from releases where releases.id = ${releaseId} and releases.state = 'deleted'`);
}

const Dependent = z.object({ name: z.string() });

/**
 * Whether another package, even a private one, has a readable release that needs this one at run time; dependencies
 * only for tests do not count.
 */
export async function hasDependents(db: Queryable, ecosystem: EcosystemId, name: string): Promise<boolean> {
  const found = await db.maybeOne(sql.type(Dependent)`
    select packages.name
    from release_metadata
    join releases on releases.id = release_metadata.release_id and releases.state = 'published'
    join packages on packages.id = releases.package_id
    where release_metadata.publication -> 'dependencies' @> ${JSON.stringify([{ name }])}::jsonb
      and packages.ecosystem = ${ecosystem} and packages.name <> ${name}
      and exists (
        select from jsonb_to_recordset(release_metadata.publication -> 'dependencies')
          as dependency (name text, kind text)
        where dependency.name = ${name} and dependency.kind <> 'dev')
    limit 1`);
  return found !== null;
}
