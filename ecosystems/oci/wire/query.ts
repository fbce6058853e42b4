import type { FastifyRequest } from 'fastify';
import { DomainError } from '../../../domain/errors.ts';

/** All query parameters, including repeated ones. */
export function queryOf(request: FastifyRequest): URLSearchParams {
  const start = request.url.indexOf('?');
  return new URLSearchParams(start === -1 ? '' : request.url.slice(start + 1));
}

/** The requested number of entries, at most `most`. @throws DomainError `bad_request` */
export function limitOf(query: URLSearchParams, defaults: { usual: number; most: number }): number {
  const raw = query.get('n');
  if (raw === null || raw === '') return defaults.usual;
  if (!/^\d{1,9}$/.test(raw)) throw new DomainError('bad_request', 'n is a number of entries');
  return Math.min(Number(raw), defaults.most);
}

/** RFC 8288 header for the next page. */
export function nextLink(path: string, parameters: Record<string, string | number>): string {
  const query = new URLSearchParams(
    Object.entries(parameters).map(([key, value]) => [key, String(value)] as [string, string]),
  );
  return `<${path}?${query.toString()}>; rel="next"`;
}
