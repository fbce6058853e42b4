import { z } from 'zod';
import { lockUser } from '../identity/users.ts';
import { notifyChange } from '../notify.ts';
import { orOvertaken } from '../overtaken.ts';
import { forgetChallenge } from '../packages/namespace-challenges.ts';
import { deleteNamespaceKeys } from '../packages/namespace-keys.ts';
import { lockName } from '../packages/namespaces.ts';
import { lockPackages } from '../packages/packages.ts';
import { retireAccountName, retireRepositorySlug } from '../packages/retired-names.ts';
import { markMoved } from '../policies/denied.ts';
import { type Queryable, sql, type Transaction } from '../pool.ts';
import { closeOrganizationAccount, findOrganizationAccount } from './accounts.ts';
import { voidApprovals } from '../releases/decisions.ts';
import { narrowSearch } from '../search/search-narrowing.ts';

/** Requests a deletion; the first request counts. */
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

/** The user who requested the deletion; null without a request, and for a deleted organization. */
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

/** Existing organizations with a deletion request that is old enough. */
export async function listDeletions(
  db: Queryable,
  olderThanSeconds: number,
  limit: number,
): Promise<readonly string[]> {
  const rows = await db.any(sql.type(Asked)`
    select organization_deletions.organization_id from organization_deletions
    where organization_deletions.requested_at < now() - ${olderThanSeconds} * interval '1 second'
    order by organization_deletions.requested_at limit ${limit}`);
  return rows.map(({ organizationId }) => organizationId);
}

const Asked = z.object({ organizationId: z.string() });

/**
 * Blocks first publishes into the organization's repositories and namespaces until the transaction ends. It locks in
 * the order of a first publish: credentials, claims and names from the longest, repositories, packages. It waits for
 * running publishes and then sees them. The caller locks the organization before, which delays no publish.
 */
export async function lockHoldings(
  tx: Transaction,
  { id, slug }: { id: string; slug: string },
): Promise<void> {
  const account = await findOrganizationAccount(tx, id);
  if (account !== null) await lockUser(tx, account);
  // tokens that are removed with the organization
  await tx.any(sql.typeAlias('id')`
    select tokens.id from tokens
    where tokens.organization_id = ${id} or tokens.user_id = ${account} or tokens.repository_id in (
      select repositories.id from repositories where repositories.owner_org_id = ${id})
    order by tokens.id for update`);
  await tx.any(sql.typeAlias('id')`
    select namespaces.id from namespaces where namespaces.owner_org_id = ${id}
    order by length(namespaces.name) desc, namespaces.id for update`);
  await lockName(tx, slug);
  await tx.any(sql.typeAlias('id')`
    select repositories.id from repositories where repositories.owner_org_id = ${id}
    order by repositories.id for no key update`);
  // empty repositories, which will be removed: this waits for a first package in one of them
  await tx.any(sql.typeAlias('id')`
    select repositories.id from repositories
    where repositories.owner_org_id = ${id}
      and not exists (select from packages where packages.repository_id = repositories.id)
    order by repositories.id for update`);
}

const Bequeathed = z.object({ id: z.string(), ecosystem: z.string(), namespace: z.string() });

/**
 * Assigns all namespaces to a person: people install packages from them, and no stranger may add packages. A domain
 * proof belongs to the organization and is dropped. Hold {@link lockHoldings}. Returns the namespaces.
 */
export async function leaveNamespaces(
  tx: Transaction,
  organizationId: string,
  userId: string,
): Promise<readonly z.infer<typeof Bequeathed>[]> {
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
 * Assigns repositories with packages to a person; if only members saw a repository, only that person sees it.
 * Packages stay in the namespaces that the person gets, see {@link leaveNamespaces}. Hold {@link lockHoldings}.
 */
export async function leaveRepositories(
  tx: Transaction,
  organizationId: string,
  userId: string,
): Promise<void> {
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
  await voidApprovals(tx, ids);
  await narrowSearch(tx, ids);
  await markMoved(tx, ids, [organizationId]);
  for (const id of ids) await notifyChange(tx, { kind: 'package', id });
}

const Slug = z.object({ slug: z.string() });

/**
 * Deletes the organization with its repositories, teams and members, after {@link leaveNamespaces} has assigned its
 * namespaces. Its slug is never available again. Hold {@link lockHoldings}. @throws DomainError `overloaded` if the
 * organization got new objects meanwhile
 */
export async function deleteOrganization(
  tx: Transaction,
  { id, slug }: { id: string; slug: string },
): Promise<void> {
  const repositories = await orOvertaken(
    tx.any(sql.type(Slug)`
      delete from repositories where repositories.owner_org_id = ${id} returning repositories.slug`),
  );
  for (const repository of repositories) {
    await retireRepositorySlug(tx, repository.slug, { userId: null, organizationId: null });
  }
  await closeOrganizationAccount(tx, id);
  await orOvertaken(
    tx.query(sql.typeAlias('void')`delete from organizations where organizations.id = ${id}`),
  );
  await retireAccountName(tx, slug);
}
