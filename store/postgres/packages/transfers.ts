import { z } from 'zod';
import { Visibility } from '../../../domain/visibility.ts';
import { notifyChange } from '../notify.ts';
import { type Queryable, sql, type Transaction } from '../pool.ts';
import { forgetChallenge } from './namespace-challenges.ts';
import { deleteNamespaceKeys } from './namespace-keys.ts';
import { lockPackages } from './packages.ts';
import { voidApprovals } from '../releases/decisions.ts';
import { narrowSearch } from '../search/search-narrowing.ts';

const Owner = z.object({
  ownerUserId: z.string().nullable(),
  ownerOrgId: z.string().nullable(),
  visibility: Visibility,
});
export type Owner = z.infer<typeof Owner>;

/**
 * Locks the repository against transfers. Null if it does not exist any more. For a removal, the lock also blocks new
 * packages in it; otherwise publishes, which have locked their package, do not wait here.
 */
export async function lockRepositoryOwner(
  tx: Transaction,
  repositoryId: string,
  { toRemove = false } = {},
): Promise<Owner | null> {
  const lock = toRemove ? sql.fragment`for update` : sql.fragment`for no key update`;
  return tx.maybeOne(sql.type(Owner)`
    select repositories.owner_user_id, repositories.owner_org_id, repositories.visibility from repositories
    where repositories.id = ${repositoryId} ${lock}`);
}

export async function hasAnyPackage(db: Queryable, repositoryId: string): Promise<boolean> {
  return db.exists(sql.typeAlias('id')`
    select packages.id from packages where packages.repository_id = ${repositoryId}`);
}

const Moved = z.object({
  id: z.string(),
  ecosystem: z.string(),
  name: z.string(),
  nameKey: z.string(),
  visibility: Visibility,
});
export type MovedPackage = z.infer<typeof Moved>;

/**
 * Transfers a repository to an organization, with its packages, which stay only in namespaces of their new owner.
 * Returns the packages, locked.
 */
export async function giveRepository(
  db: Queryable,
  repositoryId: string,
  organizationId: string,
): Promise<readonly MovedPackage[]> {
  await db.query(sql.typeAlias('void')`
    update repositories set owner_user_id = null, owner_org_id = ${organizationId}, updated_at = now()
    where repositories.id = ${repositoryId}`);
  const ids = await lockPackages(db, sql.fragment`packages.repository_id = ${repositoryId}`);
  const packages = await db.any(sql.type(Moved)`
    update packages
    set revision = packages.revision + 1, updated_at = now(),
      namespace_id = (select namespaces.id from namespaces
        where namespaces.id = packages.namespace_id and namespaces.owner_org_id = ${organizationId})
    where packages.id = any(${sql.array(ids, 'uuid')})
    returning packages.id, packages.ecosystem, packages.name, packages.name_key, packages.visibility`);
  await voidApprovals(db, ids);
  await narrowSearch(db, ids);
  for (const { id } of packages) await notifyChange(db, { kind: 'package', id });
  return packages;
}

const Place = z.object({ id: z.string(), slug: z.string() });

/** The oldest repository of an organization that would not narrow a package of this visibility. */
export async function findPlace(
  db: Queryable,
  organizationId: string,
  visibility: string,
): Promise<z.infer<typeof Place> | null> {
  return db.maybeOne(sql.type(Place)`
    select repositories.id, repositories.slug from repositories
    where repositories.owner_org_id = ${organizationId} and repositories.kind in ('public', 'private')
      and repositories.visibility <> 'quarantined'
      and case repositories.visibility when 'public' then 2 when 'unlisted' then 1 else 0 end
        >= case ${visibility} when 'public' then 2 when 'unlisted' then 1 else 0 end
    order by repositories.created_at, repositories.id limit 1`);
}

/** Moves one package into a repository of an organization, like {@link giveRepository}. */
export async function movePackage(
  db: Queryable,
  packageId: string,
  { repositoryId, organizationId }: { repositoryId: string; organizationId: string },
): Promise<void> {
  await db.query(sql.typeAlias('void')`
    update packages
    set repository_id = ${repositoryId},
      namespace_id = (select namespaces.id from namespaces
        where namespaces.id = packages.namespace_id and namespaces.owner_org_id = ${organizationId})
    where packages.id = ${packageId}`);
  await voidApprovals(db, [packageId]);
}

/** Moves a package into another repository of its owner. The package gets the visibility of that repository. */
export async function rehousePackage(
  db: Queryable,
  packageId: string,
  { repositoryId, visibility }: { repositoryId: string; visibility: Visibility },
): Promise<void> {
  await db.query(sql.typeAlias('void')`
    update packages set repository_id = ${repositoryId}, visibility = ${visibility}
    where packages.id = ${packageId}`);
  await voidApprovals(db, [packageId]);
}

/** Assigns a namespace to an organization, and removes the packages of other owners from it. */
export async function giveNamespace(
  db: Queryable,
  namespaceId: string,
  organizationId: string,
): Promise<void> {
  await db.query(sql.typeAlias('void')`
    update namespaces set owner_user_id = null, owner_org_id = ${organizationId}, is_verified = false
    where namespaces.id = ${namespaceId}`);
  // the domain proof belonged to the earlier owner
  await forgetChallenge(db, namespaceId);
  await deleteNamespaceKeys(db, namespaceId);
  await lockPackages(db, sql.fragment`packages.namespace_id = ${namespaceId}`);
  await db.query(sql.typeAlias('void')`
    update packages set namespace_id = null
    from repositories
    where packages.namespace_id = ${namespaceId} and repositories.id = packages.repository_id
      and repositories.owner_org_id is distinct from ${organizationId}::uuid`);
}
