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
  /** Time of the last received file. */
  touchedAt: Date;
  /** All files are received; the draft waits for a person or a scanner. */
  isCommitted: boolean;
  /** Time of the automatic commit if no other file arrives; null: only on request. */
  commitsAt: Date | null;
  /** Sorted by name. */
  files: readonly DraftFile[];
}

export interface DraftOptions {
  /** From this file on: seconds without a new file after which the draft commits itself. */
  idleSeconds?: number;
  /** Whether different bytes under an existing name are refused. */
  keeps?: boolean;
  /** Identifies the build: drafts with the same value are committed together. */
  deploy?: string;
}

/** The outcome of one module of a build. */
export interface ModuleReceipt {
  name: string;
  version: string;
  receipt: Receipt;
}

/** Files that are sent one by one and published together. */
export interface Drafts {
  /**
   * Adds a file (`declared.file`) to the draft of the release; opens a missing draft. Equal bytes under one name are
   * one file; different bytes replace the file, or are refused with `digest_conflict` if `keeps` is set.
   * @throws `forbidden`, `version_exists` when the release exists, `invalid_state` for a new file of a complete draft,
   * `too_large`, `policy_violation` when the draft has too many files
   */
  put(
    command: PublishCommand,
    options?: DraftOptions,
  ): Promise<{ outcome: 'added' | 'replaced' | 'present'; isNew: boolean }>;
  /** @throws `not_found` */
  get(caller: Caller, name: string, version: string): Promise<Draft>;
  /** Removes one file from the draft. @throws `not_found`, `invalid_state` */
  remove(caller: Caller, name: string, version: string, filename: string): Promise<void>;
  /**
   * Completes the draft: its files are checked together and become visible together.
   * @throws `not_found`, `invalid_state` without a file, and DomainError when refused; a refused draft is deleted
   */
  commit(caller: Caller, name: string, version: string): Promise<Receipt>;
  /**
   * As {@link commit} for a module of a build (`deploy`): all modules are committed together, after the last one is
   * complete. Empty: other modules are incomplete. A draft without a build is committed at once.
   * @throws `not_found`, `invalid_state` without a file, and DomainError when a module is refused
   */
  commitModule(caller: Caller, name: string, version: string): Promise<readonly ModuleReceipt[]>;
  /**
   * Deletes the draft and its files; the version is free again.
   * @throws `not_found`, `invalid_state` after a commit
   */
  discard(caller: Caller, name: string, version: string): Promise<void>;
}
