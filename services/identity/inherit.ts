import type { Performer } from '../../domain/actor.ts';
import { DomainError, forbidden } from '../../domain/errors.ts';
import { areWithin } from '../../domain/networks.ts';
import { isBounded } from '../../domain/quotas.ts';
import { findToken, type TokenLimits } from '../../store/postgres/identity/tokens.ts';
import { findOwnQuotas } from '../../store/postgres/packages/usage.ts';
import type { Transaction } from '../../store/postgres/pool.ts';

interface Bounds {
  limits?: TokenLimits | undefined;
  /** Null: the token does not expire. */
  expiresAt: Date | null;
}

/**
 * The limits of a new token, within those of the token that requests it: the new token is accepted only in the same
 * ecosystem and from the same networks, and does not outlive it. Tokens with other limits can't create tokens
 * (`authorizeOwn`).
 * @throws DomainError `token_revoked`, `validation_failed` for other networks, `forbidden` for a token with quotas,
 * which a new token would exceed
 */
export async function inherit<Wanted extends Bounds>(
  tx: Transaction,
  { tokenId }: Performer,
  wanted: Wanted,
): Promise<Wanted> {
  if (tokenId === null) return wanted;
  const maker = await findToken(tx, { id: tokenId });
  if (!maker || maker.revokedAt !== null)
    throw new DomainError('token_revoked', 'the credential has been revoked');
  if (isBounded(await findOwnQuotas(tx, { tokenId }))) {
    throw forbidden('a token with quotas makes no other tokens');
  }
  const ends = [maker.expiresAt, wanted.expiresAt].filter((end) => end !== null);
  const expiresAt = ends.length === 0 ? null : new Date(Math.min(...ends.map((end) => end.getTime())));
  const allowedNetworks = narrower(wanted.limits?.allowedNetworks ?? null, maker.allowedNetworks);
  const issuedIn = maker.acceptedIn ?? wanted.limits?.issuedIn ?? null;
  return { ...wanted, expiresAt, limits: { ...wanted.limits, allowedNetworks, issuedIn } };
}

function narrower(
  wanted: readonly string[] | null,
  held: readonly string[] | null,
): readonly string[] | null {
  if (wanted === null || held === null) return wanted ?? held;
  if (areWithin(wanted, held)) return wanted;
  const message = `must be within ${held.join(', ')}, where the token that asks is accepted`;
  throw new DomainError('validation_failed', `allowed_cidrs ${message}`, {
    errors: [{ path: 'allowed_cidrs', code: 'invalid', message }],
  });
}
