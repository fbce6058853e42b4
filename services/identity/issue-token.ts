import type { BuildToken } from '../../domain/build-token.ts';
import type { Performer } from '../../domain/actor.ts';
import type { EcosystemId } from '../../domain/ecosystem-id.ts';
import { type Quotas, isBounded } from '../../domain/quotas.ts';
import type { Scope } from '../../domain/scopes.ts';
import { DomainError } from '../../domain/errors.ts';
import { createToken, maxLiveTokens } from '../../domain/token.ts';
import { writeAudit } from '../../store/postgres/audit/audit.ts';
import { newId } from '../../store/postgres/ids.ts';
import type { Transaction } from '../../store/postgres/pool.ts';
import { inherit } from './inherit.ts';
import { organizationAccount } from './organization-account.ts';
import { changeOwnQuotas } from '../../store/postgres/packages/usage.ts';
import { countLiveTokens, insertToken, type TokenLimits } from '../../store/postgres/identity/tokens.ts';
import type { Platform } from '../platform.ts';

export interface TokenRequest {
  userId: string;
  /** The owner when it is not a user: the token then outlives a membership. */
  owner?: { id: string; slug: string } | undefined;
  /** The user who created a token that belongs to an organization. */
  madeBy?: string | null;
  name: string;
  kind: string;
  scopes: readonly Scope[];
  repositoryId: string | null;
  packageId: string | null;
  /** Further limits of the token. */
  limits?: TokenLimits | undefined;
  /** The token's own quotas; absent: the quotas of its owner. */
  quotas?: Quotas | undefined;
  /** For tokens of a build, which belong to no user: the ecosystem in which they publish. */
  exchangedIn?: EcosystemId;
  expiresAt: Date | null;
}

/** `secret` is not stored; `display` is the name that its owner gave it. */
export interface IssuedToken {
  id: string;
  secret: string;
  display: string;
}

/**
 * Issues a token, within the limits on the user's tokens and on new tokens per time. The caller has checked the
 * rights.
 * @throws DomainError `rate_limited`, `policy_violation` above the limit, and as {@link inherit}
 */
export async function issueToken(
  { pool, consumeLimit }: Pick<Platform, 'pool' | 'consumeLimit'>,
  request: TokenRequest,
  performer: Performer,
): Promise<IssuedToken & { expiresAt: Date | null }> {
  await consumeLimit('create_token', request.userId);
  return pool.transaction(async (tx) => {
    const bounded = await inherit(tx, performer, request);
    const { owner, expiresAt } = bounded;
    const userId = owner ? await organizationAccount(tx, owner) : request.userId;
    if ((await countLiveTokens(tx, userId)) >= maxLiveTokens) throw tooMany();
    return { ...(await writeToken(tx, { ...bounded, userId }, performer)), expiresAt };
  });
}

/** Creates the token and its audit entry. */
export async function writeToken(
  tx: Transaction,
  request: TokenRequest,
  performer: Performer,
): Promise<IssuedToken> {
  const token = await mintToken(tx, request);
  const { userId, name, kind, scopes, owner } = request;
  await writeAudit(tx, {
    action: 'token_create',
    performer,
    targetUserId: userId,
    ...(owner ? { targetOrgId: owner.id } : {}),
    metadata: { token_id: token.id, name, kind, scopes: scopes.join(' ') },
  });
  return token;
}

/** Creates the token without an audit entry, for actions with their own entry. */
export async function mintToken(
  tx: Transaction,
  request: Omit<TokenRequest, 'userId'> & { userId: string | null; build?: BuildToken },
): Promise<IssuedToken> {
  const { secret, ...token } = createToken();
  const id = newId();
  await insertToken(tx, { ...token, ...request, id });
  const { quotas } = request;
  if (quotas && isBounded(quotas)) await changeOwnQuotas(tx, { tokenId: id }, quotas);
  return { id, secret, display: `${token.prefix}${token.hint}` };
}

function tooMany(): DomainError {
  const detail = `there are ${maxLiveTokens} tokens already, which is the most there may be: revoke some of them first`;
  return new DomainError('policy_violation', detail);
}
