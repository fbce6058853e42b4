import type { FastifyReply } from 'fastify';
import type { Caller } from '../../domain/caller.ts';

/** Sends and reads stored documents. */
export interface Documents {
  /**
   * Sends a stored document (200, 304, HEAD, gzip). `isFresh`: caches are bypassed, for a caller who will change the
   * document. `grows`: clients have the start of the document, request the rest (206, 416), and check the whole
   * document by its digest. `made`: the derived document is sent instead, with the time of the stored document's last
   * change.
   * @throws `not_found`
   */
  send(
    caller: Caller,
    reply: FastifyReply,
    path: string,
    options?: { isFresh?: boolean; grows?: boolean; made?: MadeOf },
  ): Promise<FastifyReply>;
  /**
   * Sends one of the ecosystem's `wideDocuments`: the registry's under the shared mount, the repository's, for its
   * readers, under a repository's mount. Clients request a missing end with `Range`. A document without entries is
   * only its head. `made`: the derived document is sent instead.
   */
  sendWide(caller: Caller, reply: FastifyReply, path: string, made?: MadeOf): Promise<FastifyReply>;
  /** The document of {@link sendWide}, for answers that contain a part of it. */
  readWide(caller: Caller, path: string): Promise<WideRead>;
}

/** A document about many packages in its current state; its body is the same object until it changes. */
export interface WideRead {
  /** While the edition is unchanged, the body only grows at its end. */
  edition: string;
  /** Time of the last change of visible packages that has no entry: packages shown, hidden or removed. */
  renewedAt: Date | null;
  body: Buffer;
}

/** A derived form of a document that can't grow at its end, or whose entries depend on their neighbours. */
export interface MadeOf {
  /** Distinguishes the derived forms of one document. */
  name: string;
  contentType: string;
  /** Returns equal bytes for equal documents; called again only after the document changes. */
  make(body: Buffer): Promise<Buffer>;
}
