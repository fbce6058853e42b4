import { z } from 'zod';
import { notifyChange } from '../notify.ts';
import { forgetChallenge } from '../packages/namespace-challenges.ts';
import { deleteNamespaceKeys } from '../packages/namespace-keys.ts';
import { lockName } from '../packages/namespaces.ts';
import { lockPackages } from '../packages/packages.ts';
import { retireAccountName, retireRepositorySlug } from '../packages/retired-names.ts';
import { markMoved } from '../policies/denied.ts';
import { type Queryable, sql, type Transaction } from '../pool.ts';
import { closeOrganizationAccount } from './accounts.ts';
import { narrowSearch } from '../search/search-narrowing.ts';

/** The first word counts. */
export async function requestDeletion(
  db: Queryable,
  organizationId: string,
  requestedBy: string,
): Promise<void> {
  await db.query(sql.typeAlias('void')`
    insert into organization_deletions (organization_id, requested_by) values (${organizationId}, ${requestedBy})
    on conflict (organization_id) do nothing`);
}

const Requested = z.object({ requestedBy: z.string() });

/** Who has said that it goes; null when nobody has, or it is gone. */
export async function findDeletion(db: Queryable, organizationId: string): Promise<string | null> {
  const row = await db.maybeOne(sql.type(Requested)`
    select organization_deletions.requested_by from organization_deletions
    where organization_deletions.organization_id = ${organizationId}`);
  return row?.requestedBy ?? null;
}

/** Packages that are still listed, by id. */
export async function listUnarchived(
  db: Queryable,
  organizationId: string,
  limit: number,
): Promise<readonly string[]> {
  const rows = await db.any(sql.typeAlias('id')`
    select packages.id from packages join repositories on repositories.id = packages.repository_id
    where repositories.owner_org_id = ${organizationId} and not packages.is_archived
    order by packages.id limit ${limit}`);
  return rows.map(({ id }) => id);
}

const Bequeathed = z.object({ id: z.string(), ecosystem: z.string(), namespace: z.string() });

/**
 * Its namespaces are a person's from now on, all of them: people install from what is in one, and no stranger is to add to
 * it. What proved a domain was the organization's. Returns them.
 */
export async function leaveNamespaces(
  tx: Transaction,
  organizationId: string,
  userId: string,
): Promise<readonly z.infer<typeof Bequeathed>[]> {
  await tx.any(sql.typeAlias('id')`
    select namespaces.id from namespaces where namespaces.owner_org_id = ${organizationId}
    order by namespaces.id for update`);
  const left = await tx.any(sql.type(Bequeathed)`
    update namespaces set owner_org_id = null, owner_user_id = ${userId}, is_verified = false
    where namespaces.owner_org_id = ${organizationId}
    returning namespaces.id, namespaces.ecosystem, namespaces.name as namespace`);
  for (const { id } of left) {
    await forgetChallenge(tx, id);
    await deleteNamespaceKeys(tx, id);
  }
  return left;
}

/**
 * Repositories with packages are a person's from now on; what its members alone could see that person alone sees. Packages
 * stay in the namespaces that are that person's, see {@link leaveNamespaces}.
 */
export async function leaveRepositories(
  tx: Transaction,
  organizationId: string,
  userId: string,
): Promise<void> {
  // repositories before packages, each in the order of their ids, as everybody locks them
  await tx.any(sql.typeAlias('id')`
    select repositories.id from repositories where repositories.owner_org_id = ${organizationId}
    order by repositories.id for no key update`);
  const ids = await lockPackages(
    tx,
    sql.fragment`packages.repository_id in (
      select repositories.id from repositories where repositories.owner_org_id = ${organizationId})`,
  );
  await tx.query(sql.typeAlias('void')`
    update packages
    set namespace_id = (select namespaces.id from namespaces
        where namespaces.id = packages.namespace_id and namespaces.owner_user_id = ${userId}),
      revision = packages.revision + 1, updated_at = now(),
      visibility = case packages.visibility when 'internal_org' then 'private' else packages.visibility end
    where packages.id = any(${sql.array([...ids], 'uuid')})`);
  await tx.query(sql.typeAlias('void')`
    update repositories
    set owner_org_id = null, owner_user_id = ${userId}, updated_at = now(),
      visibility = case repositories.visibility when 'internal_org' then 'private' else repositories.visibility end
    where repositories.owner_org_id = ${organizationId}
      and exists (select from packages where packages.repository_id = repositories.id)`);
  await narrowSearch(tx, ids);
  await markMoved(tx, ids, [organizationId]);
  for (const id of ids) await notifyChange(tx, { kind: 'package', id });
}

const Slug = z.object({ slug: z.string() });

/**
 * With its repositories, teams and members, once {@link leaveNamespaces} has given its namespaces away. No one gets its slug
 * again. @throws where a repository has packages
 */
export async function deleteOrganization(
  tx: Transaction,
  { id, slug }: { id: string; slug: string },
): Promise<void> {
  await lockName(tx, slug);
  const repositories = await tx.any(sql.type(Slug)`
    delete from repositories where repositories.owner_org_id = ${id} returning repositories.slug`);
  for (const repository of repositories) {
    await retireRepositorySlug(tx, repository.slug, { userId: null, organizationId: null });
  }
  await closeOrganizationAccount(tx, id);
  await tx.query(sql.typeAlias('void')`delete from organizations where organizations.id = ${id}`);
  await retireAccountName(tx, slug);
}
