import type { Caller } from '../../domain/caller.ts';

export interface ImportWanted {
  name: string;
  /** A repository's, https, without a password. */
  url: string;
  /** Null: all tags that are versions. */
  tag: string | null;
}

export interface ImportStatus {
  jobId: string;
  status: string;
  url: string;
  tag: string | null;
  /** Tags by their outcome. */
  counts: Readonly<Record<string, number>>;
  refused: readonly { tag: string; reason: string }[];
  error: string | null;
  startedAt: Date | null;
  completedAt: Date | null;
}

/** Tags of a git repository, each published as a release of its own by a durable job. */
export interface Imports {
  /**
   * The same request while it runs gets the same job. @throws `insufficient_scope`, `forbidden`, `validation_failed`,
   * `rate_limited`, `invalid_state` while another import of the package runs
   */
  begin(caller: Caller, wanted: ImportWanted): Promise<{ jobId: string }>;
  /** Finds an import by its id alone, and its package. @throws `not_found` */
  find(caller: Caller, jobId: string): Promise<ImportStatus & { name: string }>;
  /** For publishers of the package. @throws `not_found` */
  show(caller: Caller, name: string, jobId: string): Promise<ImportStatus>;
  /** Published versions stay. @throws `not_found`, `invalid_state` once it has ended */
  cancel(caller: Caller, name: string, jobId: string): Promise<void>;
}
