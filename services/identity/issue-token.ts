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
  /** The owner instead of the person: the token then outlives the membership. */
  owner?: { id: string; slug: string } | undefined;
  /** The person behind it where it belongs to no person. */
  madeBy?: string | null;
  name: string;
  kind: string;
  scopes: readonly Scope[];
  repositoryId: string | null;
  packageId: string | null;
  /** Further bounds of the token. */
  limits?: TokenLimits | undefined;
  /** Its own quotas; absent: those of its owner. */
  quotas?: Quotas | undefined;
  /** For tokens of a build, which belong to no person: the ecosystem they publish in. */
  exchangedIn?: EcosystemId;
  expiresAt: Date | null;
}

/** `secret` is stored nowhere; `display` is its owner's name for it. */
export interface IssuedToken {
  id: string;
  secret: string;
  display: string;
}

/**
 * For a person, within the limits on their number of tokens and on new ones per time. The caller has been authorized before.
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

/** The token and its audit entry. */
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

/** The token alone, for actions with an audit entry of their own. */
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
