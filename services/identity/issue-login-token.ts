import type { EcosystemId } from '../../domain/ecosystem-id.ts';
import { DomainError } from '../../domain/errors.ts';
import { Scope } from '../../domain/scopes.ts';
import { loginToken } from '../../domain/token.ts';
import type { Approval } from './browser-login.ts';
import { type CreatedToken, createOwnToken } from './create-token.ts';
import { getPerson } from './resolve.ts';
import type { Platform } from '../platform.ts';

/**
 * Issues the token of a client after an approval, with the requested scopes that the user has. A token for a
 * protocol's client is accepted only in its ecosystem (`issuedIn`).
 * @throws DomainError `invalid_credentials` once deactivated, `access_denied` for a user without these scopes,
 * `rate_limited`, `policy_violation`
 */
export async function issueLoginToken(
  platform: Pick<Platform, 'pool' | 'consumeLimit'>,
  { userId, hostname, origin, scopes: wanted }: Approval,
  issuedIn?: EcosystemId,
): Promise<CreatedToken & { username: string }> {
  const person = await getPerson(platform.pool, userId, Scope.options);
  const actor = { ...person, credential: 'session', authenticatedAt: Date.now() } as const;
  const scopes = wanted.filter((scope) => person.scopes.has(scope));
  if (scopes.length === 0) {
    throw new DomainError('access_denied', `${person.username} has none of the scopes that were asked for`);
  }
  const { expiresInDays } = loginToken;
  const token = { name: `log-in on ${hostname}`, scopes, expiresInDays, issuedIn };
  const created = await createOwnToken(platform, { actor, repository: null, mount: null, origin }, token);
  return { ...created, username: person.username };
}
