import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { MadeOf } from '../../ecosystems/context/documents.ts';
import type { WideDocument } from '../../ecosystems/repository-indexes.ts';
import type { HeldDocument } from '../../services/packages/repository-indexes.ts';
import { sendBytes } from './send-bytes.ts';
import { answerRange } from './send-growing.ts';
import { isNotModified } from './send-document.ts';

/** Sends a repository's index: 200, 206 for the part that the client lacks, 304 or 416. A part is never compressed. */
export function sendWide(
  reply: FastifyReply,
  { body, tag, digest }: HeldDocument,
  { contentType }: WideDocument,
  isPublic: boolean,
): FastifyReply {
  const etag = `"${tag.copy().digest('hex')}"`;
  // no `Last-Modified`: it would reveal changes that the reader does not see
  const growing = { etag, digest: digest.copy().digest('base64'), size: body.length };
  const range = answerRange(reply, growing, isPublic);
  if (range === 'answered') return reply;
  reply.header('content-type', contentType);
  return sendBytes(reply, range ? body.subarray(range.start, range.end + 1) : body);
}

/** Sends another form of an index: complete, or 304. */
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
