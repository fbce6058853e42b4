import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { Document, EtagAlgorithm, RenderedDocument } from '../domain/document.ts';
import { RenderFailure } from '../domain/render-failure.ts';

/** The number of bytes that a rendering may still produce. */
export interface Budget {
  left: number;
}

/** @throws RenderFailure `too_large` */
export function spend(budget: Budget, bytes: number): void {
  budget.left -= bytes;
  if (budget.left < 0) throw new RenderFailure('too_large');
}

/** Below this a compressed body saves no packet. */
const compressFrom = 1_024;

/**
 * The documents that differ from the stored ones, and the paths of obsolete stored documents. Documents are compared
 * one at a time, so that bytes of equal documents are released.
 */
export function compare(
  documents: readonly (Document & { versionKey?: string })[],
  etags: readonly (readonly [string, string])[],
  budget: Budget,
): { changed: RenderedDocument[]; gone: string[] } {
  const stored = new Map(etags);
  const changed: RenderedDocument[] = [];
  for (const { path, contentType, etag: algorithm, body, versionKey = null } of documents) {
    spend(budget, body.length);
    const etag = etagOf(body, algorithm);
    const isStored = stored.get(path) === etag;
    stored.delete(path);
    if (isStored) continue;
    const gzipBody = body.length < compressFrom ? null : gzipSync(body, { level: 5 });
    changed.push({ path, contentType, etag, body, gzipBody, versionKey });
  }
  return { changed, gone: [...stored.keys()] };
}

/** The ETag of a body. A body in one part has the digest of that part. */
function etagOf(body: Uint8Array, algorithm: EtagAlgorithm = 'sha256'): string {
  return createHash(algorithm === 'md5' ? 'md5' : 'sha256')
    .update(body)
    .digest('hex');
}
