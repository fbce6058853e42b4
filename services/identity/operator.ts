import { type Caller, operator } from '../../domain/caller.ts';
import type { UserActor } from '../../domain/actor.ts';
import { DomainError } from '../../domain/errors.ts';
import { grantableScopes } from '../../domain/scopes.ts';
import { findUserByName } from '../../store/postgres/identity/users.ts';
import type { Pool } from '../../store/postgres/pool.ts';
import { getPerson } from './resolve.ts';

/**
 * Loads a platform administrator at the shell. A user with access to the database acts under an administrator's name,
 * so that rights and audit entries are the same as for every user. @throws DomainError `not_found`, `forbidden`
 */
export async function loadOperator(pool: Pool, username: string): Promise<Caller<UserActor>> {
  const user = await findUserByName(pool, username);
  if (!user) throw new DomainError('not_found', `there is no account ${username}`);
  if (!user.isActive || !user.isAdmin) {
    throw new DomainError('forbidden', `${user.username} is no active platform administrator`);
  }
  const person = await getPerson(pool, user.id, grantableScopes(true));
  return { ...operator, actor: { ...person, credential: 'session', authenticatedAt: Date.now() } };
}
