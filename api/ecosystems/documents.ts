import type { Caller } from '../../domain/caller.ts';
import { notFound } from '../../domain/errors.ts';
import type { Documents } from '../../ecosystems/context/documents.ts';
import { resolveMount } from './mounts.ts';
import type { BoundEcosystem } from './bound-ecosystem.ts';
import { sendGrowing } from './send-growing.ts';
import { sendStored } from './send-document.ts';
import { createMadeForms } from '../../services/files/made-forms.ts';
import { createWideReads } from '../../services/packages/wide-documents.ts';
import { sendMade, sendWide } from './wide-documents.ts';

/** Stored documents, bound to one ecosystem. */
export function bindDocuments({ deps, ecosystem, assertMount }: BoundEcosystem): Documents {
  const wideReads = createWideReads(deps.pool);
  const madeForms = createMadeForms();

  async function readWide(caller: Caller, path: string) {
    const wide = ecosystem.wideDocuments.find((document) => document.path === path);
    if (!wide) throw notFound('page');
    const mount = await resolveMount(deps, ecosystem, caller);
    return { wide, mount, found: await wideReads.read(ecosystem.id, mount.documentPrefix + path, wide) };
  }

  return {
    async send(caller, reply, path, { isFresh = false, grows = false, made } = {}) {
      const { document: cached, freshDocument } = deps.reads;
      const document = await (isFresh ? freshDocument : cached)(ecosystem.id, path, caller.actor);
      await assertMount(caller, document?.repositorySlug);
      if (!document) throw notFound('package');
      if (isFresh) reply.header('cache-control', 'no-store');
      const isPublic = document.visibility === 'public';
      const sent = made ? await madeForms.of(document, made) : document;
      return grows ? sendGrowing(reply, sent, isPublic) : sendStored(reply, sent, isPublic);
    },

    async sendWide(caller, reply, path, made) {
      const { wide, mount, found } = await readWide(caller, path);
      if (!made) return sendWide(reply, found, wide, !mount.requiresAuth);
      return sendMade(reply, await wideReads.made(found, made), made, !mount.requiresAuth);
    },

    async readWide(caller, path) {
      const { edition, renewedAt, body } = (await readWide(caller, path)).found;
      return { edition, renewedAt, body };
    },
  };
}
