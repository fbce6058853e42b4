import type { Config } from '../../config/config.ts';
import { anonymous, type Actor, type UserActor } from '../../domain/actor.ts';
import { sha256Hex } from '../../domain/digest.ts';
import { DomainError } from '../../domain/errors.ts';
import { createBoundedCache } from '../../store/cache/bounded-cache.ts';
import type { Change } from '../../store/postgres/notify.ts';
import type { Pool } from '../../store/postgres/pool.ts';
import { type CredentialRef, referTo, resolveCredential, type Resolved, resolveRef } from './resolve.ts';
import { createSessionTokens, type SessionTokens } from './session-token.ts';
import { createSignedTokens } from './signed-tokens.ts';

export interface Authenticator {
  readonly sessions: SessionTokens;
  /** An absent credential is anonymous. @throws DomainError `invalid_credentials`, `token_expired`, `token_revoked` */
  authenticate(credential: string | undefined): Promise<Actor>;
  /** The reference to a credential for derived credentials; {@link Authenticator.actorOf} finds its holder. */
  referTo(actor: UserActor): Promise<CredentialRef>;
  /** The holder of the credential behind a derived one. @throws as {@link authenticate} */
  actorOf(ref: CredentialRef): Promise<UserActor>;
  /** Makes rate limits count a derived credential for its holder. */
  noteHolder(credential: string, actor: UserActor): void;
  /** The key of rate limits: the token, or the user of a session, that was valid lately. */
  holderOf(credential: string): string | undefined;
  /** Drops entries that the change makes stale; other kinds of change are ignored. */
  forget(change: Change): void;
  /** Forgets all entries, for a gap in which notices may have been lost. */
  forgetAll(): void;
}

/** Bounds how long a revocation can go unnoticed when its notice is lost. */
const trustMs = 5_000;
const holderMs = 600_000;
/** The bound of each cache. The weight of an entry grows with the memberships of its person. */
const cacheBytes = 16 * 1024 * 1024;

/** Sessions count for their user, who can open any number of them. */
const holderOf = ({ tokenId, userId }: UserActor) => tokenId ?? userId;

/** Builds are not cached: their rights change with publishers, which are read each time. */
const isLasting = ({ actor }: Resolved) => actor.build === undefined;

/** A part of the platform that does not depend on the other parts. */
export function createAuthenticator({
  pool,
  config,
}: {
  pool: Pool;
  config: Pick<Config, 'secrets' | 'http' | 'auth'>;
}): Authenticator {
  const sessions = createSessionTokens(createSignedTokens(config));
  // keys are hashes, so that a heap dump holds no credential
  const resolved = createBoundedCache<Resolved>({ maxBytes: cacheBytes, ttlMs: trustMs });
  const referred = createBoundedCache<Resolved>({ maxBytes: cacheBytes, ttlMs: trustMs });
  const pending = new Map<string, Promise<Resolved>>();
  const holders = createBoundedCache<string>({ maxBytes: cacheBytes, ttlMs: holderMs });
  // the result of a look-up that began before a revocation must not be cached
  let generation = 0;

  async function lookUp(credential: string, hash: string): Promise<Resolved> {
    const begun = generation;
    const found = await resolveCredential(pool, sessions, credential);
    if (begun === generation && isLasting(found)) resolved.set(hash, found);
    holders.set(hash, holderOf(found.actor));
    return found;
  }

  async function lookUpRef(ref: CredentialRef, key: string): Promise<Resolved> {
    const begun = generation;
    const found = await resolveRef(pool, ref);
    if (begun === generation && isLasting(found)) referred.set(key, found);
    return found;
  }

  function lookUpOnce(credential: string, hash: string): Promise<Resolved> {
    const running = pending.get(hash);
    if (running) return running;
    const started = lookUp(credential, hash).finally(() => {
      if (pending.get(hash) === started) pending.delete(hash);
    });
    pending.set(hash, started);
    return started;
  }

  function forgetWhere(isStale: (entry: Resolved) => boolean): void {
    for (const cache of [resolved, referred]) {
      for (const [key, entry] of cache.entries()) {
        if (isStale(entry)) cache.delete(key);
      }
    }
  }

  function invalidate(): void {
    generation += 1;
    pending.clear();
  }

  return {
    sessions,
    async authenticate(credential) {
      if (credential === undefined) return anonymous;
      const hash = sha256Hex(credential);
      const { actor, expiresAt } = resolved.get(hash) ?? (await lookUpOnce(credential, hash));
      if (expiresAt <= Date.now()) throw new DomainError('token_expired', 'the credential has expired');
      return actor;
    },
    referTo: (actor) => referTo(pool, actor),
    async actorOf(ref) {
      const key = JSON.stringify(ref);
      const { actor, expiresAt } = referred.get(key) ?? (await lookUpRef(ref, key));
      if (expiresAt <= Date.now()) throw new DomainError('token_expired', 'the credential has expired');
      return actor;
    },
    noteHolder(credential, actor) {
      holders.set(sha256Hex(credential), holderOf(actor));
    },
    holderOf: (credential) => holders.get(sha256Hex(credential)),
    forget(change) {
      if (change.kind === 'package') return;
      invalidate();
      if (change.kind === 'token') forgetWhere(({ tokenHash }) => tokenHash === change.hash);
      if (change.kind === 'session') forgetWhere(({ actor }) => actor.sessionId === change.id);
      if (change.kind === 'user') forgetWhere(({ actor }) => actor.userId === change.id);
    },
    forgetAll() {
      invalidate();
      resolved.clear();
      referred.clear();
    },
  };
}
