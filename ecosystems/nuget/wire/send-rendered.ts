import type { FastifyReply, FastifyRequest } from 'fastify';
import fresh from 'fresh';
import { sha256Hex } from '../../../domain/digest.ts';

/** Sends a small document made for this request (200, 304); the calling function sets the caching. */
export function sendRendered(request: FastifyRequest, reply: FastifyReply, document: object): FastifyReply {
  const body = JSON.stringify(document);
  const etag = `"${sha256Hex(body)}"`;
  reply.header('etag', etag);
  if (fresh({ 'if-none-match': request.headers['if-none-match'] }, { etag })) return reply.code(304).send();
  return reply.type('application/json; charset=utf-8').send(body);
}
