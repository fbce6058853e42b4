import {
  errors,
  type JWTPayload,
  jwtVerify,
  type JWTVerifyOptions,
  type JWTHeaderParameters,
  SignJWT,
} from 'jose';
import type { Config } from '../../config/config.ts';
import { jwtSecretsOf } from '../../config/secrets.ts';

/** Tolerance for differences between clocks of replicas. */
export const toleranceSeconds = 5;

/** JWT (HS256) of this installation: signed with one key, verified with that key and the overlapping one. */
export interface SignedTokens {
  sign(claims: JWTPayload, about: { type: string; audience: string; expiresAt: number }): Promise<string>;
  /** @throws errors of `jose` */
  verify(token: string, options: JWTVerifyOptions & { audience: string }): Promise<JWTPayload>;
}

export function createSignedTokens({
  secrets,
  auth,
  http,
}: Pick<Config, 'secrets' | 'auth' | 'http'>): SignedTokens {
  const [current, accepted] = jwtSecretsOf(secrets).map((secret) => new TextEncoder().encode(secret));
  if (!current) throw new Error('there is always a key that signs');
  // earlier tokens have the public address as issuer; it can change, so it does not identify the installation
  const issuer = [auth.issuer, http.publicUrl];

  async function verifyWith(key: Uint8Array, token: string, options: JWTVerifyOptions): Promise<JWTPayload> {
    const usual = { algorithms: ['HS256'], issuer, clockTolerance: toleranceSeconds };
    return (await jwtVerify(token, key, { ...usual, ...options })).payload;
  }

  return {
    sign: (claims, { type, audience, expiresAt }) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256', typ: type } satisfies JWTHeaderParameters)
        .setIssuer(auth.issuer)
        .setAudience(audience)
        .setIssuedAt()
        .setExpirationTime(expiresAt)
        .sign(current),
    async verify(token, options) {
      try {
        return await verifyWith(current, token, options);
      } catch (error) {
        const isOther = error instanceof errors.JWSSignatureVerificationFailed;
        if (!isOther || !accepted) throw error;
        return verifyWith(accepted, token, options);
      }
    },
  };
}
