import { errors } from 'jose';
import { type Actor, anonymous, type UserActor } from '../../domain/actor.ts';
import { sha256Hex } from '../../domain/digest.ts';
import { DomainError } from '../../domain/errors.ts';
import { createBoundedCache } from '../../store/cache/bounded-cache.ts';
import type { Authenticator } from './authenticate.ts';
import { CredentialRef } from './resolve.ts';
import { createSignedTokens, toleranceSeconds } from './signed-tokens.ts';
import type { Configured } from '../platform.ts';

/** Short-lived tokens for protocols with their own token service, as JWT (HS256) for one audience. */
export interface ProtocolTokens {
  issue(audience: string, actor: Actor, claims: Record<string, unknown>, seconds: number): Promise<string>;
  /** Undefined for a token of another audience. @throws DomainError `token_expired`, `token_revoked` */
  open(
    audience: string,
    token: string,
  ): Promise<{ actor: Actor; claims: Record<string, unknown> } | undefined>;
}

interface OpenedToken {
  /** Null for an anonymous token. */
  ref: CredentialRef | null;
  claims: Record<string, unknown>;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

const type = 'grant+jwt';
const cacheBytes = 16 * 1024 * 1024;
const registered = new Set(['iss', 'aud', 'iat', 'exp', 'holder']);

const expired = (cause?: unknown) => new DomainError('token_expired', 'the token has expired', {}, cause);

export function createProtocolTokens(
  platform: {
    authenticator: Pick<Authenticator, 'actorOf' | 'referTo' | 'noteHolder'>;
  } & Configured<'secrets' | 'http' | 'auth'>,
): ProtocolTokens {
  const tokens = createSignedTokens(platform.config);
  // the content of a valid signature never changes; keys are hashes, so that a heap dump contains no credential
  const opened = createBoundedCache<OpenedToken>({ maxBytes: cacheBytes });

  async function verify(audience: string, token: string): Promise<OpenedToken | undefined> {
    try {
      const payload = await tokens.verify(token, { typ: type, audience, requiredClaims: ['exp'] });
      const claims = Object.fromEntries(Object.entries(payload).filter(([name]) => !registered.has(name)));
      const ref = payload['holder'] === null ? null : CredentialRef.parse(payload['holder']);
      return { ref, claims, expiresAt: ((payload.exp ?? 0) + toleranceSeconds) * 1000 };
    } catch (error) {
      if (error instanceof errors.JWTExpired) throw expired(error);
      return undefined;
    }
  }

  return {
    async issue(audience, actor, claims, seconds) {
      const holder = actor.kind === 'anonymous' ? null : await platform.authenticator.referTo(actor);
      const expiresAt = Math.floor(Date.now() / 1000) + seconds;
      return tokens.sign({ ...claims, holder }, { type, audience, expiresAt });
    },

    async open(audience, token) {
      const cacheKey = sha256Hex(`${audience}\n${token}`);
      const wasOpened = opened.has(cacheKey);
      const grant = opened.get(cacheKey) ?? (await verify(audience, token));
      if (!grant) return undefined;
      opened.set(cacheKey, grant);
      if (grant.expiresAt <= Date.now()) throw expired();
      if (grant.ref === null) return { actor: anonymous, claims: grant.claims };
      const actor = await holderOf(platform.authenticator, grant.ref);
      if (!wasOpened) platform.authenticator.noteHolder(token, actor);
      return { actor, claims: grant.claims };
    },
  };
}

/** The account of a credential. When the account is removed or locked, everything derived from it ends. */
async function holderOf(
  authenticator: Pick<Authenticator, 'actorOf'>,
  ref: CredentialRef,
): Promise<UserActor> {
  try {
    return await authenticator.actorOf(ref);
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'invalid_credentials') throw error;
    throw new DomainError(
      'token_revoked',
      'the credential behind this token is not valid any more',
      {},
      error,
    );
  }
}
