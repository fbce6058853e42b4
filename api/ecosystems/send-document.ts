import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply } from 'fastify';
import fresh from 'fresh';
import Negotiator from 'negotiator';
import { varyBy } from '../plugins/vary.ts';
import { sendBytes } from './send-bytes.ts';
import type { ServedDocument } from '../../services/files/served-document.ts';

/** Answers stored bytes: 200, 304 or HEAD, compressed when the client can. Nothing is rendered here. */
export function sendStored(reply: FastifyReply, document: ServedDocument, isPublic: boolean): FastifyReply {
  const { etag, lastModifiedText } = document;
  const { headers } = reply.request;
  reply.header('etag', etag);
  reply.header('last-modified', lastModifiedText);
  if (!reply.hasHeader('cache-control')) {
    reply.header('cache-control', isPublic ? 'no-cache' : 'private, no-cache');
  }
  if (isNotModified(headers, etag, lastModifiedText)) {
    return reply.code(304).send();
  }
  reply.header('content-type', document.contentType);
  if (document.gzipBody === null) return sendBytes(reply, document.body);
  varyBy(reply, 'accept-encoding');
  if (!acceptsGzip(headers['accept-encoding'])) return sendBytes(reply, document.body);
  reply.header('content-encoding', 'gzip');
  return sendBytes(reply, document.gzipBody);
}

/**
 * RFC 9110 13.2.2. `Cache-Control: no-cache` of a request is ignored: it addresses caches, and clients send it
 * together with the entity tag of their copy.
 */
export function isNotModified(
  { 'if-none-match': ifNoneMatch, 'if-modified-since': ifModifiedSince }: Conditions,
  etag: string,
  lastModified?: string,
): boolean {
  if (ifNoneMatch === undefined && ifModifiedSince === undefined) return false;
  return fresh(
    { 'if-none-match': ifNoneMatch, 'if-modified-since': ifModifiedSince },
    { etag, 'last-modified': lastModified },
  );
}

type Conditions = Pick<IncomingHttpHeaders, 'if-none-match' | 'if-modified-since'>;

/** Whether the client accepts gzip (RFC 9110 12.5.3), the coding of the stored form. */
export function acceptsGzip(header: string | undefined): boolean {
  if (header === undefined) return false;
  // `x-gzip` is another name of the same coding (RFC 9110 8.4.1.3)
  const accepted = header.toLowerCase().replaceAll('x-gzip', 'gzip');
  return new Negotiator({ headers: { 'accept-encoding': accepted } }).encodings(['gzip']).length > 0;
}
