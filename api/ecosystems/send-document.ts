import type { FastifyReply } from 'fastify';
import { varyBy } from '../plugins/vary.ts';
import type { ServedDocument } from './served-document.ts';

/** Answers stored bytes: 200, 304 or HEAD, compressed when the client can. Nothing is rendered here. */
export function sendStored(reply: FastifyReply, document: ServedDocument, isPublic: boolean): FastifyReply {
  const { etag, lastModified } = document;
  const { headers } = reply.request;
  reply.header('etag', etag);
  reply.header('last-modified', document.lastModifiedText);
  if (!reply.hasHeader('cache-control')) {
    reply.header('cache-control', isPublic ? 'no-cache' : 'private, no-cache');
  }
  if (isNotModified(headers['if-none-match'], headers['if-modified-since'], etag, lastModified)) {
    return reply.code(304).send();
  }
  reply.header('content-type', document.contentType);
  if (document.gzipBody === null) return reply.send(document.body);
  varyBy(reply, 'accept-encoding');
  if (!acceptsGzip(headers['accept-encoding'])) return reply.send(document.body);
  reply.header('content-encoding', 'gzip');
  return reply.send(document.gzipBody);
}

/** RFC 9110 13.2.2: If-None-Match wins over If-Modified-Since. Proxies may have weakened the tag. */
export function isNotModified(
  ifNoneMatch: string | undefined,
  ifModifiedSince: string | undefined,
  etag: string,
  lastModified: Date,
): boolean {
  if (ifNoneMatch !== undefined) {
    if (ifNoneMatch === etag || ifNoneMatch.trim() === '*') return true;
    return ifNoneMatch.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === etag);
  }
  if (ifModifiedSince === undefined) return false;
  const since = Date.parse(ifModifiedSince);
  return Number.isFinite(since) && Math.floor(lastModified.getTime() / 1_000) * 1_000 <= since;
}

/** RFC 9110 12.5.3, as far as it decides between gzip and identity. */
export function acceptsGzip(header: string | undefined): boolean {
  if (header === undefined) return false;
  if (header === 'gzip') return true;
  let wildcard = false;
  for (const part of header.split(',')) {
    const [coding = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
    const isRefused = parameters.some((parameter) => /^q=0(?:\.0{0,3})?$/.test(parameter));
    if (coding === 'gzip' || coding === 'x-gzip') return !isRefused;
    if (coding === '*') wildcard = !isRefused;
  }
  return wildcard;
}
