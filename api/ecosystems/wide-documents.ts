import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { MadeOf } from '../../ecosystems/context/documents.ts';
import type { WideDocument } from '../../ecosystems/wide-documents.ts';
import type { HeldDocument } from '../../services/packages/wide-documents.ts';
import { sendBytes } from './send-bytes.ts';
import { parseRange } from './send-artifact.ts';
import { isNotModified } from './send-document.ts';

/** Answers 200, 206 for the rest that a client lacks, 304 or 416. A part is never compressed. */
export function sendWide(
  reply: FastifyReply,
  { body, tag, digest }: HeldDocument,
  { contentType }: WideDocument,
  isPublic: boolean,
): FastifyReply {
  const { headers } = reply.request;
  const etag = `"${tag.copy().digest('hex')}"`;
  reply.headers({
    // no time of the last change: it would tell of changes that the reader does not see
    etag,
    'accept-ranges': 'bytes',
    'repr-digest': `sha-256=:${digest.copy().digest('base64')}:`,
    // bytes that a proxy packs have no ends that a client could ask for
    'cache-control': `${isPublic ? '' : 'private, '}no-cache, no-transform`,
  });
  if (isNotModified(headers, etag)) return reply.code(304).send();
  const isSame = headers['if-range'] === undefined || headers['if-range'] === etag;
  const range = isSame ? parseRange(headers.range, body.length) : undefined;
  if (range === 'unsatisfiable') {
    return reply.code(416).header('content-range', `bytes */${body.length}`).send();
  }
  reply.header('content-type', contentType);
  if (!range) return sendBytes(reply, body);
  const { start, end } = range;
  reply.code(206).header('content-range', `bytes ${start}-${end}/${body.length}`);
  return sendBytes(reply, body.subarray(start, end + 1));
}

/** Another form of one: whole, or 304. */
export function sendMade(
  reply: FastifyReply,
  body: Buffer,
  { contentType }: MadeOf,
  isPublic: boolean,
): FastifyReply {
  const etag = `"${createHash('sha256').update(body).digest('hex')}"`;
  reply.headers({ etag, 'cache-control': isPublic ? 'no-cache' : 'private, no-cache' });
  if (isNotModified(reply.request.headers, etag)) return reply.code(304).send();
  return sendBytes(reply.header('content-type', contentType), body);
}
