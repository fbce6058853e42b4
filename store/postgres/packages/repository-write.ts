import { z } from 'zod';
import type { Visibility } from '../../../domain/visibility.ts';
import { notifyChange } from '../notify.ts';
import { type Queryable, sql } from '../pool.ts';
import { lockPackages } from './packages.ts';
import { narrowSearch } from '../search/search-narrowing.ts';

/** A change of a repository; absent members stay unchanged. */
export interface RepositoryChange {
  name?: string | undefined;
  description?: string | null | undefined;
  visibility?: Visibility | undefined;
  upstreamUrl?: string | null | undefined;
}

const columnOf = {
  name: 'name',
  description: 'description',
  visibility: 'visibility',
  upstreamUrl: 'upstream_url',
} as const satisfies Record<keyof RepositoryChange, string>;

export async function updateRepository(db: Queryable, id: string, change: RepositoryChange): Promise<void> {
  const assignments = [sql.fragment`updated_at = now()`];
  for (const [member, column] of Object.entries(columnOf)) {
    // `satisfies` above ensures that the keys of `columnOf` are keys of the change
    const value = change[member as keyof RepositoryChange];
    if (value !== undefined) assignments.push(sql.fragment`${sql.identifier([column])} = ${value}`);
  }
  await db.query(sql.typeAlias('void')`
    update repositories set ${sql.join(assignments, sql.fragment`, `)} where repositories.id = ${id}`);
}

/** Deletes a repository without packages, and the documents about its former packages. */
export async function deleteRepository(db: Queryable, id: string): Promise<void> {
  await db.query(sql.typeAlias('void')`delete from repositories where repositories.id = ${id}`);
}

const Narrowed = z.object({ id: z.string(), ecosystem: z.string(), nameKey: z.string() });
export type NarrowedPackage = z.infer<typeof Narrowed>;

/**
 * Narrows packages that would be broader than their repository, and notifies the caches about all its packages,
 * because their documents' readers changed. A quarantine hides packages without a change of their rows, so that its
 * end restores them. Returns every package of the repository.
 */
export async function narrowPackages(
  db: Queryable,
  repositoryId: string,
  visibility: Visibility,
): Promise<readonly NarrowedPackage[]> {
  const ids = await lockPackages(db, sql.fragment`packages.repository_id = ${repositoryId}`);
  await db.query(sql.typeAlias('void')`
    update packages
    set revision = packages.revision + 1, updated_at = now(),
      visibility = case
        when ${visibility} <> 'quarantined'
          and case packages.visibility when 'public' then 2 when 'unlisted' then 1 else 0 end
            > case ${visibility} when 'public' then 2 when 'unlisted' then 1 else 0 end
        then ${visibility} else packages.visibility end
    where packages.id = any(${sql.array(ids, 'uuid')})`);
  const packages = await db.any(sql.type(Narrowed)`
    select packages.id, packages.ecosystem, packages.name_key from packages
    where packages.id = any(${sql.array(ids, 'uuid')})`);
  await narrowSearch(db, ids);
  for (const pkg of packages) await notifyChange(db, { kind: 'package', id: pkg.id });
  return packages;
}
