import type { FastifyRequest } from 'fastify';
import { DomainError } from '../../../domain/errors.ts';

/** Parameters as the client wrote them, repeated ones included. */
export function queryOf(request: FastifyRequest): URLSearchParams {
  const start = request.url.indexOf('?');
  return new URLSearchParams(start === -1 ? '' : request.url.slice(start + 1));
}

/** The number of entries that the client asks for, at most `most`. @throws DomainError `bad_request` */
export function limitOf(query: URLSearchParams, defaults: { usual: number; most: number }): number {
  const raw = query.get('n');
  if (raw === null || raw === '') return defaults.usual;
  if (!/^\d{1,9}$/.test(raw)) throw new DomainError('bad_request', 'n is a number of entries');
  return Math.min(Number(raw), defaults.most);
}

/** RFC 8288 header for the page that follows. */
export function nextLink(path: string, parameters: Record<string, string | number>): string {
  const query = new URLSearchParams(
    Object.entries(parameters).map(([key, value]) => [key, String(value)] as [string, string]),
  );
  return `<${path}?${query.toString()}>; rel="next"`;
}
