import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Changes } from '../cache/changes.ts';

const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Delays the answer to a change until this process has received the notice of it, so that a client's next read gets
 * no older document from the cache. The answer (by a workflow's result) and the notice (by the database) arrive in
 * any order.
 */
export function registerOwnWrites(app: FastifyInstance, changes: Pick<Changes, 'caughtUp'>): void {
  app.addHook('onSend', async (request, reply) => {
    if (reply.statusCode < 400 && mayWrite(request)) await changes.caughtUp();
  });
}

/** Some reads are POSTs because their query is long. */
function mayWrite({ method, routeOptions: { config } }: FastifyRequest): boolean {
  return !safeMethods.has(method) && config.tier !== 'read';
}
