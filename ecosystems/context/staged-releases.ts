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
  /** Its upload, while it is kept. */
  upload?: StagedOrigin;
}

export interface StagedOrigin {
  /** Username. */
  uploadedBy: string;
  sha1: string;
  /** As declared. */
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
  /** Lets it through and waits until it is visible. @throws `not_found`, `forbidden`, `invalid_state` while findings block it */
  approve(caller: Caller, name: string, version: string): Promise<void>;
  /** The file that waits, for its uploader and those who manage its package. @throws `not_found` */
  send(caller: Caller, reply: FastifyReply, name: string, version: string): Promise<FastifyReply>;
  /** Its blocking findings. */
  listOpenFindings(
    caller: Caller,
    name: string,
    version: string,
  ): Promise<readonly { severity: string; title: string; file: string | null }[]>;
  /** Throws it away and waits until its name and version are free again. @throws `not_found`, `insufficient_scope`, `invalid_state` while it is being scanned */
  discard(caller: Caller, name: string, version: string): Promise<void>;
}
