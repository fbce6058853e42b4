import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Changes } from '../cache/changes.ts';

const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * A change is answered once this process has received its notice: a client that reads after its own write gets no document
 * that was cached before. The answer and the notice take different ways (a workflow's result, the database), and
 * either may be the faster one.
 */
export function registerOwnWrites(app: FastifyInstance, changes: Pick<Changes, 'caughtUp'>): void {
  app.addHook('onSend', async (request, reply) => {
    if (reply.statusCode < 400 && mayWrite(request)) await changes.caughtUp();
  });
}

/** Some reads are POSTs, as their question is long. */
function mayWrite({ method, routeOptions: { config } }: FastifyRequest): boolean {
  return !safeMethods.has(method) && config.tier !== 'read';
}
