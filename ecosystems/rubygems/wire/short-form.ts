import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { decodeUtf8 } from '../../../domain/utf8.ts';
import { readBounded } from '../../bodies/json.ts';
import { limits } from '../format/limits.ts';

/** Fields of the body, else of the URL: some clients send a DELETE without a body. */
export async function readFields({ body, url }: FastifyRequest): Promise<URLSearchParams> {
  const query = new URLSearchParams(url.includes('?') ? url.slice(url.indexOf('?') + 1) : '');
  if (!(body instanceof Readable)) return query;
  const bytes = await readBounded(body, limits['short form']);
  const text = decodeUtf8(bytes, { what: 'the form', code: 'bad_request' });
  return text === '' ? query : new URLSearchParams(text);
}
