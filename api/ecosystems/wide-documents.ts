import { createHash, type Hash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { EcosystemId } from '../../domain/ecosystem-id.ts';
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
  lastModified: string;
}

const nothing = { edition: '', position: 0 };

/** Reads of documents about many packages: what this process has of one is only added to while it grows at its end. */
export function createWideReads(pool: Pool) {
  const cache = createBoundedCache<Held>({
    maxBytes: cacheBytes,
    bytesOf: ({ body }) => body.length + 1_024,
  });

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
      lastModified: found.lastModified.toUTCString(),
    };
    cache.set(key, next);
    return next;
  }

  return { read };
}

function fresh({ etag, head }: WideDocument): Held {
  const body = Buffer.from(head(new Date(0)));
  return {
    ...nothing,
    body,
    tag: createHash(etag).update(body),
    digest: createHash('sha256').update(body),
    lastModified: new Date(0).toUTCString(),
  };
}

/** Answers 200, 206 for the rest that a client lacks, 304 or 416. A part is never compressed. */
export function sendWide(
  reply: FastifyReply,
  { body, tag, digest, lastModified }: Held,
  { contentType }: WideDocument,
  isPublic: boolean,
): FastifyReply {
  const { headers } = reply.request;
  const etag = `"${tag.copy().digest('hex')}"`;
  reply.headers({
    etag,
    'last-modified': lastModified,
    'accept-ranges': 'bytes',
    'repr-digest': `sha-256=:${digest.copy().digest('base64')}:`,
    'cache-control': isPublic ? 'no-cache' : 'private, no-cache',
  });
  if (isNotModified(headers, etag, lastModified)) return reply.code(304).send();
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
