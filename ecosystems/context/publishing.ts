import type { Readable } from 'node:stream';
import type { Caller } from '../../domain/caller.ts';
import type { Digests } from '../../domain/digest.ts';
import type { Package } from '../../domain/package.ts';
import type { Declared } from '../format.ts';

/** Received and hashed bytes in staging. Unused uploads expire. */
export interface StagedUpload extends Digests {
  uploadId: string;
  sizeBytes: number;
}

/** The outcome of a publish, or the page that shows a later outcome. */
export interface Receipt {
  status: 'published' | 'held' | 'pending';
  /** Page where people follow a held or pending release. */
  statusUrl: string;
  /** Why a release is held: findings and their places, or the awaited decision. One line of ASCII without quotes. */
  reason?: string;
}

/** The end of every client's message about a held or pending release: its page, and why it is not visible. */
export const whereToLook = ({ statusUrl, reason }: Pick<Receipt, 'statusUrl' | 'reason'>): string =>
  reason === undefined ? statusUrl : `${statusUrl} (${reason})`;

export interface PublishCommand {
  caller: Caller;
  declared: Declared;
  upload: StagedUpload;
  /** A person must approve the release even without findings. */
  needsApproval?: boolean;
}

/** The steps of a publish: from the bytes of a request to the receipt. */
export interface Publishing {
  /**
   * The package under the name, for a caller who may publish it; null for a free name. Called before any answer that
   * publishes nothing, so that a caller without the right does not read the answer as a success.
   * @throws `forbidden`, `insufficient_scope`, `trusted_publishing_only`, `mfa_enrolment_required`
   */
  findTarget(caller: Caller, name: string): Promise<Package | null>;
  /** Streams a body to staging while hashing. @throws `too_large` beyond `maxBytes`; the received bytes are deleted */
  receive(body: Readable | Buffer, maxBytes: number): Promise<StagedUpload>;
  /** Gives `use` the path of a received upload, e.g. to read its manifest. */
  withUpload<T>(upload: StagedUpload, use: (path: string) => Promise<T>): Promise<T>;
  /** Deletes an upload that will not be published. */
  discard(upload: StagedUpload): Promise<void>;
  /** Starts the durable workflow and waits for its receipt until the deadline. @throws DomainError when refused */
  publish(command: PublishCommand): Promise<Receipt>;
  /**
   * Adds a file to a visible release, e.g. its symbols, with the checks of a publish. `held`: the file waits for a
   * separate decision, and the release stays unchanged. Equal bytes twice are one file.
   * @throws `not_found`, `forbidden`, `digest_conflict`, and DomainError when refused
   */
  publishFile(command: PublishCommand): Promise<Receipt>;
}
