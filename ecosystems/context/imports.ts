import type { Caller } from '../../domain/caller.ts';

export interface ImportWanted {
  name: string;
  /** The https URL of a git repository, without a password. */
  url: string;
  /** Null: every tag that is a version. */
  tag: string | null;
}

export interface ImportStatus {
  jobId: string;
  status: string;
  url: string;
  tag: string | null;
  /** Number of tags by outcome. */
  counts: Readonly<Record<string, number>>;
  refused: readonly { tag: string; reason: string }[];
  error: string | null;
  startedAt: Date | null;
  completedAt: Date | null;
}

/** Imports of git repositories: a durable job publishes each tag as a separate release. */
export interface Imports {
  /**
   * Starts an import; an equal request while the job runs returns the same job. @throws `insufficient_scope`,
   * `forbidden`, `validation_failed`, `rate_limited`, `invalid_state` while another import of the package runs
   */
  begin(caller: Caller, wanted: ImportWanted): Promise<{ jobId: string }>;
  /** The state of an import and the name of its package, by id alone. @throws `not_found` */
  find(caller: Caller, jobId: string): Promise<ImportStatus & { name: string }>;
  /** The state of an import, for publishers of the package. @throws `not_found` */
  show(caller: Caller, name: string, jobId: string): Promise<ImportStatus>;
  /** Ends an import; published versions stay. @throws `not_found`, `invalid_state` after the import's end */
  cancel(caller: Caller, name: string, jobId: string): Promise<void>;
}
