import type { FastifyReply, FastifyRequest } from 'fastify';
import fresh from 'fresh';
import { sha256Hex } from '../../../domain/digest.ts';
import type { Package } from '../../../domain/package.ts';
import { isPublic } from '../../../domain/access.ts';

/** Sends a small answer about one package, made for the request, with caching headers. */
export function sendJson(
  request: FastifyRequest,
  reply: FastifyReply,
  pkg: Pick<Package, 'visibility' | 'repositoryVisibility'>,
  body: string,
): FastifyReply {
  const etag = `"${sha256Hex(body)}"`;
  const isShared = isPublic(pkg);
  reply.header('etag', etag).header('cache-control', isShared ? 'no-cache' : 'private, no-cache');
  if (fresh({ 'if-none-match': request.headers['if-none-match'] }, { etag })) return reply.code(304).send();
  return reply.header('content-type', 'application/json; charset=utf-8').send(body);
}
