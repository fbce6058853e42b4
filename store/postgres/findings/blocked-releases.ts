import { type Queryable, sql } from '../pool.ts';

/** Bounds the renderings in one transaction; the next round finds the other releases. */
const most = 500;

/** Visible releases of a package that have an open blocking finding (`isBlocking`); by id. */
export async function listBlockedVisible(db: Queryable, packageId: string): Promise<readonly string[]> {
  const rows = await db.any(sql.typeAlias('id')`
    select releases.id from releases
    where releases.package_id = ${packageId} and releases.state = 'published'
      and exists (select from findings
        where findings.release_id = releases.id and not findings.is_resolved
          and (findings.severity = 'critical' or findings.kind = 'malware'))
    order by releases.id
    limit ${most}`);
  return rows.map(({ id }) => id);
}
