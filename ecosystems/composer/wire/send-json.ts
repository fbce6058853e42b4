import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Sends an answer that depends on the caller; 304 for a client with the same ETag, or, without one, the same known
 * time of change.
 */
export function sendJson(
  request: FastifyRequest,
  reply: FastifyReply,
  body: object,
  changedAt: Date | null = null,
): FastifyReply {
  const { text, etag } = textOf(body);
  reply.headers({ etag, 'cache-control': 'private, no-cache', vary: 'authorization' });
  if (changedAt !== null) reply.header('last-modified', changedAt.toUTCString());
  const { 'if-none-match': tag, 'if-modified-since': since } = request.headers;
  const isKnown = tag === undefined ? isUnchanged(changedAt, since) : tag === etag;
  if (isKnown) return reply.code(304).send();
  return reply.header('content-type', 'application/json').send(text);
}

/** Compares in seconds, the resolution of both headers. */
function isUnchanged(changedAt: Date | null, since: string | undefined): boolean {
  if (changedAt === null || since === undefined) return false;
  return Math.floor(changedAt.getTime() / 1_000) * 1_000 <= Date.parse(since);
}

const texts = new WeakMap<object, { text: Buffer; etag: string }>();

/** The text of a body; cached for repeated answers with the same object. */
function textOf(body: object): { text: Buffer; etag: string } {
  const known = texts.get(body);
  if (known) return known;
  const text = Buffer.from(JSON.stringify(body));
  const made = { text, etag: `"${createHash('sha256').update(text).digest('hex')}"` };
  texts.set(body, made);
  return made;
}

/** HEAD is explicit, because the framework's own HEAD loses the length of the answer. */
export const reads: ('GET' | 'HEAD')[] = ['GET', 'HEAD'];
