import type { Performer } from '../../domain/actor.ts';
import type { Scope } from '../../domain/scopes.ts';
import { DomainError } from '../../domain/errors.ts';
import { createToken, maxLiveTokens } from '../../domain/token.ts';
import { writeAudit } from '../../store/postgres/audit/audit.ts';
import { newId } from '../../store/postgres/ids.ts';
import type { Pool } from '../../store/postgres/pool.ts';
import type { TakeAction } from '../limits/actions.ts';
import { countLiveTokens, insertToken } from '../../store/postgres/identity/tokens.ts';

export interface TokenRequest {
  userId: string;
  name: string;
  kind: 'personal' | 'repository' | 'package' | 'ci' | 'publish';
  scopes: readonly Scope[];
  repositoryId: string | null;
  packageId: string | null;
  expiresAt: Date | null;
}

export interface TokenDeps {
  pool: Pool;
  take: TakeAction;
}

/**
 * Whoever asks must have been allowed to. Returns the text, which is stored nowhere.
 * @throws DomainError `rate_limited`, `policy_violation` for who has as many as one may have
 */
export async function issueToken(
  { pool, take }: TokenDeps,
  request: TokenRequest,
  performer: Performer,
): Promise<{ id: string; secret: string; display: string }> {
  const { secret, ...token } = createToken();
  const id = newId();
  const { userId, name, kind, scopes } = request;
  await take('create_token', userId);
  await pool.transaction(async (tx) => {
    if ((await countLiveTokens(tx, userId)) >= maxLiveTokens) throw tooMany();
    await insertToken(tx, { ...token, ...request, id });
    await writeAudit(tx, {
      action: 'token_create',
      performer,
      targetUserId: userId,
      metadata: { token_id: id, name, kind, scopes: scopes.join(' ') },
    });
  });
  return { id, secret, display: `${token.prefix}${token.hint}` };
}

function tooMany(): DomainError {
  const detail = `you have ${maxLiveTokens} tokens, which is the most there may be: revoke some of them first`;
  return new DomainError('policy_violation', detail);
}
