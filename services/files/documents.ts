import type { Caller } from '../../domain/caller.ts';
import { notFound } from '../../domain/errors.ts';
import type { MadeOf, WideRead } from '../../ecosystems/context/documents.ts';
import type { Format } from '../../ecosystems/format.ts';
import type { Mount } from '../../ecosystems/render-input.ts';
import type { WideDocument } from '../../ecosystems/repository-indexes.ts';
import { assertMount, resolveMount } from '../packages/mount.ts';
import type { createWideReads, HeldDocument } from '../packages/repository-indexes.ts';
import type { Configured, Platform } from '../platform.ts';
import type { createDerivedDocuments } from './derived-documents.ts';
import type { ServedDocument } from './served-document.ts';

/** The document cache of one process, for all ecosystems and mounts. */
export interface DocumentMemory {
  derived: ReturnType<typeof createDerivedDocuments>;
  wideReads: ReturnType<typeof createWideReads>;
}

export interface WideDocumentRead {
  wide: WideDocument;
  mount: Mount;
  found: HeldDocument;
}

/** Stored documents for the protocol of one ecosystem. */
export interface DocumentServices {
  /** @throws DomainError `unauthenticated`, `not_found` */
  get(caller: Caller, path: string, options: { isFresh: boolean; made?: MadeOf }): Promise<ServedDocument>;
  /** A document about many packages. @throws DomainError `unauthenticated`, `not_found` */
  getWide(caller: Caller, path: string): Promise<WideDocumentRead>;
  make(found: HeldDocument, made: MadeOf): Promise<Buffer>;
  readWide(caller: Caller, path: string): Promise<WideRead>;
}

export function createDocuments(
  platform: Pick<Platform, 'pool' | 'reads'> & Configured<'http'>,
  ecosystem: Format,
  { derived, wideReads }: DocumentMemory,
): DocumentServices {
  const { reads } = platform;

  async function getWide(caller: Caller, path: string): Promise<WideDocumentRead> {
    const wide = ecosystem.wideDocuments.find((document) => document.path === path);
    if (!wide) throw notFound('page');
    const mount = await resolveMount(platform, ecosystem, caller);
    return { wide, mount, found: await wideReads.read(ecosystem.id, mount.documentPrefix + path, wide) };
  }

  return {
    async get(caller, path, { isFresh, made }) {
      const read = isFresh ? reads.freshDocument : reads.document;
      const document = await read(ecosystem.id, path, caller.actor);
      await assertMount(platform, caller, document?.repositorySlug);
      if (!document) throw notFound('package');
      return made ? derived.of(document, made) : document;
    },
    getWide,
    make: (found, made) => wideReads.made(found, made),
    async readWide(caller, path) {
      const { edition, renewedAt, body } = (await getWide(caller, path)).found;
      return { edition, renewedAt, body };
    },
  };
}
