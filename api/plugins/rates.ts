import type { Config } from '../../config/config.ts';
import type { Platform } from '../../services/platform.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '../../domain/errors.ts';
import { createBoundedCache } from '../../store/cache/bounded-cache.ts';
import type { KeyValue, RateVerdict } from '../../store/kv/kv.ts';
import type { Authenticator } from '../../services/identity/authenticate.ts';
import { presentedCredential } from './presented-credential.ts';
import { addressKey } from '../../domain/address-key.ts';
import {
  defaultTier,
  missLimits,
  holdersPerAddress,
  type Tier,
  tierLimits,
  windowSeconds,
} from './rate-tiers.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Rate limit of the route; `none` for probes. Default: by method and path. */
    tier?: Tier | 'none';
  }
}

type RatesPlatform = Pick<Platform, 'kv'> & {
  authenticator: Pick<Authenticator, 'holderOf'>;
  config: { limits: Pick<Config['limits'], 'rates'> };
};

/** Memory for blocked addresses, about ten thousand. */
const blockedBytes = 4 * 1024 * 1024;

/**
 * Counts requests per tier: by token, by person for sessions, and by address for all known clients together;
 * anonymous requests by address. While Redis is unreachable each process counts alone (ADR 0090). Each surface
 * renders the refusal in its own form.
 */
export function registerRates(app: FastifyInstance, { kv, authenticator, config }: RatesPlatform): void {
  // off for load tests
  if (!config.limits.rates) return;
  // anonymous reads only: tiers and addresses with too many misses, until their window frees a slot
  const blocked = createBoundedCache<number>({ maxBytes: blockedBytes });

  app.addHook('onRequest', (request, reply, done) => {
    const tier = tierOf(request);
    if (tier === 'none') return done();
    const address = addressKey(request.ip);
    const holder = tier === 'auth' ? undefined : holderOf(authenticator, request);
    const blockedUntil = holder === undefined ? (blocked.get(`${tier}:${address}`) ?? 0) : 0;
    if (blockedUntil > Date.now()) {
      const resetSeconds = (blockedUntil - Date.now()) / 1_000;
      setHeaders(reply, missLimits[tier] ?? 0, 0, resetSeconds);
      return done(refusal(resetSeconds));
    }
    const limit = tierLimits[tier];
    const verdicts =
      holder === undefined
        ? kv.hit(`rate:${tier}:${address}`, limit, windowSeconds).then((own) => ({ own, shared: own }))
        : hitBoth(kv, { tier, holder, address });
    verdicts.then(({ own, shared }) => {
      const refusing = [own, shared].find(({ isAllowed }) => !isAllowed);
      const { remaining, resetSeconds } = refusing ?? own;
      setHeaders(reply, limit, remaining, resetSeconds);
      done(refusing && refusal(resetSeconds));
    }, done);
  });

  app.addHook('onResponse', (request, reply, done) => {
    done();
    const tier = tierOf(request);
    const limit = tier === 'none' ? undefined : missLimits[tier];
    if (limit === undefined || !isMiss(request, reply)) return;
    if (holderOf(authenticator, request) !== undefined) return;
    const key = `${tier}:${addressKey(request.ip)}`;
    kv.hit(`rate:miss:${key}`, limit, windowSeconds).then(
      ({ isAllowed, resetSeconds }) => {
        if (!isAllowed) blocked.set(key, Date.now() + Math.max(1, resetSeconds) * 1_000);
      },
      () => {},
    );
  });
}

/**
 * Counts a known caller by itself, and all known callers of an address together, as one person can have many accounts
 * and tokens. A caller that is refused by itself does not count for its address.
 */
async function hitBoth(
  kv: KeyValue,
  { tier, holder, address }: { tier: Tier; holder: string; address: string },
): Promise<{ own: RateVerdict; shared: RateVerdict }> {
  const limit = tierLimits[tier];
  const own = await kv.hit(`rate:${tier}:holder:${holder}`, limit, windowSeconds);
  if (!own.isAllowed) return { own, shared: own };
  const shared = await kv.hit(`rate:${tier}:holders-at:${address}`, limit * holdersPerAddress, windowSeconds);
  return { own, shared };
}

/** A missing resource or an unknown credential. A challenge without a credential is not a miss. */
function isMiss(request: FastifyRequest, { statusCode }: FastifyReply): boolean {
  return statusCode === 404 || (statusCode === 401 && presentedCredential(request.headers) !== undefined);
}

function tierOf(request: FastifyRequest): Tier | 'none' {
  return request.routeOptions.config?.tier ?? defaultTier(request.method, request.url);
}

function holderOf(
  authenticator: RatesPlatform['authenticator'],
  request: FastifyRequest,
): string | undefined {
  const credential = presentedCredential(request.headers);
  return credential === undefined ? undefined : authenticator.holderOf(credential);
}

function setHeaders(reply: FastifyReply, limit: number, remaining: number, resetSeconds: number): void {
  reply.header('x-ratelimit-limit', limit);
  reply.header('x-ratelimit-remaining', remaining);
  reply.header('x-ratelimit-reset', Math.ceil(resetSeconds));
}

function refusal(resetSeconds: number): DomainError {
  const retryAfterSeconds = Math.max(1, Math.ceil(resetSeconds));
  const detail = `too many requests, try again in ${retryAfterSeconds} s`;
  return new DomainError('rate_limited', detail, { retryAfterSeconds });
}
