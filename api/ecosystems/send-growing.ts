import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { ServedDocument } from '../../services/files/served-document.ts';
import type { ByteRange } from '../../store/blobs/blobs.ts';
import { parseRange } from './send-artifact.ts';
import { sendBytes } from './send-bytes.ts';
import { isNotModified, sendStored } from './send-document.ts';

/** A document that grows: clients keep their copy and request only the rest. */
interface Growing {
  /** Including the quotes. */
  etag: string;
  /** SHA-256 of the whole document, Base64. */
  digest: string;
  size: number;
  lastModified?: string;
}

/**
 * Sets the headers of every answer with a growing document.
 * @returns `answered` after a 304 or 416, else the range to send; undefined for the whole document
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
    // digests of the plain bytes, with or without compression: clients check the assembled bytes (RFC 9530; older
    // ones: RFC 3230)
    'repr-digest': `sha-256=:${digest}:`,
    digest: `sha-256=${digest}`,
    // no range fits bytes that a proxy has compressed
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

/** Sends the document of one package: 200 or 304 like other documents, 206 or 416 for a range. */
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
