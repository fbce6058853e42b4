import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { createCollector } from '../../domain/byte-collector.ts';
import { DomainError } from '../../domain/errors.ts';
import { createJsonGauge, parseBoundedJson } from '../../domain/json-shape.ts';
import { type Bound, boundOf } from '../../domain/limits.ts';
import { inTime } from './deadline.ts';
import { eachPiece } from './pieces.ts';

/** Reads small JSON within its route's bound. @throws DomainError `too_large`, `malformed_json`, `bad_request` */
export async function readJson({ body, routeOptions }: FastifyRequest): Promise<unknown> {
  const { body: name } = routeOptions.config;
  const bound = name && boundOf(name);
  if (bound?.depth === undefined) throw new Error(`${routeOptions.url} names no bound of a JSON body`);
  if (!(body instanceof Readable)) throw new DomainError('bad_request', 'the body is empty');
  return parseBoundedJson(await readBounded(body, bound), bound);
}

/** A body that occupies memory shared with others while it arrives. */
export interface Held {
  /** Called with the size of every piece that is kept. */
  take(bytes: number): void;
  /** The time limit for the arrival of the body. Default: `heldBodyMs`. */
  withinMs?: number;
}

/**
 * Reads a whole body within size limits, and within a time limit if it is `held`. The stream stays open: the client
 * still has to read the answer.
 * @throws DomainError `too_large`, `malformed_json`, `request_timeout`
 */
export async function readBounded(body: Readable, bound: Omit<Bound, 'why'>, held?: Held): Promise<Buffer> {
  const collector = createCollector(bound.bytes);
  const gauge = bound.depth === undefined ? undefined : createJsonGauge(bound);
  const arrived = eachPiece(body, (chunk) => {
    held?.take(chunk.length);
    collector.push(chunk);
    gauge?.push(chunk);
  });
  try {
    await (held === undefined ? arrived.all : inTime(arrived.all, held.withinMs));
  } finally {
    arrived.stop();
  }
  return collector.bytes();
}
