import type { Caller } from '../../domain/caller.ts';
import type { Digests } from '../../domain/digest.ts';
import type { PublishCommand, Receipt } from './publishing.ts';

/** One file of a draft: received, not yet opened. */
export interface DraftFile extends Digests {
  kind: string;
  filename: string;
  contentType: string;
  sizeBytes: number;
  stagedAt: Date;
}

/** A release with separately uploaded files, visible only to users who may publish it. */
export interface Draft {
  name: string;
  version: string;
  openedAt: Date;
  /** When its last file came. */
  touchedAt: Date;
  /** All files have come; a person or a scanner has to decide. */
  isCommitted: boolean;
  /** When it commits itself if nothing else comes; null: only on request. */
  commitsAt: Date | null;
  /** By name. */
  files: readonly DraftFile[];
}

export interface DraftOptions {
  /** From this file on: the draft commits itself after so long without a new file. */
  idleSeconds?: number;
  /** Whether other bytes under an existing name are refused. */
  keeps?: boolean;
  /** Which build sends it: drafts with the same word here are committed together. */
  deploy?: string;
}

/** The outcome of one module of a build. */
export interface ModuleReceipt {
  name: string;
  version: string;
  receipt: Receipt;
}

/** Files that are published together although they are sent one by one. */
export interface Drafts {
  /**
   * Adds a file (`declared.file`) to the draft of the release, and opens one if there is none. Equal bytes under one
   * name are one file; others replace it, or are refused with `digest_conflict` when `keeps` is set.
   * @throws `forbidden`, `version_exists` when the release exists, `invalid_state` when the draft is complete,
   * unless this is one of its files, `too_large`, `policy_violation` when it has too many files
   */
  put(
    command: PublishCommand,
    options?: DraftOptions,
  ): Promise<{ outcome: 'added' | 'replaced' | 'present'; isNew: boolean }>;
  /** @throws `not_found` */
  get(caller: Caller, name: string, version: string): Promise<Draft>;
  /** Takes one file out again. @throws `not_found`, `invalid_state` */
  remove(caller: Caller, name: string, version: string, filename: string): Promise<void>;
  /** No more files: they are checked together, and visible together. @throws `not_found`, `invalid_state` without a file, and DomainError when refused, and then the draft is gone */
  commit(caller: Caller, name: string, version: string): Promise<Receipt>;
  /**
   * The same for a module of a build (`deploy`): nothing is committed while files of another module are missing, and
   * all with the last one. Empty: the build continues. A draft of no build is committed at once.
   * @throws `not_found`, `invalid_state` without a file, and DomainError when one of them is refused
   */
  commitModule(caller: Caller, name: string, version: string): Promise<readonly ModuleReceipt[]>;
  /** Throws it away with its files; name and version are free again. @throws `not_found`, `invalid_state` once it is committed */
  discard(caller: Caller, name: string, version: string): Promise<void>;
}
