import type { FastifyInstance, FastifyRequest } from 'fastify';
import { addressKey } from '../../domain/address-key.ts';
import { sha256Hex } from '../../domain/digest.ts';
import { DomainError } from '../../domain/errors.ts';
import { type OnceRequest } from '../../services/requests/once.ts';
import type { Services } from '../../services/index.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Claimed by this request, which has to be done once. */
    once: OnceRequest | null;
  }
}

const visible = /^[\x21-\x7e]{1,255}$/;

/**
 * `Idempotency-Key` of every POST of a scope: the same request of one credential with the same key is done once and answered
 * alike, for a day. Answers that no cache may store are not stored here either.
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
      // the change is done: a repetition gets that answer after the claim has expired
      log.warn({ err: error }, 'an answer was not kept');
    }
    return payload;
  });
}

/** Null without a key, and where people prove who they are. */
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

/** The credential with its rights of now: an answer is nothing for another one, nor for one that may do less than it did. */
function holderOf({ actor, ip }: FastifyRequest): string {
  if (actor.kind !== 'user') return addressKey(ip);
  const { userId, tokenId, sessionId = 'password', isAdmin, scopes } = actor;
  return sha256Hex(JSON.stringify([userId, tokenId ?? sessionId, isAdmin, [...scopes].toSorted()]));
}
