import type { FastifyReply } from 'fastify';
import type { Caller } from '../../domain/caller.ts';
import type { Digests } from '../../domain/digest.ts';
import type { Artifact } from '../../domain/release.ts';
import type { FoundRelease } from './releases.ts';

/** Files of releases, as bytes that are sent. */
export interface Files {
  /** One lookup for the hot path: the file of a readable release, counted by `Traits.isDownload`. Keys must be canonical. @throws `not_found` */
  send(
    caller: Caller,
    reply: FastifyReply,
    file: {
      nameKey: string;
      versionKey: string;
      filename: string;
      /** Its clients report their installations, also of cached files: none of these requests is counted. */
      isReported?: boolean;
      /** The protocol's identifier of the bytes, instead of their plain digest. */
      etag?: string;
      /** The address may get another file later: a client that kept it has to ask again. */
      isMovable?: boolean;
      /** How long after a yank all readers of the package may have it; then only its managers. */
      yankedDays?: number;
      /** The digest of the requested bytes; other bytes count as missing. */
      sha256?: string;
      /** Replaces the stored media type, where clients know the file under several. */
      contentType?: string;
      /** All digests in headers, for clients that else ask for each in a request of its own. */
      showsDigests?: boolean;
    },
  ): Promise<FastifyReply>;
  /** Digests of such a file, for clients that compare. @throws `not_found` */
  digests(caller: Caller, file: { nameKey: string; versionKey: string; filename: string }): Promise<Digests>;
  /** Counts a download that a client reports; a file that the caller may not read is not counted. */
  count(caller: Caller, file: { nameKey: string; versionKey: string; filename: string }): Promise<void>;
  /** Streams an artifact (200, 206, 304, HEAD) with digest and caching headers; counted as in {@link Files.send}. */
  sendArtifact(reply: FastifyReply, found: FoundRelease, artifact: Artifact): Promise<FastifyReply>;
}
