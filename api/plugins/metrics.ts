import type { FastifyInstance } from 'fastify';
import type { Metrics } from '../../config/metrics.ts';

/** Times every request by its route pattern, so that the number of series stays bounded. */
export function measureRequests(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', (request, reply, done) => {
    const operation = `${request.method} ${request.routeOptions.url ?? 'unknown'}`;
    const status = `${Math.floor(reply.statusCode / 100)}xx`;
    metrics.httpRequests.observe({ operation, status }, reply.elapsedTime / 1_000);
    done();
  });
}
