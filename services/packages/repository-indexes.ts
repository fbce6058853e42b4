import { createHash, type Hash } from 'node:crypto';
import type { EcosystemId } from '../../domain/ecosystem-id.ts';
import type { MadeOf } from '../../ecosystems/context/documents.ts';
import type { WideDocument } from '../../ecosystems/repository-indexes.ts';
import { readWideDocument } from '../../store/postgres/documents/wide-reads.ts';
import type { Platform } from '../platform.ts';

/** A document as far as this process has read it. */
export interface HeldDocument {
  edition: string;
  position: number;
  renewedAt: Date | null;
  body: Buffer;
  /** The hash state of the body, to be continued. */
  tag: Hash;
  digest: Hash;
}

const nothing = { edition: '', position: 0, renewedAt: null };

/** Cached reads of documents about many packages: an addition at the end is appended to the cached copy. */
export function createWideReads({ pool, cache }: Pick<Platform, 'pool' | 'cache'>) {
  const documents = cache.section<HeldDocument>('repository_indexes', {
    bytesOf: ({ body }) => body.length + 1_024,
  });

  const makings = new WeakMap<Buffer, Map<string, Promise<Buffer>>>();

  /** Reads a document; without entries it consists of its head. */
  async function read(ecosystem: EcosystemId, path: string, wide: WideDocument): Promise<HeldDocument> {
    const key = `${ecosystem}/${path}`;
    const held = documents.get(key);
    documents.count(held ? 'hit' : 'miss');
    const order = wide.keeps === 'the latest' ? 'name' : 'time';
    const found = await readWideDocument(pool, { ecosystem, path, order }, held ?? nothing);
    if (!found) return fresh(wide);
    const base = held?.edition === found.edition ? held : undefined;
    const added = found.body ?? Buffer.alloc(0);
    // the usual case: a copy of megabytes would dominate its cost
    if (base && added.length === 0 && base.position === found.position) return base;
    const next: HeldDocument = {
      edition: found.edition,
      position: found.position,
      renewedAt: found.renewedAt,
      body: base ? withEnd(base.body, added) : added,
      tag: (base?.tag.copy() ?? createHash(wide.etag)).update(added),
      digest: (base?.digest.copy() ?? createHash('sha256')).update(added),
    };
    documents.set(key, next);
    return next;
  }

  /** Derives a document from a body; the result is cached as long as the body. */
  async function made({ body }: HeldDocument, { name, make }: MadeOf): Promise<Buffer> {
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

function fresh({ etag, head }: WideDocument): HeldDocument {
  const body = Buffer.from(head(new Date(0)));
  return {
    ...nothing,
    body,
    tag: createHash(etag).update(body),
    digest: createHash('sha256').update(body),
  };
}

/** An empty addition keeps the buffer, so that documents derived from it stay valid. */
function withEnd(body: Buffer, added: Buffer): Buffer {
  return added.length === 0 ? body : Buffer.concat([body, added]);
}
