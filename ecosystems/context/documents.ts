import type { FastifyReply } from 'fastify';
import type { Caller } from '../../domain/caller.ts';

/** Stored documents, as bytes that are sent. */
export interface Documents {
  /**
   * Answers a stored document (200, 304, HEAD, gzip) or throws `not_found`. `isFresh`: no cache was or will be in
   * between, for a caller who is about to change it. `grows`: clients have its beginning and ask for the rest (206, 416),
   * and check the whole of it by its digest. `made`: a document derived from it is sent instead, with the time of the
   * document's last change.
   */
  send(
    caller: Caller,
    reply: FastifyReply,
    path: string,
    options?: { isFresh?: boolean; grows?: boolean; made?: MadeOf },
  ): Promise<FastifyReply>;
  /**
   * Answers one of the ecosystem's `wideDocuments`: under the shared mount that of the registry, under a repository's
   * that of the repository, for its readers. The rest that a client lacks is asked for with `Range`. One that
   * without an entry is only its head. `made`: a document that is
   * derived from it is sent instead.
   */
  sendWide(caller: Caller, reply: FastifyReply, path: string, made?: MadeOf): Promise<FastifyReply>;
  /** The document of {@link sendWide}, for answers that contain a part of it. */
  readWide(caller: Caller, path: string): Promise<WideRead>;
}

/** A document about many packages in its current state; its body is the same object until it changes. */
export interface WideRead {
  /** As long as it stays the same, the body only grows at its end. */
  edition: string;
  /** The last time that packages were shown, hidden or removed without an entry. */
  renewedAt: Date | null;
  body: Buffer;
}

/** Another form of a document: one that can't grow at its end, or in which each entry depends on its neighbours. */
export interface MadeOf {
  /** Tells it from others that are made of the same document. */
  name: string;
  contentType: string;
  /** The same bytes for the same document; called again only once that has changed. */
  make(body: Buffer): Promise<Buffer>;
}
