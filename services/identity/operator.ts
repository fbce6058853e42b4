import { type Caller, operator } from '../../domain/caller.ts';
import type { UserActor } from '../../domain/actor.ts';
import { DomainError } from '../../domain/errors.ts';
import { grantableScopes } from '../../domain/scopes.ts';
import { findUserByName } from '../../store/postgres/identity/users.ts';
import type { Pool } from '../../store/postgres/pool.ts';
import { getPerson } from './resolve.ts';

/**
 * A platform administrator at the shell: a person with access to the database acts as one of them, by name, so that rights are
 * decided and written down as for every other user. @throws DomainError `not_found`, `forbidden`
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
