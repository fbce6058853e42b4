import { type Caller, performedBy } from '../../domain/caller.ts';
import { DomainError } from '../../domain/errors.ts';
import { grantableScopes, type Scope } from '../../domain/scopes.ts';
import { findUserByName } from '../../store/postgres/identity/users.ts';
import type { Pool } from '../../store/postgres/pool.ts';
import { unlimited } from '../limits/actions.ts';
import { issueToken } from './issue-token.ts';

export interface TokenOfAccount {
  username: string;
  scopes: readonly Scope[] | 'all';
  expiresInDays: number;
  name: string;
}

const dayMs = 86_400_000;

/** For operators. @throws DomainError for a missing account, or one that can't hold a scope */
export async function issueTokenFor(
  pool: Pool,
  caller: Caller,
  { username, scopes: wanted, expiresInDays, name }: TokenOfAccount,
): Promise<{ secret: string; scopes: readonly Scope[]; expiresAt: Date }> {
  const user = await findUserByName(pool, username);
  if (!user?.isActive) throw new DomainError('not_found', `there is no active account ${username}`);
  const grantable = grantableScopes(user.isAdmin);
  const scopes = wanted === 'all' ? grantable : wanted;
  const tooMuch = scopes.find((scope) => !grantable.includes(scope));
  if (tooMuch !== undefined) {
    const detail = `${user.username} is no platform administrator: ${tooMuch} is not theirs`;
    throw new DomainError('forbidden', detail);
  }
  const expiresAt = new Date(Date.now() + expiresInDays * dayMs);
  const binding = { kind: 'personal', repositoryId: null, packageId: null } as const;
  const request = { ...binding, userId: user.id, name, scopes, expiresAt };
  const { secret } = await issueToken({ pool, consumeLimit: unlimited }, request, performedBy(caller));
  return { secret, scopes, expiresAt };
}
