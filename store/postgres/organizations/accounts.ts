import { z } from 'zod';
import { revokeAllTokens } from '../identity/tokens.ts';
import { lockUser } from '../identity/users.ts';
import { type Queryable, sql, type Transaction } from '../pool.ts';

const Account = z.object({ userId: z.string() });

/** The account that owns the organization's own tokens; null before its first token. */
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

/** The accounts of several organizations. */
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

/** Ends the account's tokens permanently; its releases keep its name. */
export async function closeOrganizationAccount(db: Transaction, organizationId: string): Promise<void> {
  const userId = await findOrganizationAccount(db, organizationId);
  if (userId === null) return;
  await lockUser(db, userId);
  await db.query(sql.typeAlias('void')`
    update users set is_active = false, updated_at = now() where users.id = ${userId}`);
  await revokeAllTokens(db, userId);
}
