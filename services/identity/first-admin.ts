import { operator } from '../../domain/caller.ts';
import { DomainError } from '../../domain/errors.ts';
import { hasAdministrator, lockFirstAdministrator } from '../../store/postgres/identity/administrators.ts';
import { findUserByName } from '../../store/postgres/identity/users.ts';
import { createAdminWithin } from './create-admin.ts';
import { noPassword } from './password-hash.ts';
import type { Platform } from '../platform.ts';

const nameIsTaken: ReadonlySet<string> = new Set(['name_taken', 'name_reserved']);

export interface FirstAdmin {
  username: string;
  email: string;
  /** Called only when the password is needed. */
  readPassword(): string;
}

/**
 * At the first start: creates an administrator who can log in, if there is none; the built-in `admin` without a
 * password gets one. Replicas that start at the same time create only one. `taken`: the name belongs to a user who is
 * not an administrator, or its address or a namespace is taken; the answer may name the first claimant.
 */
export async function ensureFirstAdmin(
  { pool, passwords }: Pick<Platform, 'pool' | 'passwords'>,
  { username, email, readPassword }: FirstAdmin,
): Promise<'made' | 'not needed' | 'taken'> {
  if (await hasAdministrator(pool, noPassword)) return 'not needed';
  const passwordHash = await passwords.hash(readPassword());
  const made = pool.transaction(async (tx) => {
    await lockFirstAdministrator(tx);
    if (await hasAdministrator(tx, noPassword)) return 'not needed';
    const known = await findUserByName(tx, username);
    if (known && !known.isAdmin) return 'taken';
    await createAdminWithin(tx, operator, { username, email, passwordHash, keepsTokens: true });
    return 'made' as const;
  });
  return made.catch((error: unknown) => {
    if (error instanceof DomainError && nameIsTaken.has(error.code)) return 'taken';
    throw error;
  });
}
