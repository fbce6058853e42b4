import { newId } from '../../store/postgres/ids.ts';
import { insertUser } from '../../store/postgres/identity/users.ts';
import {
  findOrganizationAccount,
  insertOrganizationAccount,
} from '../../store/postgres/organizations/accounts.ts';
import { lockOrganization } from '../../store/postgres/organizations/organizations.ts';
import type { Transaction } from '../../store/postgres/pool.ts';
import { noPassword } from './password-hash.ts';

/** Users can't register a name with a dot. */
const nameOf = (slug: string) => `automation.${slug}`;

/** The account that owns an organization's tokens; created with the first of them. It has no log-in. */
export async function organizationAccount(
  tx: Transaction,
  { id: organizationId, slug }: { id: string; slug: string },
): Promise<string> {
  await lockOrganization(tx, organizationId);
  const found = await findOrganizationAccount(tx, organizationId);
  if (found !== null) return found;
  const userId = newId();
  const account = {
    id: userId,
    email: `${userId}@automation.invalid`,
    passwordHash: noPassword,
    isAdmin: false,
  };
  // a deleted organization may have had this slug
  const isNew = await insertUser(tx, { ...account, username: nameOf(slug) });
  if (!isNew) await insertUser(tx, { ...account, username: `${nameOf(slug)}.${userId}` });
  await insertOrganizationAccount(tx, { organizationId, userId });
  return userId;
}
