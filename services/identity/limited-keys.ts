import { requireUser } from '../../domain/actor.ts';
import { authorizeOwn } from '../../domain/authorize.ts';
import { as, type Caller, type KnownCaller, performedBy } from '../../domain/caller.ts';
import { sha256Hex } from '../../domain/digest.ts';
import type { EcosystemId } from '../../domain/ecosystem-id.ts';
import { insufficientScope, mfaRequired, notFound } from '../../domain/errors.ts';
import type { Scope } from '../../domain/scopes.ts';
import { writeAudit } from '../../store/postgres/audit/audit.ts';
import { lockLimitedKey, setKeyRights } from '../../store/postgres/identity/tokens.ts';
import { checkCode } from './second-factor/check.ts';
import type { Configured, Platform } from '../platform.ts';

/**
 * The caller with the scopes of their key, if the key has this right of the protocol. Other credentials are returned
 * unchanged. @throws DomainError `unauthenticated`, `insufficient_scope`, `mfa_required`, `invalid_credentials`,
 * `rate_limited`
 */
export async function useKey(
  platform: Pick<Platform, 'pool' | 'throttle'> & Configured<'secrets'>,
  caller: Caller,
  { right, code }: { right: string; code: string | undefined },
): Promise<KnownCaller> {
  const { heldBack, ...actor } = requireUser(caller.actor);
  if (!heldBack) return as(caller, actor);
  if (!heldBack.rights.has(right)) throw insufficientScope(right);
  if (heldBack.needsCode && actor.hasSecondFactor === true) {
    if (code === undefined) throw mfaRequired();
    await checkCode(platform, { userId: actor.userId, code }, caller.origin);
  }
  return as(caller, { ...actor, scopes: heldBack.scopes });
}

export interface KeyChange {
  ecosystem: EcosystemId;
  grant: readonly string[];
  withdraw: readonly string[];
  /** Maps these rights to the scopes of the platform. */
  scopesOf(rights: readonly string[]): readonly Scope[];
}

/**
 * Changes the rights of a limited key, which the user identifies by its text.
 * @throws DomainError `unauthenticated`, `insufficient_scope`, `not_found`
 */
export async function changeKey(
  { pool, announce }: Pick<Platform, 'pool' | 'announce'>,
  caller: Caller,
  secret: string,
  { ecosystem, grant, withdraw, scopesOf }: KeyChange,
): Promise<void> {
  const { userId } = authorizeOwn(caller.actor, 'manage_tokens');
  const hash = sha256Hex(secret);
  await pool.transaction(async (tx) => {
    const key = await lockLimitedKey(tx, userId, { hash, ecosystem });
    if (!key) throw notFound('key');
    const rights = [...new Set([...key.protocolRights, ...grant])].filter((each) => !withdraw.includes(each));
    await setKeyRights(tx, { id: key.id, hash }, { rights, scopes: scopesOf(rights) });
    await writeAudit(tx, {
      action: 'token_update',
      performer: performedBy(caller),
      targetUserId: userId,
      metadata: { token_id: key.id, rights: rights.join(' ') },
    });
  });
  announce({ kind: 'user', id: userId });
}
