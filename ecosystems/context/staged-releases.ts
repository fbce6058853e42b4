import type { FastifyReply } from 'fastify';
import type { Caller } from '../../domain/caller.ts';

/** A release that is not visible yet, for its uploader and the managers of its package. */
export interface StagedRelease {
  /** The release's id. */
  id: string;
  name: string;
  version: string;
  state: 'quarantine' | 'scanning';
  statusReason: string | null;
  ownerName: string;
  uploadSha256: string;
  uploadedAt: Date;
  /** The upload of the release, while the upload is kept. */
  upload?: StagedOrigin;
}

export interface StagedOrigin {
  /** Username. */
  uploadedBy: string;
  sha1: string;
  /** Declared tags. */
  tags: readonly string[];
}

export interface StagedReleases {
  /** Newest first. @throws `unauthenticated` */
  list(
    caller: Caller,
    window: { offset: number; limit: number },
  ): Promise<{ total: number; items: readonly StagedRelease[] }>;
  /** @throws `not_found` */
  get(caller: Caller, name: string, version: string): Promise<StagedRelease>;
  /** @throws `not_found` */
  getById(caller: Caller, id: string): Promise<StagedRelease>;
  /**
   * Approves the release and waits until it is visible.
   * @throws `not_found`, `forbidden`, `invalid_state` if blocked
   */
  approve(caller: Caller, name: string, version: string): Promise<void>;
  /** Sends the staged file to its uploader or a manager of its package. @throws `not_found` */
  send(caller: Caller, reply: FastifyReply, name: string, version: string): Promise<FastifyReply>;
  /** The findings that block the release. */
  listOpenFindings(
    caller: Caller,
    name: string,
    version: string,
  ): Promise<readonly { severity: string; title: string; file: string | null }[]>;
  /**
   * Deletes the release and waits until its name and version are free again.
   * @throws `not_found`, `insufficient_scope`, `invalid_state` during its scan
   */
  discard(caller: Caller, name: string, version: string): Promise<void>;
}
