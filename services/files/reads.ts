import { type PackageAddress, textOfAddress } from '../../domain/package-address.ts';
import { canReadDocuments } from '../../domain/access.ts';
import type { Actor } from '../../domain/actor.ts';
import type { EcosystemId } from '../../domain/ecosystem-id.ts';
import type { PackageTag } from '../../ecosystems/context/tags.ts';
import { type ServedFile, findServedFile } from '../../store/postgres/releases/artifacts.ts';
import type { Pool } from '../../store/postgres/pool.ts';
import {
  findTagPage,
  findTaggedVersion,
  type TaggedVersion,
  type TagPage,
} from '../../store/postgres/packages/tags.ts';
import { type CachedRow, createPackageCache } from '../../store/cache/by-package.ts';
import type { SharedCache } from '../../store/cache/shared-cache.ts';
import { createPartReads, type PartReads } from './parts-reads.ts';
import { loadDocument, type ServedDocument } from './served-document.ts';

/** A page of tags in the form of answers. */
export interface ReadTags extends Omit<TagPage, 'tags'> {
  tags: readonly PackageTag[];
}

export interface Reads {
  /** Reads of parts have their own visibility rule. */
  parts: PartReads;
  /** Undefined when missing or hidden from this actor: the two are indistinguishable. */
  document(ecosystem: EcosystemId, path: string, actor: Actor): Promise<ServedDocument | undefined>;
  /** The same, read from the database without a cache. */
  freshDocument(ecosystem: EcosystemId, path: string, actor: Actor): Promise<ServedDocument | undefined>;
  file(
    key: PackageAddress & { versionKey: string; filename: string },
    actor: Actor,
  ): Promise<ServedFile | undefined>;
  /** Tags in byte order. */
  tags(key: PackageAddress & { after: string; limit: number }, actor: Actor): Promise<ReadTags | undefined>;
  taggedVersion(key: PackageAddress & { tag: string }, actor: Actor): Promise<TaggedVersion | undefined>;
  forget(packageId: string): void;
  clear(): void;
}

/** The cached read path. Rows contain the facts of the visibility rule, which is applied to each reader. */
export function createReads(
  pool: Pool,
  { cache, isUsable }: { cache: SharedCache; isUsable(): boolean },
): Reads {
  const section = <Row extends CachedRow>(name: string, more: { keepsAbsent?: boolean } = {}) =>
    createPackageCache<Row>({ cache, name, isUsable, ...more });
  const documents = section<ServedDocument>('documents');
  // caches nothing: concurrent requests share a read that began after they arrived
  const freshDocuments = createPackageCache<ServedDocument>({
    cache,
    name: 'fresh_documents',
    isUsable: () => false,
  });
  // builds request each of their files from every repository that they are configured with
  const files = section<ServedFile>('files', { keepsAbsent: true });
  const tagPages = section<ReadTags>('tags');
  const tagged = section<TaggedVersion>('tagged');
  const parts = createPartReads(pool, { cache, isUsable });
  const caches = [documents, files, tagPages, tagged, parts];
  return {
    parts,
    async document(ecosystem, path, actor) {
      const row = await documents.get(`${ecosystem}/${path}`, () => loadDocument(pool, ecosystem, path));
      return row && canReadDocuments(row, actor) ? row : undefined;
    },
    async freshDocument(ecosystem, path, actor) {
      const row = await freshDocuments.get(`${ecosystem}/${path}`, () => loadDocument(pool, ecosystem, path));
      return row && canReadDocuments(row, actor) ? row : undefined;
    },
    async file(key, actor) {
      const cacheKey = `${textOfAddress(key)}\n${key.versionKey}\n${key.filename}`;
      const row = await files.get(cacheKey, () => findServedFile(pool, key));
      return row && canReadDocuments(row, actor) ? row : undefined;
    },
    async tags(key, actor) {
      const cacheKey = `${textOfAddress(key)}\n${key.limit}\n${key.after}`;
      const row = await tagPages.get(cacheKey, () => loadTags(pool, key));
      return row && row.readableReleases > 0 && canReadDocuments(row, actor) ? row : undefined;
    },
    async taggedVersion(key, actor) {
      const cacheKey = `${textOfAddress(key)}\n${key.tag}`;
      const row = await tagged.get(cacheKey, () => findTaggedVersion(pool, key));
      return row && canReadDocuments(row, actor) ? row : undefined;
    },
    forget(packageId) {
      for (const cache of caches) cache.forget(packageId);
    },
    clear() {
      for (const cache of caches) cache.clear();
    },
  };
}

async function loadTags(pool: Pool, key: Parameters<typeof findTagPage>[1]): Promise<ReadTags | null> {
  const page = await findTagPage(pool, key);
  return page && { ...page, tags: page.tags.map(([name, version]) => ({ name, version })) };
}
