import { createHash, type Hash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { EcosystemId } from '../../domain/ecosystem-id.ts';
import type { MadeOf } from '../../ecosystems/context/documents.ts';
import type { WideDocument } from '../../ecosystems/wide-documents.ts';
import { createBoundedCache } from '../../store/cache/bounded-cache.ts';
import { readWideDocument } from '../../store/postgres/packages/wide-documents.ts';
import type { Pool } from '../../store/postgres/pool.ts';
import { sendBytes } from './send-bytes.ts';
import { parseRange } from './send-artifact.ts';
import { isNotModified } from './send-document.ts';

const cacheBytes = 64 * 1024 * 1024;

/** As far as this process has read it. */
interface Held {
  edition: string;
  position: number;
  body: Buffer;
  /** Of the body, to go on with. */
  tag: Hash;
  digest: Hash;
}

const nothing = { edition: '', position: 0 };

/** Reads of documents about many packages: what this process has of one is only added to while it grows at its end. */
export function createWideReads(pool: Pool) {
  const cache = createBoundedCache<Held>({
    maxBytes: cacheBytes,
    bytesOf: ({ body }) => body.length + 1_024,
  });

  const makings = new WeakMap<Buffer, Map<string, Promise<Buffer>>>();

  /** One that nobody has written to is empty but for its head. */
  async function read(ecosystem: EcosystemId, path: string, wide: WideDocument): Promise<Held> {
    const key = `${ecosystem}/${path}`;
    const held = cache.get(key);
    const order = wide.keeps === 'the latest' ? 'name' : 'time';
    const found = await readWideDocument(pool, { ecosystem, path, order }, held ?? nothing);
    if (!found) return fresh(wide);
    const base = held?.edition === found.edition ? held : undefined;
    const added = found.body ?? Buffer.alloc(0);
    const body = base ? Buffer.concat([base.body, added]) : added;
    const next: Held = {
      edition: found.edition,
      position: found.position,
      body: base && added.length === 0 ? base.body : body,
      tag: (base?.tag.copy() ?? createHash(wide.etag)).update(added),
      digest: (base?.digest.copy() ?? createHash('sha256')).update(added),
    };
    cache.set(key, next);
    return next;
  }

  /** What was made of a body is kept as long as the body is. */
  async function made({ body }: Held, { name, make }: MadeOf): Promise<Buffer> {
    const known = makings.get(body) ?? new Map<string, Promise<Buffer>>();
    makings.set(body, known);
    const making = known.get(name) ?? make(body);
    known.set(name, making);
    return making.catch((error: unknown) => {
      known.delete(name);
      throw error;
    });
  }

  return { read, made };
}

function fresh({ etag, head }: WideDocument): Held {
  const body = Buffer.from(head(new Date(0)));
  return {
    ...nothing,
    body,
    tag: createHash(etag).update(body),
    digest: createHash('sha256').update(body),
  };
}

/** Answers 200, 206 for the rest that a client lacks, 304 or 416. A part is never compressed. */
export function sendWide(
  reply: FastifyReply,
  { body, tag, digest }: Held,
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
