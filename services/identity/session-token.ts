import { errors, type JWTPayload } from 'jose';
import { z } from 'zod';
import { DomainError } from '../../domain/errors.ts';
import { Scope } from '../../domain/scopes.ts';
import { newId } from '../../store/postgres/ids.ts';
import type { SignedTokens } from './signed-tokens.ts';

const Claims = z.object({
  sub: z.uuid(),
  jti: z.uuid(),
  sid: z.uuid(),
  exp: z.number(),
  scopes: z.array(Scope),
});
export type SessionClaims = z.infer<typeof Claims>;

const PageClaims = Claims.pick({ sub: true, sid: true });
export type PageClaims = z.infer<typeof PageClaims>;

const Challenge = z.object({ jti: z.uuid() });

export interface SessionTokens {
  /** Signs a pending log-in that still needs its code: it opens no session. */
  signChallenge(challenge: { id: string; userId: string; expiresAt: Date }): Promise<string>;
  /** Returns the challenge's id. @throws DomainError `token_expired`, `invalid_credentials` */
  verifyChallenge(token: string): Promise<string>;
  sign(session: { id: string; userId: string; scopes: readonly Scope[]; expiresAt: Date }): Promise<string>;
  /** @throws DomainError `token_expired`, `invalid_credentials` */
  verify(token: string): Promise<SessionClaims>;
  /** Signs a cookie of pages, which other surfaces do not accept. */
  signPage(session: { id: string; userId: string; expiresAt: Date }): Promise<string>;
  /** @throws DomainError `token_expired`, `invalid_credentials` */
  verifyPage(token: string): Promise<PageClaims>;
}

const audience = 'rookery';
const challengeAudience = 'rookery/second-factor';
const pageAudience = 'rookery/pages';
/** JWT (HS256) whose `sid` names a row: a valid signature of a revoked session is refused. */
export function createSessionTokens(tokens: SignedTokens): SessionTokens {
  function sign(claims: JWTPayload, audience: string, expiresAt: Date): Promise<string> {
    return tokens.sign(claims, {
      type: 'JWT',
      audience,
      expiresAt: Math.floor(expiresAt.getTime() / 1000),
    });
  }

  async function verify<T>(token: string, audience: string, claims: z.ZodType<T>): Promise<T> {
    try {
      return claims.parse(await tokens.verify(token, { audience }));
    } catch (error) {
      if (error instanceof errors.JWTExpired) {
        throw new DomainError('token_expired', 'the session has expired', {}, error);
      }
      throw new DomainError('invalid_credentials', 'the credential is not valid', {}, error);
    }
  }

  return {
    sign: ({ id, userId, scopes, expiresAt }) =>
      sign({ sub: userId, jti: newId(), sid: id, scopes: [...scopes] }, audience, expiresAt),
    verify: (token) => verify(token, audience, Claims),
    signPage: ({ id, userId, expiresAt }) =>
      sign({ sub: userId, jti: newId(), sid: id }, pageAudience, expiresAt),
    verifyPage: (token) => verify(token, pageAudience, PageClaims),
    signChallenge: ({ id, userId, expiresAt }) =>
      sign({ sub: userId, jti: id, scopes: ['mfa:pending'] }, challengeAudience, expiresAt),
    verifyChallenge: async (token) => (await verify(token, challengeAudience, Challenge)).jti,
  };
}
