import {
  createLocalJWKSet,
  errors,
  type FlattenedJWSInput,
  type JSONWebKeySet,
  type JWSHeaderParameters,
} from 'jose';
import { z } from 'zod';
import { DomainError } from '../../../domain/errors.ts';
import { inputLimits } from '../../../domain/limits/inputs.ts';
import { createBoundedCache } from '../../../store/cache/bounded-cache.ts';
import { fetchJson } from '../../outgoing/guarded-fetch.ts';

const Discovery = z.object({ issuer: z.string(), jwks_uri: z.url() });

const KeySet = z.object({
  keys: z.array(z.looseObject({ kty: z.string() })).max(inputLimits['issuer keys'].count),
});

type Keys = ReturnType<typeof createLocalJWKSet>;

interface Entry {
  keys: Promise<Keys>;
  loadedAt: number;
  /** The last time at which an unknown key caused a request to the issuer. */
  refreshedAt: number;
}

const keepMs = 600_000;
const cacheBytes = 16 * 1024 * 1024;
/** The estimated memory of the largest key set, as read from the issuer and prepared for use. */
const keySetBytes = inputLimits['fetched document'].bytes;
/** Any caller can invent key ids, which must not cause a request to the issuer each time. */
const refreshEveryMs = 30_000;

/** An issuer of keys; `jwksUri` is the address of the keys, by default that of the discovery document. */
export interface KeysOf {
  issuer: string;
  jwksUri?: string | undefined;
}

/** Finds the key that an identity token names. */
export interface IssuerKeys {
  /** @throws `JWKSNoMatchingKey` of jose; DomainError `not_ready` when the issuer is unreachable */
  keyFor(
    of: KeysOf,
    header: JWSHeaderParameters | undefined,
    token: FlattenedJWSInput,
  ): Promise<Awaited<ReturnType<Keys>>>;
}

/** Caches keys of issuers for ten minutes, and requests them again when a token names an unknown key. */
export function createIssuerKeys(
  configured: readonly string[],
  { mayReachInside = false }: { mayReachInside?: boolean } = {},
): IssuerKeys {
  const entries = createBoundedCache<Entry>({ maxBytes: cacheBytes, bytesOf: () => keySetBytes });

  const isTrusted = (issuer: string) => mayReachInside || configured.includes(issuer);
  const idOf = ({ issuer, jwksUri = '' }: KeysOf) => `${issuer}\n${jwksUri}`;

  function load(of: KeysOf, refreshedAt: number): Entry {
    const id = idOf(of);
    const entry: Entry = { keys: loadKeys(of, isTrusted(of.issuer)), loadedAt: Date.now(), refreshedAt };
    entries.set(id, entry);
    // failures are not cached
    entry.keys.catch(() => {
      if (entries.get(id) === entry) entries.delete(id);
    });
    return entry;
  }

  function current(of: KeysOf): Entry {
    const entry = entries.get(idOf(of));
    return entry && Date.now() - entry.loadedAt < keepMs ? entry : load(of, 0);
  }

  return {
    async keyFor(of, header, token) {
      const entry = current(of);
      const keys = await entry.keys;
      try {
        return await keys(header, token);
      } catch (error) {
        const isUnknown = error instanceof errors.JWKSNoMatchingKey;
        if (!isUnknown || Date.now() - entry.refreshedAt < refreshEveryMs) throw error;
      }
      // another request may have loaded the keys meanwhile
      const latest = entries.get(idOf(of));
      const fresh = latest && latest !== entry ? latest : load(of, Date.now());
      return (await fresh.keys)(header, token);
    },
  };
}

/** @throws DomainError `not_ready`, the reason as its cause */
async function loadKeys({ issuer, jwksUri }: KeysOf, isTrusted: boolean): Promise<Keys> {
  try {
    const guard = isTrusted ? { trustedOrigin: new URL(issuer).origin } : {};
    if (jwksUri !== undefined) return prepare(await fetchJson(jwksUri, guard));
    const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
    const discovery = Discovery.parse(await fetchJson(address, guard));
    if (discovery.issuer !== issuer) throw new Error(`the document is of ${discovery.issuer}`);
    return prepare(await fetchJson(discovery.jwks_uri, guard));
  } catch (error) {
    const detail = `the keys of ${issuer} can not be read right now`;
    throw new DomainError('not_ready', detail, { retryAfterSeconds: 5 }, error);
  }
}

function prepare(document: unknown): Keys {
  const { keys } = KeySet.parse(document);
  return createLocalJWKSet({ keys } as JSONWebKeySet);
}
