import type { FastifyInstance, FastifyRequest } from 'fastify';
import { addressKey } from '../../domain/address-key.ts';
import { sha256Hex } from '../../domain/digest.ts';
import { DomainError } from '../../domain/errors.ts';
import { type OnceRequest } from '../../services/requests/once.ts';
import type { Services } from '../../services/index.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set when this request claimed its key and must run once. */
    once: OnceRequest | null;
  }
}

const visible = /^[\x21-\x7e]{1,255}$/;

/**
 * `Idempotency-Key` of every POST of a scope: repeated requests of one credential with the same key run once and get
 * the same answer for a day. Answers with `no-store` are not stored here either.
 */
export function registerIdempotency(
  app: FastifyInstance,
  { requests, log }: Pick<Services, 'requests' | 'log'>,
): void {
  app.decorateRequest('once', null);

  app.addHook('preHandler', async (request, reply) => {
    const once = onceOf(request);
    if (once === null) return undefined;
    const kept = await requests.claim(once);
    if (kept === null) {
      request.once = once;
      return undefined;
    }
    reply.code(kept.status).header('idempotent-replayed', 'true').type('application/json; charset=utf-8');
    return reply.send(kept.body);
  });

  app.addHook('onSend', async (request, reply, payload) => {
    const { once } = request;
    if (once === null) return payload;
    const isSecret = String(reply.getHeader('cache-control') ?? '').includes('no-store');
    const body = isSecret || typeof payload !== 'string' ? null : payload;
    try {
      await requests.keep(once, { status: reply.statusCode, body });
    } catch (error) {
      // the change is done, its answer is lost: a repetition is refused until the claim expires, then runs again
      log.warn({ err: error }, 'an answer was not kept');
    }
    return payload;
  });
}

/** The key of the request; null without one, and on log-in and similar routes. */
function onceOf(request: FastifyRequest): OnceRequest | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined || request.method !== 'POST') return null;
  if (request.routeOptions.config?.identity === 'ignored') return null;
  if (typeof key !== 'string' || !visible.test(key)) {
    throw new DomainError('bad_request', 'Idempotency-Key has 1 to 255 visible characters');
  }
  return {
    scope: `v1 ${holderOf(request)} ${request.url}`,
    key,
    digest: sha256Hex(JSON.stringify(request.body ?? null)),
  };
}

/**
 * Identifies the credential and its current rights: another credential, or one with fewer rights, must not get the
 * answer.
 */
function holderOf({ actor, ip }: FastifyRequest): string {
  if (actor.kind !== 'user') return addressKey(ip);
  const { userId, tokenId, sessionId = 'password', isAdmin, scopes } = actor;
  return sha256Hex(JSON.stringify([userId, tokenId ?? sessionId, isAdmin, [...scopes].toSorted()]));
}
