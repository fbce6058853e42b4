import { type Queryable, sql } from '../pool.ts';

/**
 * Hides packages from search in the transaction of the change, because a projection comes later: removes entries of
 * packages that must not be found any more, and narrows those that fewer people may find. Only the projection widens
 * entries.
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

/** Lower than every revision of a package. */
const outdated = -1;

/**
 * Marks the entry of a remaining package as outdated after a change that hides one of its versions, which the entry
 * may name. `changePackage` renders an outdated entry in the same transaction.
 */
export async function outdateEntry(db: Queryable, packageId: string): Promise<void> {
  await db.query(sql.typeAlias('void')`
    update search_documents set revision = ${outdated} where search_documents.package_id = ${packageId}`);
}

/** Whether {@link outdateEntry} was called and the package can still be found. */
export async function isEntryOutdated(db: Queryable, packageId: string): Promise<boolean> {
  const found = await db.maybeOne(sql.typeAlias('id')`
    select search_documents.package_id as id from search_documents
    where search_documents.package_id = ${packageId} and search_documents.revision = ${outdated}`);
  return found !== null;
}
