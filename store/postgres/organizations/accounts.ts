import { z } from 'zod';
import { type Queryable, sql } from '../pool.ts';

const Account = z.object({ userId: z.string() });

/** Of the organization's own tokens; null before it had any. */
export async function findOrganizationAccount(db: Queryable, organizationId: string): Promise<string | null> {
  const found = await db.maybeOne(sql.type(Account)`
    select organization_accounts.user_id from organization_accounts
    where organization_accounts.organization_id = ${organizationId}`);
  return found?.userId ?? null;
}

export async function insertOrganizationAccount(
  db: Queryable,
  account: { organizationId: string; userId: string },
): Promise<void> {
  await db.query(sql.typeAlias('void')`
    insert into organization_accounts (organization_id, user_id)
    values (${account.organizationId}, ${account.userId})`);
}

/** Of several organizations. */
export async function listOrganizationAccounts(
  db: Queryable,
  organizationIds: readonly string[],
): Promise<readonly string[]> {
  if (organizationIds.length === 0) return [];
  const found = await db.any(sql.type(Account)`
    select organization_accounts.user_id from organization_accounts
    where organization_accounts.organization_id = any(${sql.array([...organizationIds], 'uuid')})`);
  return found.map(({ userId }) => userId);
}

/** Its tokens are worth nothing from now on; what it published keeps its name. */
export async function closeOrganizationAccount(db: Queryable, organizationId: string): Promise<void> {
  await db.query(sql.typeAlias('void')`
    update users set is_active = false, updated_at = now()
    from organization_accounts
    where organization_accounts.organization_id = ${organizationId}
      and users.id = organization_accounts.user_id`);
}
