import {
  createLocalJWKSet,
  errors,
  type FlattenedJWSInput,
  type JSONWebKeySet,
  type JWSHeaderParameters,
} from 'jose';
import { z } from 'zod';
import { DomainError } from '../../../domain/errors.ts';
import { createBoundedCache } from '../../../store/cache/bounded-cache.ts';
import { fetchJson } from '../../outgoing/guarded-fetch.ts';

const Discovery = z.object({ issuer: z.string(), jwks_uri: z.url() });

const KeySet = z.object({ keys: z.array(z.looseObject({ kty: z.string() })).max(100) });

type Keys = ReturnType<typeof createLocalJWKSet>;

interface Entry {
  keys: Promise<Keys>;
  loadedAt: number;
  /** When an unknown key last made us ask again. */
  refreshedAt: number;
}

const keepMs = 600_000;
const cacheBytes = 16 * 1024 * 1024;
/** What a set of keys may weigh, read from the issuer and prepared for use. */
const keySetBytes = 256 * 1024;
/** Anybody can make up key ids: they may not make us ask the issuer each time. */
const refreshEveryMs = 30_000;

/** Picks the key that an identity token names. */
export interface IssuerKeys {
  /** @throws `JWKSNoMatchingKey` of jose; DomainError `not_ready` when the issuer can't be asked */
  keyFor(
    issuer: string,
    header: JWSHeaderParameters | undefined,
    token: FlattenedJWSInput,
  ): Promise<Awaited<ReturnType<Keys>>>;
}

/** Keys of issuers, kept ten minutes and asked for again when a token names one that is not there. */
export function createIssuerKeys(configured: readonly string[]): IssuerKeys {
  const entries = createBoundedCache<Entry>({ maxBytes: cacheBytes, bytesOf: () => keySetBytes });

  function load(issuer: string, refreshedAt: number): Entry {
    const entry: Entry = { keys: loadKeys(issuer, configured), loadedAt: Date.now(), refreshedAt };
    entries.set(issuer, entry);
    // a failure is not kept
    entry.keys.catch(() => {
      if (entries.get(issuer) === entry) entries.delete(issuer);
    });
    return entry;
  }

  function current(issuer: string): Entry {
    const entry = entries.get(issuer);
    return entry && Date.now() - entry.loadedAt < keepMs ? entry : load(issuer, 0);
  }

  return {
    async keyFor(issuer, header, token) {
      const entry = current(issuer);
      const keys = await entry.keys;
      try {
        return await keys(header, token);
      } catch (error) {
        const isUnknown = error instanceof errors.JWKSNoMatchingKey;
        if (!isUnknown || Date.now() - entry.refreshedAt < refreshEveryMs) throw error;
      }
      // somebody else may have asked meanwhile
      const latest = entries.get(issuer);
      const fresh = latest && latest !== entry ? latest : load(issuer, Date.now());
      return (await fresh.keys)(header, token);
    },
  };
}

/** @throws DomainError `not_ready`, the reason as its cause */
async function loadKeys(issuer: string, configured: readonly string[]): Promise<Keys> {
  try {
    const guard = configured.includes(issuer) ? { trustedOrigin: new URL(issuer).origin } : {};
    const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
    const discovery = Discovery.parse(await fetchJson(address, guard));
    if (discovery.issuer !== issuer) throw new Error(`the document is of ${discovery.issuer}`);
    const { keys } = KeySet.parse(await fetchJson(discovery.jwks_uri, guard));
    return createLocalJWKSet({ keys } as JSONWebKeySet);
  } catch (error) {
    const detail = `the keys of ${issuer} can not be read right now`;
    throw new DomainError('not_ready', detail, { retryAfterSeconds: 5 }, error);
  }
}
