import { DomainError } from '../../domain/errors.ts';
import { type Caller, performedBy } from '../../domain/caller.ts';
import { writeAudit } from '../../store/postgres/audit/audit.ts';
import { revokeSessions } from '../../store/postgres/identity/sessions.ts';
import { revokeAllTokens } from '../../store/postgres/identity/tokens.ts';
import { findUserByName, insertUser, makeAdmin } from '../../store/postgres/identity/users.ts';
import { newId } from '../../store/postgres/ids.ts';
import { notifyChange } from '../../store/postgres/notify.ts';
import { lockName } from '../../store/postgres/packages/namespaces.ts';
import type { Transaction } from '../../store/postgres/pool.ts';
import { assertUnusedName, createPersonalRepository } from './register.ts';
import type { Platform } from '../platform.ts';

export interface AdminAccount {
  username: string;
  email: string;
  password: string;
  keepsTokens?: boolean;
}

/** Creates the administrator, or promotes the account with that name, with a new password. For operators. */
export async function createAdmin(
  { pool, passwords }: Pick<Platform, 'pool' | 'passwords'>,
  caller: Caller,
  { password, ...account }: AdminAccount,
): Promise<void> {
  const passwordHash = await passwords.hash(password);
  await pool.transaction((tx) => createAdminWithin(tx, caller, { ...account, passwordHash }));
}

/** {@link createAdmin} within a larger transaction. */
export async function createAdminWithin(
  tx: Transaction,
  caller: Caller,
  account: Omit<AdminAccount, 'password'> & { passwordHash: string },
): Promise<void> {
  const known = await findUserByName(tx, account.username);
  if (known) await promote(tx, caller, { ...account, id: known.id });
  else await create(tx, caller, account);
}

async function promote(
  tx: Transaction,
  caller: Caller,
  account: { id: string; passwordHash: string; keepsTokens?: boolean },
): Promise<void> {
  const { id, passwordHash, keepsTokens } = account;
  await makeAdmin(tx, id, passwordHash);
  const sessions = await revokeSessions(tx, id, 'all');
  const tokens = keepsTokens === true ? 0 : await revokeAllTokens(tx, id);
  await writeAudit(tx, {
    action: 'password_change',
    performer: performedBy(caller),
    targetUserId: id,
    metadata: { is_admin: true, sessions, tokens },
  });
  await notifyChange(tx, { kind: 'user', id });
}

async function create(
  tx: Transaction,
  caller: Caller,
  { username, email, passwordHash }: { username: string; email: string; passwordHash: string },
): Promise<void> {
  const user = { id: newId(), username, email, passwordHash, isAdmin: true };
  await lockName(tx, username);
  const isNew = await insertUser(tx, user);
  if (!isNew) throw new DomainError('name_taken', 'the e-mail address belongs to another account');
  await assertUnusedName(tx, username);
  await writeAudit(tx, {
    action: 'user_register',
    performer: performedBy(caller),
    targetUserId: user.id,
    metadata: { username, is_admin: true },
  });
  await createPersonalRepository(tx, user, caller.origin);
}
