import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { ServedDocument } from '../../services/files/served-document.ts';
import type { ByteRange } from '../../store/blobs/blobs.ts';
import { parseRange } from './send-artifact.ts';
import { sendBytes } from './send-bytes.ts';
import { isNotModified, sendStored } from './send-document.ts';

/** A document that clients keep and ask for the rest of. */
interface Growing {
  /** With its quotes. */
  etag: string;
  /** SHA-256 of the whole, Base64. */
  digest: string;
  size: number;
  lastModified?: string;
}

/**
 * Sets the headers of every answer with such a document. `answered`: 304 or 416 is sent; else the requested bytes,
 * all of them where there is no range.
 */
export function answerRange(
  reply: FastifyReply,
  { etag, digest, size, lastModified }: Growing,
  isPublic: boolean,
): ByteRange | undefined | 'answered' {
  const { headers } = reply.request;
  reply.headers({
    etag,
    'accept-ranges': 'bytes',
    // of the plain bytes in any case: clients check the bytes that they have put together (RFC 9530, and RFC 3230 for older ones)
    'repr-digest': `sha-256=:${digest}:`,
    digest: `sha-256=${digest}`,
    // bytes that a proxy packs have no ends that a client could ask for
    'cache-control': `${isPublic ? '' : 'private, '}no-cache, no-transform`,
  });
  if (isNotModified(headers, etag, lastModified)) {
    reply.code(304).send();
    return 'answered';
  }
  const isSame = headers['if-range'] === undefined || headers['if-range'] === etag;
  const range = isSame ? parseRange(headers.range, size) : undefined;
  if (range === 'unsatisfiable') {
    reply.code(416).header('content-range', `bytes */${size}`).send();
    return 'answered';
  }
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`);
  return range;
}

const digests = new WeakMap<ServedDocument, string>();

/** A stored document of one package: 200 or 304 as others, 206 or 416 to a client that has its beginning. */
export function sendGrowing(reply: FastifyReply, document: ServedDocument, isPublic: boolean): FastifyReply {
  const { body, etag, lastModifiedText: lastModified } = document;
  const digest = digests.get(document) ?? createHash('sha256').update(body).digest('base64');
  digests.set(document, digest);
  const growing = { etag, digest, size: Buffer.byteLength(body), lastModified };
  const range = answerRange(reply, growing, isPublic);
  if (range === 'answered') return reply;
  if (!range) return sendStored(reply, document, isPublic);
  reply.header('content-type', document.contentType);
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  return sendBytes(reply, bytes.subarray(range.start, range.end + 1));
}
