import { z } from 'zod';
import { type Queryable, sql } from '../pool.ts';
import type { UploadCredential } from '../releases/release-uploaders.ts';

const Standing = z.object({
  username: z.string(),
  isActive: z.boolean(),
  isPasswordSame: z.boolean(),
  tokenName: z.string().nullable(),
  tokenRevokedAt: z.date().nullable(),
  sessionRevokedAt: z.date().nullable(),
});
/** The state of a credential. An expired credential, or one that its user returned, was not revoked. */
export type CredentialStanding = z.infer<typeof Standing>;

/**
 * Locks the credentials against revocation until the transaction ends: a later revocation waits, and an earlier one
 * is visible after the wait. Null if the account does not exist any more.
 */
export async function keepCredential(
  db: Queryable,
  { userId, tokenId, sessionId, passwordMark }: UploadCredential,
): Promise<CredentialStanding | null> {
  // read from the locked rows: after a wait, a statement sees old versions of other rows
  return db.maybeOne(sql.type(Standing)`
    with person as (
      select users.username, users.is_active, users.password_hash, users.credentials_ended_at from users
      where users.id = ${userId} for key share),
    token as (
      select tokens.name, case when not tokens.is_given_back then tokens.revoked_at end as revoked_at from tokens
      where tokens.id = ${tokenId} for key share),
    session as (
      select case when not sessions.is_given_back then sessions.revoked_at end as revoked_at from sessions
      where sessions.id = ${sessionId} for key share)
    select person.username, person.is_active, token.name as token_name, token.revoked_at as token_revoked_at,
      session.revoked_at as session_revoked_at,
      ${passwordMark}::text is null
        or encode(sha256(convert_to(person.password_hash || coalesce(extract(epoch from person.credentials_ended_at)::text, ''), 'UTF8')), 'hex') = ${passwordMark} as is_password_same
    from person left join token on true left join session on true`);
}
