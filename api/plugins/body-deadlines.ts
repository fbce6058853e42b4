import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DomainError } from '../../domain/errors.ts';
import { boundOf, smallBodyBytes } from '../../domain/limits.ts';

/**
 * Small bodies (JSON, forms) have to be there within a time, else they are answered 408. Those with files in them may
 * take as long as they like. The stream itself stays open: the client still has to read the answer.
 */
export function registerBodyDeadlines(app: FastifyInstance, withinMs: number): void {
  app.addHook('preParsing', (request, reply, payload, done) => {
    done(null, payload);
    if (request.raw.complete || !isSmall(request)) return;
    const timer = setTimeout(() => {
      // without a listener the body is unread, and the error would be unhandled
      const isRead = payload.listenerCount('error') > 0 && payload.listenerCount('data') > 0;
      if (reply.sent || request.raw.complete || !isRead) return;
      payload.emit('error', new DomainError('request_timeout', 'the body did not arrive in time'));
    }, withinMs);
    for (const end of ['end', 'close']) payload.once(end, () => clearTimeout(timer));
  });
}

/** A body that a route ignores is read all the same where the framework parses bodies. */
function isSmall({ routeOptions }: FastifyRequest): boolean {
  const { body } = routeOptions.config;
  return body !== undefined && (body === 'unread' || boundOf(body).bytes <= smallBodyBytes);
}
