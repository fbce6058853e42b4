import { canReadDocuments } from '../../domain/access.ts';
import type { Actor } from '../../domain/actor.ts';
import type { EcosystemId } from '../../domain/ecosystem-id.ts';
import { type ServedFile, findServedFile } from '../../store/postgres/artifacts.ts';
import type { Pool } from '../../store/postgres/pool.ts';
import { createPackageCache } from '../cache/by-package.ts';
import { loadDocument, type ServedDocument } from './served-document.ts';

const documentCacheBytes = 48 * 1024 * 1024;
const fileCacheBytes = 16 * 1024 * 1024;

export interface Reads {
  /** Undefined when missing or hidden from this actor: the two look the same. */
  document(ecosystem: EcosystemId, path: string, actor: Actor): Promise<ServedDocument | undefined>;
  file(
    key: { ecosystem: EcosystemId; nameKey: string; versionKey: string; filename: string },
    actor: Actor,
  ): Promise<ServedFile | undefined>;
  forget(packageId: string): void;
  clear(): void;
}

/** The cached read path: rows carry the facts the visibility rule needs, so each reader is judged anew. */
export function createReads(
  pool: Pool,
  options: { isUsable(): boolean; onLookup(cache: string, result: 'hit' | 'miss'): void },
): Reads {
  const documents = createPackageCache<ServedDocument>({
    maxBytes: documentCacheBytes,
    bytes: (row) => row.body.length + (row.gzipBody?.length ?? 0),
    isUsable: options.isUsable,
    onLookup: (result) => options.onLookup('documents', result),
  });
  const files = createPackageCache<ServedFile>({
    maxBytes: fileCacheBytes,
    bytes: () => 512,
    isUsable: options.isUsable,
    onLookup: (result) => options.onLookup('files', result),
  });
  return {
    async document(ecosystem, path, actor) {
      const row = await documents.get(`${ecosystem}/${path}`, () => loadDocument(pool, ecosystem, path));
      return row && canReadDocuments(row, actor) ? row : undefined;
    },
    async file(key, actor) {
      const cacheKey = `${key.ecosystem}\n${key.nameKey}\n${key.versionKey}\n${key.filename}`;
      const row = await files.get(cacheKey, () => findServedFile(pool, key));
      return row && canReadDocuments(row, actor) ? row : undefined;
    },
    forget(packageId) {
      documents.forget(packageId);
      files.forget(packageId);
    },
    clear() {
      documents.clear();
      files.clear();
    },
  };
}
