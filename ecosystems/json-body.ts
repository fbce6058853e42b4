import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { createCollector } from '../domain/byte-collector.ts';
import { DomainError } from '../domain/errors.ts';
import { createJsonGauge, parseBoundedJson } from '../domain/json-gauge.ts';
import { type Bound, bodyLimits } from '../domain/limits.ts';

/** Of a small request, within the bound that its route names. @throws DomainError `too_large`, `malformed_json`, `bad_request` */
export async function readJson({ body, routeOptions }: FastifyRequest): Promise<unknown> {
  const name = routeOptions.config.body;
  const bound: Bound | undefined = name && bodyLimits[name];
  if (bound?.depth === undefined) throw new Error(`${routeOptions.url} names no bound of a JSON body`);
  if (!(body instanceof Readable)) throw new DomainError('bad_request', 'the body is empty');
  return parseBoundedJson(await readBounded(body, bound), bound);
}

/**
 * A whole body, bounded while it arrives. `take` is told of every piece that is kept.
 * @throws DomainError `too_large`, `malformed_json`
 */
export async function readBounded(
  body: Readable,
  bound: Omit<Bound, 'why'>,
  take: (bytes: number) => void = () => undefined,
): Promise<Buffer> {
  const collector = createCollector(bound.bytes);
  const gauge = bound.depth === undefined ? undefined : createJsonGauge(bound);
  // leaving the loop must keep the connection open: the client still has to read the answer
  for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    take(chunk.length);
    collector.push(chunk);
    gauge?.push(chunk);
  }
  return collector.bytes();
}
