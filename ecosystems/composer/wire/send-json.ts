import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** What depends on who asks. 304 for who has it already. `lastModified`: no answer that differs is older. */
export function sendJson(
  request: FastifyRequest,
  reply: FastifyReply,
  body: object,
  { lastModified }: { lastModified?: Date } = {},
): FastifyReply {
  const { text, etag } = textOf(body);
  reply.headers({ etag, 'cache-control': 'private, no-cache', vary: 'authorization' });
  if (lastModified) reply.header('last-modified', settled(lastModified).toUTCString());
  if (isKnown(request, etag, lastModified)) return reply.code(304).send();
  return reply.header('content-type', 'application/json').send(text);
}

const texts = new WeakMap<object, { text: Buffer; etag: string }>();

/** Of one that is sent again it is known. */
function textOf(body: object): { text: Buffer; etag: string } {
  const known = texts.get(body);
  if (known) return known;
  const text = Buffer.from(JSON.stringify(body));
  const made = { text, etag: `"${createHash('sha256').update(text).digest('hex')}"` };
  texts.set(body, made);
  return made;
}

/** A tag decides where there is one. */
function isKnown({ headers }: FastifyRequest, etag: string, lastModified: Date | undefined): boolean {
  const tag = headers['if-none-match'];
  if (tag !== undefined) return tag === etag;
  const since = Date.parse(headers['if-modified-since'] ?? '');
  return lastModified !== undefined && since >= Math.floor(lastModified.getTime() / 1_000) * 1_000;
}

/** Changes may become visible in another order than they happened. */
const settlesMs = 60_000;

/** No time that a change which is not visible yet may still have: until then clients are sent everything again. */
function settled(changedAt: Date): Date {
  return new Date(Math.min(changedAt.getTime(), Date.now() - settlesMs));
}

/** Both named: what the framework adds for HEAD forgets how long the answer is. */
export const reads: ('GET' | 'HEAD')[] = ['GET', 'HEAD'];
