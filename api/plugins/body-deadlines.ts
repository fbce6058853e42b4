import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DomainError } from '../../domain/errors.ts';
import { boundOf, smallBodyBytes } from '../../domain/limits.ts';

/**
 * Small bodies (JSON, forms) must arrive within a time limit; a late body is answered with 408. Bodies with files
 * have no such limit. The stream stays open: the client still has to read the answer.
 */
export function registerBodyDeadlines(app: FastifyInstance, withinMs: number): void {
  app.addHook('preParsing', (request, reply, payload, done) => {
    done(null, payload);
    if (request.raw.complete || !isSmall(request)) return;
    const timer = setTimeout(() => {
      // an unread body has no listener, and the error would be unhandled
      const isRead = payload.listenerCount('error') > 0 && payload.listenerCount('data') > 0;
      if (reply.sent || request.raw.complete || !isRead) return;
      payload.emit('error', new DomainError('request_timeout', 'the body did not arrive in time'));
    }, withinMs);
    for (const end of ['end', 'close']) payload.once(end, () => clearTimeout(timer));
  });
}

/** An unread body counts as small: where the framework parses bodies, it reads that body too. */
function isSmall({ routeOptions }: FastifyRequest): boolean {
  const { body } = routeOptions.config;
  return body !== undefined && (body === 'unread' || boundOf(body).bytes <= smallBodyBytes);
}
