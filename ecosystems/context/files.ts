import type { FastifyReply } from 'fastify';
import type { Caller } from '../../domain/caller.ts';
import type { Digests } from '../../domain/digest.ts';
import type { Artifact } from '../../domain/release.ts';
import type { FoundRelease } from './releases.ts';

/** Sends files of releases. */
export interface Files {
  /**
   * Sends a file of a readable release with one look-up, for the hot path. `Traits.isDownload` decides whether the
   * request is counted. Keys must be canonical. @throws `not_found`
   */
  send(
    caller: Caller,
    reply: FastifyReply,
    file: {
      nameKey: string;
      versionKey: string;
      filename: string;
      /** The protocol's clients report installations, cached files included: the request itself is not counted. */
      isReported?: boolean;
      /** The protocol's identifier of the bytes, in place of the plain digest. */
      etag?: string;
      /** The URL may return another file later: caches must revalidate. */
      isMovable?: boolean;
      /** Days after a yank in which all readers of the package get the file; later only its managers do. */
      yankedDays?: number;
      /** The digest of the requested bytes; other bytes count as missing. */
      sha256?: string;
      /** Replaces the stored media type, if clients use several types for the file. */
      contentType?: string;
      /** Sends all digests in headers, for clients that otherwise request each digest separately. */
      showsDigests?: boolean;
    },
  ): Promise<FastifyReply>;
  /** Digests of a file of a readable release, for clients that compare. @throws `not_found` */
  digests(caller: Caller, file: { nameKey: string; versionKey: string; filename: string }): Promise<Digests>;
  /** Counts a download that a client reports; a file that the caller may not read is not counted. */
  count(caller: Caller, file: { nameKey: string; versionKey: string; filename: string }): Promise<void>;
  /** Streams an artifact (200, 206, 304, HEAD) with digest and caching headers; counted as in {@link Files.send}. */
  sendArtifact(reply: FastifyReply, found: FoundRelease, artifact: Artifact): Promise<FastifyReply>;
}
