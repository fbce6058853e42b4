import { z } from 'zod';
import { EcosystemId } from '../../../domain/ecosystem-id.ts';
import { notifyChange } from '../notify.ts';
import { type Queryable, sql, type Transaction } from '../pool.ts';
import { lockPackage } from './packages.ts';

/** A package with all namespaces that contain its name, longest first. */
export interface NamedPackage {
  id: string;
  ecosystem: EcosystemId;
  namespaces: readonly string[];
}

/** The claim for the package: the longest of its name that belongs to the owner of its repository, or null. */
function placeOf({ ecosystem, namespaces }: NamedPackage) {
  const names = namespaces.map((namespace) => namespace.toLowerCase());
  return sql.fragment`(
    select namespaces.id from namespaces
    join repositories on repositories.id = packages.repository_id
    where namespaces.ecosystem = ${ecosystem} and namespaces.name = any(${sql.array(names, 'text')})
      and namespaces.owner_user_id is not distinct from repositories.owner_user_id
      and namespaces.owner_org_id is not distinct from repositories.owner_org_id
    order by length(namespaces.name) desc
    limit 1)`;
}

/**
 * Assigns the package to its namespace, so that rights on the namespace apply. Call it only for a package that is not
 * visible yet.
 */
export async function placeInNamespace(db: Queryable, pkg: NamedPackage): Promise<void> {
  await db.query(sql.typeAlias('void')`
    update packages set namespace_id = ${placeOf(pkg)} where packages.id = ${pkg.id}`);
}

/** Packages that are assigned to a wrong namespace, or incorrectly to none. */
export async function listMisplaced(
  db: Queryable,
  packages: readonly NamedPackage[],
): Promise<readonly string[]> {
  const ids = packages.map(({ id }) => id);
  const pairs = packages.flatMap(({ id, namespaces }) =>
    namespaces.map((namespace) => ({ id, name: namespace.toLowerCase() })),
  );
  const ofPairs = sql.array(
    pairs.map(({ id }) => id),
    'uuid',
  );
  const names = sql.array(
    pairs.map(({ name }) => name),
    'text',
  );
  const rows = await db.any(sql.type(Key)`
    select packages.id from packages
    join repositories on repositories.id = packages.repository_id
    where packages.id = any(${sql.array(ids, 'uuid')}) and packages.namespace_id is distinct from (
      select namespaces.id
      from unnest(${ofPairs}, ${names}) as asked (package_id, name)
      join namespaces on namespaces.name = asked.name and namespaces.ecosystem = packages.ecosystem
      where asked.package_id = packages.id
        and namespaces.owner_user_id is not distinct from repositories.owner_user_id
        and namespaces.owner_org_id is not distinct from repositories.owner_org_id
      order by length(namespaces.name) desc
      limit 1)`);
  return rows.map(({ id }) => id);
}

/**
 * Assigns a package to its current namespace. Claims are locked before packages, as in a transfer of a claim. False
 * if the assignment is already correct.
 */
export async function replaceInNamespace(tx: Transaction, pkg: NamedPackage): Promise<boolean> {
  const names = pkg.namespaces.map((namespace) => namespace.toLowerCase());
  await tx.any(sql.typeAlias('id')`
    select namespaces.id from namespaces
    where namespaces.ecosystem = ${pkg.ecosystem} and namespaces.name = any(${sql.array(names, 'text')})
    order by length(namespaces.name) desc, namespaces.id for share`);
  await lockPackage(tx, pkg.id);
  const moved = await tx.maybeOne(sql.typeAlias('id')`
    update packages
    set namespace_id = ${placeOf(pkg)}, revision = packages.revision + 1, updated_at = now()
    where packages.id = ${pkg.id} and packages.namespace_id is distinct from ${placeOf(pkg)}
    returning packages.id`);
  if (moved === null) return false;
  await tellOfPlaces(tx, [pkg.id]);
  return true;
}

/**
 * Updates search and caches at once, without a wait for the next projection: the namespace determines who may see the
 * package.
 */
export async function tellOfPlaces(db: Queryable, packageIds: readonly string[]): Promise<void> {
  await db.query(sql.typeAlias('void')`
    update search_documents set namespace_id = packages.namespace_id
    from packages
    where packages.id = any(${sql.array([...packageIds], 'uuid')}) and search_documents.package_id = packages.id`);
  for (const id of packageIds) await notifyChange(db, { kind: 'package', id });
}

const Key = z.object({ id: z.string() });

const KeyedName = z.object({ id: z.string(), ecosystem: EcosystemId, nameKey: z.string() });

/** The next packages by id. */
export async function listNames(
  db: Queryable,
  after: string | null,
  limit: number,
): Promise<readonly z.infer<typeof KeyedName>[]> {
  return db.any(sql.type(KeyedName)`
    select packages.id, packages.ecosystem, packages.name_key from packages
    where ${after}::uuid is null or packages.id > ${after}::uuid
    order by packages.id limit ${limit}`);
}
