import { errors, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import { DomainError } from '../../domain/errors.ts';
import { Scope } from '../../domain/scopes.ts';

const Claims = z.object({
  sub: z.uuid(),
  jti: z.uuid(),
  sid: z.uuid(),
  exp: z.number(),
  scopes: z.array(Scope),
});
export type SessionClaims = z.infer<typeof Claims>;

export interface SessionTokens {
  sign(session: { id: string; userId: string; scopes: readonly Scope[]; expiresAt: Date }): Promise<string>;
  /** @throws DomainError `token_expired`, `invalid_credentials` */
  verify(token: string): Promise<SessionClaims>;
}

const audience = 'rookery';
/** Clocks of replicas differ a little. */
const toleranceSeconds = 5;

/** JWT (HS256) whose `jti` names a row: valid signatures of revoked sessions are worth nothing. */
export function createSessionTokens(secret: string, issuer: string): SessionTokens {
  const key = new TextEncoder().encode(secret);
  return {
    sign: ({ id, userId, scopes, expiresAt }) =>
      new SignJWT({ sid: id, scopes })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setSubject(userId)
        .setIssuer(issuer)
        .setAudience(audience)
        .setIssuedAt()
        .setExpirationTime(Math.floor(expiresAt.getTime() / 1000))
        .setJti(id)
        .sign(key),
    verify: async (token) => {
      try {
        const options = { algorithms: ['HS256'], issuer, audience, clockTolerance: toleranceSeconds };
        const { payload } = await jwtVerify(token, key, options);
        return Claims.parse(payload);
      } catch (error) {
        if (error instanceof errors.JWTExpired) {
          throw new DomainError('token_expired', 'the session has expired', {}, error);
        }
        throw new DomainError('invalid_credentials', 'the credential is not valid', {}, error);
      }
    },
  };
}
