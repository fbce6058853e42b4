import type { Caller } from '../../domain/caller.ts';
import type { FastifyReply } from 'fastify';
import type { Readable } from 'node:stream';

export type PartAlgorithm = 'sha256' | 'sha512';

/** An upload in pieces. Its state is in the database and the store, so that any replica can continue it. */
export interface PartUpload {
  id: string;
  /** Canonical name of the package. */
  nameKey: string;
  algorithm: PartAlgorithm;
  /** Number of durable bytes; the next piece begins at this offset. */
  receivedBytes: number;
}

export interface StoredPart {
  /** `<algorithm>:<hex>`, as in the request. */
  digest: string;
  sha256: string;
  sizeBytes: number;
}

/**
 * Parts: files that are uploaded separately, before the release that refers to them. A part is readable under a name
 * if a readable release of that name refers to it; earlier only for users who may publish the name.
 */
export interface PackageParts {
  /** @throws `unauthenticated`, `insufficient_scope`, `forbidden`, `invalid_name` */
  start(caller: Caller, name: string, algorithm?: PartAlgorithm): Promise<PartUpload>;
  /** An upload of this name that the caller may continue. @throws `not_found` */
  find(caller: Caller, name: string, id: string): Promise<PartUpload>;
  /**
   * Streams a piece to the store while hashing. `from`: the offset that the client declares. `maxBytes`: the limit of
   * the whole part. The received bytes of a cut-off piece (`bad_request`) are kept; the bytes of a refused piece are
   * not.
   * @throws `bad_request`, `range_mismatch`, `too_large`, `not_found`, `invalid_state` while another piece arrives
   */
  append(
    upload: PartUpload,
    body: Readable,
    options: { from?: number; maxBytes: number },
  ): Promise<PartUpload>;
  /** Checks the digest and links the part to the name. @throws `digest_mismatch`, which also deletes the upload */
  finish(caller: Caller, upload: PartUpload, digest: string): Promise<StoredPart>;
  cancel(upload: PartUpload): Promise<void>;
  /**
   * Links a part of the name `from`, or of any name if null, without an upload of its bytes. Undefined if the caller
   * may read no such part.
   */
  mount(caller: Caller, name: string, from: string | null, digest: string): Promise<StoredPart | undefined>;
  /** @throws `not_found` */
  get(caller: Caller, name: string, digest: string): Promise<StoredPart>;
  /** The digests to which the caller's next release of the name could not refer. */
  listMissing(caller: Caller, name: string, digests: readonly string[]): Promise<readonly string[]>;
  /** Sends a part (200, 206, 304, HEAD) with digest and caching headers. */
  send(caller: Caller, reply: FastifyReply, name: string, digest: string): Promise<FastifyReply>;
  /** Whether the caller has a part or an unfinished upload under the name. */
  hasAny(caller: Caller, name: string): Promise<boolean>;
  /** @throws `not_found`, `forbidden`, `insufficient_scope`, `invalid_state` while a release refers to the part */
  unlink(caller: Caller, name: string, digest: string): Promise<void>;
}
