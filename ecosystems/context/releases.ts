import type { Caller } from '../../domain/caller.ts';
import type { DeletionRule } from '../../domain/deletion.ts';
import type { Package } from '../../domain/package.ts';
import type { Release } from '../../domain/release.ts';

export interface FoundRelease {
  package: Package;
  release: Release;
}

/** A release in lists of many releases. */
export interface ListedRelease {
  version: string;
  /** `Inspection.listed` of the release; null before its inspection. */
  listed: Readonly<Record<string, unknown>> | null;
}

/** A version that should no longer be installed. */
export interface WithheldRelease {
  nameKey: string;
  versionKey: string;
  why: 'malware' | 'quarantine';
  /** Time of the last change of the package's withheld versions; null: unknown. */
  changedAt: Date | null;
}

/** A package name that a policy denies. */
export interface DeniedName {
  nameKey: string;
  /** Version keys; null: every version. */
  versions: readonly string[] | null;
  reason: string | null;
}

/** Changes of one release that hide it from resolution or restore it. */
export type ReleaseChange = 'yank' | 'unyank' | 'unlist' | 'relist';

/** Releases that the caller may read, and their changes after the publish. */
export interface Releases {
  /** A readable release by name and version in any spelling. @throws `not_found` */
  get(caller: Caller, name: string, version: string): Promise<FoundRelease>;
  /** The readable releases among these versions, unordered. */
  list(caller: Caller, name: string, versions: readonly string[]): Promise<readonly ListedRelease[]>;
  /** Readable releases about a version of the package, newest first; the version need not exist. */
  listAbout(
    caller: Caller,
    name: string,
    subject: string,
    page: { offset: number; limit: number },
  ): Promise<readonly ListedRelease[]>;
  /**
   * JSON of one metadata member by version, for the readable releases among these versions. Members may be large:
   * limit the versions to what one answer can hold.
   */
  readMember(
    caller: Caller,
    name: string,
    wanted: { versions: readonly string[]; member: string },
  ): Promise<ReadonlyMap<string, string>>;
  /** One text member of each entry of a list in the metadata of a readable release, without duplicates. */
  listEntries(
    caller: Caller,
    name: string,
    wanted: { version: string; list: string; member: string; offset: number; limit: number },
  ): Promise<readonly string[]>;
  /**
   * Versions that were visible and are now held or rejected, and visible versions with open malware findings. Only
   * packages that the caller may list; `names` (lookup keys) selects among them. By package and version, at most
   * `limit`.
   */
  listWithheld(
    caller: Caller,
    wanted: { names?: readonly string[]; limit: number },
  ): Promise<readonly WithheldRelease[]>;
  /**
   * The versions that policies deny, for all names or `names`, at most `limit`. On a repository's mount: all entries
   * of the policies of the repository and of its owner. On the shared mount: the entries of each policy about the
   * packages under that policy that the caller may list.
   */
  listDenied(
    caller: Caller,
    wanted: { names?: readonly string[]; limit: number },
  ): Promise<readonly DeniedName[]>;
  /**
   * Changes flag, documents and audit in one transaction, then the search. Idempotent.
   * @throws `not_found`, `forbidden`, `insufficient_scope`
   */
  change(caller: Caller, name: string, version: string, change: ReleaseChange): Promise<void>;
  /**
   * Sets messages by version in one transaction; null clears. An equal message changes nothing.
   * @throws `not_found`, `forbidden`, `insufficient_scope`
   */
  deprecate(caller: Caller, name: string, messages: ReadonlyMap<string, string | null>): Promise<void>;
  /**
   * Deletes releases, their tags and documents, and writes the audit, in one transaction; the last release takes the
   * package's page with it. Versions are reused only if the ecosystem permits it.
   * @throws `not_found`, `forbidden`, `insufficient_scope`, `policy_violation` against `rule`
   */
  delete(caller: Caller, name: string, versions: readonly string[], rule: DeletionRule): Promise<void>;
}
