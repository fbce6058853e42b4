import type { Performer } from '../../domain/actor.ts';
import type { Scope } from '../../domain/scopes.ts';
import { createToken } from '../../domain/token.ts';
import { writeAudit } from '../../store/postgres/audit.ts';
import { newId } from '../../store/postgres/ids.ts';
import type { Pool } from '../../store/postgres/pool.ts';
import { insertToken } from '../../store/postgres/tokens.ts';

export interface TokenRequest {
  userId: string;
  name: string;
  kind: 'personal' | 'repository' | 'package' | 'ci' | 'publish';
  scopes: readonly Scope[];
  repositoryId: string | null;
  packageId: string | null;
  expiresAt: Date | null;
}

/** Whoever asks must have been allowed to. Returns the text, which is stored nowhere. */
export async function issueToken(
  pool: Pool,
  request: TokenRequest,
  performer: Performer,
): Promise<{ id: string; secret: string; display: string }> {
  const { secret, ...token } = createToken();
  const id = newId();
  const { userId, name, kind, scopes } = request;
  await pool.transaction(async (tx) => {
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
