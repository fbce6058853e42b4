import type { FastifyInstance } from 'fastify';
import type { Metrics } from '../../config/metrics.ts';

/** Times every request by its route pattern, so that the number of series stays bounded. */
export function measureRequests(app: FastifyInstance, metrics: Metrics): void {
  // a look-up by labels is expensive, and the series are few
  const series = new Map<string, { observe(seconds: number): void }>();
  app.addHook('onResponse', (request, reply, done) => {
    const operation = `${request.method} ${request.routeOptions.url ?? 'unknown'}`;
    const status = `${Math.floor(reply.statusCode / 100)}xx`;
    const key = `${operation} ${status}`;
    const one = series.get(key) ?? metrics.httpRequests.labels({ operation, status });
    series.set(key, one);
    one.observe(reply.elapsedTime / 1_000);
    done();
  });
}
