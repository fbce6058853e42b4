import type { Readable } from 'node:stream';
import type { Caller } from '../../domain/caller.ts';
import type { Digests } from '../../domain/digest.ts';
import type { Package } from '../../domain/package.ts';
import type { Declared } from '../format.ts';

/** Bytes received and hashed, waiting in staging. Unused ones expire by themselves. */
export interface StagedUpload extends Digests {
  uploadId: string;
  sizeBytes: number;
}

/** How a publish ended, or where to look when it has not ended yet. */
export interface Receipt {
  status: 'published' | 'held' | 'pending';
  /** Page where people follow a held or pending release. */
  statusUrl: string;
  /** Why a release is held: the findings and their places, or the decision that it waits for. One line of plain ASCII without quotes. */
  reason?: string;
}

/** Where people follow a release that is not visible yet, and why it is not: the end of every client's message. */
export const whereToLook = ({ statusUrl, reason }: Pick<Receipt, 'statusUrl' | 'reason'>): string =>
  reason === undefined ? statusUrl : `${statusUrl} (${reason})`;

export interface PublishCommand {
  caller: Caller;
  declared: Declared;
  upload: StagedUpload;
  /** A person has to approve it even without findings. */
  needsApproval?: boolean;
}

/** From the bytes of a request to the receipt of a publish. */
export interface Publishing {
  /**
   * The package under the name, for a caller who may publish it; null where the name is free. Called before any answer that
   * publishes nothing, so that it is not taken for a success. @throws `forbidden`, `insufficient_scope`,
   * `trusted_publishing_only`, `mfa_enrolment_required`
   */
  findTarget(caller: Caller, name: string): Promise<Package | null>;
  /** Streams to staging while hashing. @throws `too_large` beyond `maxBytes`, nothing stays behind */
  receive(body: Readable | Buffer, maxBytes: number): Promise<StagedUpload>;
  /** Reads a received upload again, e.g. for a peek at its manifest. */
  withUpload<T>(upload: StagedUpload, use: (path: string) => Promise<T>): Promise<T>;
  /** Throws away an upload that will not be published. */
  discard(upload: StagedUpload): Promise<void>;
  /** Runs the durable workflow and waits for its receipt up to the deadline. @throws DomainError when refused */
  publish(command: PublishCommand): Promise<Receipt>;
  /**
   * One more file of a visible release, e.g. its symbols: checked and judged as a publish would be. `held`: it waits for a
   * decision of its own, and the release stays as it is. Equal bytes twice are one file. @throws `not_found`, `forbidden`,
   * `digest_conflict`, and DomainError when refused
   */
  publishFile(command: PublishCommand): Promise<Receipt>;
}
