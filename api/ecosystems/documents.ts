import type { Documents } from '../../ecosystems/context/documents.ts';
import type { DocumentServices } from '../../services/files/documents.ts';
import { sendStored } from './send-document.ts';
import { sendGrowing } from './send-growing.ts';
import { sendMade, sendWide } from './repository-indexes.ts';
import { isPublic } from '../../domain/access.ts';

/** Stored documents of one ecosystem, with methods that send them. */
export function createDocumentAnswers(documents: DocumentServices): Documents {
  return {
    readWide: documents.readWide,

    async send(caller, reply, path, { isFresh = false, grows = false, made } = {}) {
      const document = await documents.get(caller, path, { isFresh, ...(made && { made }) });
      if (isFresh) reply.header('cache-control', 'no-store');
      const isShared = isPublic(document);
      return grows ? sendGrowing(reply, document, isShared) : sendStored(reply, document, isShared);
    },

    async sendWide(caller, reply, path, made) {
      const { wide, mount, found } = await documents.getWide(caller, path);
      if (!made) return sendWide(reply, found, wide, !mount.requiresAuth);
      return sendMade(reply, await documents.make(found, made), made, !mount.requiresAuth);
    },
  };
}
