import { type Queryable, sql } from '../pool.ts';

/**
 * A projection lags behind, hiding must not: in the transaction of the change itself, search forgets packages that
 * may no longer be found and narrows those that fewer people may find. Widening is left to the projection.
 */
export async function narrowSearch(db: Queryable, packageIds: readonly string[]): Promise<void> {
  const ids = sql.array([...packageIds], 'uuid');
  await db.query(sql.typeAlias('void')`
    delete from search_documents
    using packages join repositories on repositories.id = packages.repository_id
    where packages.id = search_documents.package_id and packages.id = any(${ids})
      and (packages.readable_releases = 0 or packages.is_archived
        or packages.visibility in ('unlisted', 'quarantined') or repositories.visibility = 'quarantined')`);
  await db.query(sql.typeAlias('void')`
    update search_documents set visibility = packages.visibility
    from packages
    where packages.id = search_documents.package_id and packages.id = any(${ids})
      and search_documents.visibility = 'public' and packages.visibility <> 'public'`);
}

/** Before every revision that a package can have. */
const outdated = -1;

/**
 * For a change that hides a version of a package that stays: the entry may name that version. `changePackage` renders
 * an outdated entry in the same transaction.
 */
export async function outdateEntry(db: Queryable, packageId: string): Promise<void> {
  await db.query(sql.typeAlias('void')`
    update search_documents set revision = ${outdated} where search_documents.package_id = ${packageId}`);
}

/** Whether {@link outdateEntry} was called, and the package can be found still. */
export async function isEntryOutdated(db: Queryable, packageId: string): Promise<boolean> {
  const found = await db.maybeOne(sql.typeAlias('id')`
    select search_documents.package_id as id from search_documents
    where search_documents.package_id = ${packageId} and search_documents.revision = ${outdated}`);
  return found !== null;
}
