import type { Caller } from '../../domain/caller.ts';
import type { FastifyReply } from 'fastify';
import type { Readable } from 'node:stream';

export type PartAlgorithm = 'sha256' | 'sha512';

/** An upload in pieces. Its state is in the database and the store: any replica continues it. */
export interface PartUpload {
  id: string;
  /** Canonical name it belongs to. */
  nameKey: string;
  algorithm: PartAlgorithm;
  /** Durable so far; the next piece begins here. */
  receivedBytes: number;
}

export interface StoredPart {
  /** `<algorithm>:<hex>`, as in the request. */
  digest: string;
  sha256: string;
  sizeBytes: number;
}

/**
 * Files that are uploaded on their own, before the release that refers to them. One is readable under a name
 * when a readable release of that name refers to it, and before that for users who may publish the name.
 */
export interface PackageParts {
  /** @throws `unauthenticated`, `insufficient_scope`, `forbidden`, `invalid_name` */
  start(caller: Caller, name: string, algorithm?: PartAlgorithm): Promise<PartUpload>;
  /** One of this name that the caller may continue. @throws `not_found` */
  find(caller: Caller, name: string, id: string): Promise<PartUpload>;
  /**
   * Streams a piece to the store while hashing. `from` is where the client says it begins. The received bytes of a
   * piece that is cut off count, which rejects with `bad_request`; those of a refused one do not. `maxBytes`
   * is for the whole part. @throws `range_mismatch`, `too_large`, `not_found`, `invalid_state` while another piece is being received
   */
  append(
    upload: PartUpload,
    body: Readable,
    options: { from?: number; maxBytes: number },
  ): Promise<PartUpload>;
  /** Checks the digest and links the part to the name. @throws `digest_mismatch`, then the upload is gone */
  finish(caller: Caller, upload: PartUpload, digest: string): Promise<StoredPart>;
  cancel(upload: PartUpload): Promise<void>;
  /**
   * Links a part of another name, without its bytes being sent; of any name when `from` is null. Undefined when
   * there is no such part that the caller may read.
   */
  mount(caller: Caller, name: string, from: string | null, digest: string): Promise<StoredPart | undefined>;
  /** @throws `not_found` */
  get(caller: Caller, name: string, digest: string): Promise<StoredPart>;
  /** Which of these the caller's next release of the name could not refer to. */
  listMissing(caller: Caller, name: string, digests: readonly string[]): Promise<readonly string[]>;
  /** 200, 206, 304, HEAD with digest and caching headers. */
  send(caller: Caller, reply: FastifyReply, name: string, digest: string): Promise<FastifyReply>;
  /** Whether the caller has a stored upload under the name, a part or an unfinished one. */
  hasAny(caller: Caller, name: string): Promise<boolean>;
  /** @throws `not_found`, `forbidden`, `insufficient_scope`, `invalid_state` while a release refers to it */
  unlink(caller: Caller, name: string, digest: string): Promise<void>;
}
