import type { Caller } from '../../domain/caller.ts';
import type { DeletionRule } from '../../domain/deletion.ts';
import type { Package } from '../../domain/package.ts';
import type { Release } from '../../domain/release.ts';

export interface FoundRelease {
  package: Package;
  release: Release;
}

/** A release as lists of many show it. */
export interface ListedRelease {
  version: string;
  /** `Inspection.listed` of it; null before its inspection. */
  listed: Readonly<Record<string, unknown>> | null;
}

/** A version that should not be installed any more. */
export interface WithheldRelease {
  nameKey: string;
  versionKey: string;
  why: 'malware' | 'quarantine';
  /** The last change of the withheld versions of its package; null where it is unknown. */
  changedAt: Date | null;
}

/** A name that a policy denies. */
export interface DeniedName {
  nameKey: string;
  /** Lookup keys; null for every version. */
  versions: readonly string[] | null;
  reason: string | null;
}

/** The changes of one release by yank, unyank and the like. */
export type ReleaseChange = 'yank' | 'unyank' | 'unlist' | 'relist';

/** Releases that the caller may read, and their changes after the publish. */
export interface Releases {
  /** A readable release by name and version in any spelling. @throws `not_found` */
  get(caller: Caller, name: string, version: string): Promise<FoundRelease>;
  /** The readable ones among these versions, in no order. */
  list(caller: Caller, name: string, versions: readonly string[]): Promise<readonly ListedRelease[]>;
  /** Readable releases about a version of the package, newest first; the version need not exist. */
  listAbout(
    caller: Caller,
    name: string,
    subject: string,
    page: { offset: number; limit: number },
  ): Promise<readonly ListedRelease[]>;
  /**
   * JSON of one member of the metadata, by version, of the readable ones among these. Members may be large: ask for
   * no more than an answer can hold.
   */
  readMember(
    caller: Caller,
    name: string,
    wanted: { versions: readonly string[]; member: string },
  ): Promise<ReadonlyMap<string, string>>;
  /** The entries of a list in the metadata of a readable release: one text member of each entry, without duplicates. */
  listEntries(
    caller: Caller,
    name: string,
    wanted: { version: string; list: string; member: string; offset: number; limit: number },
  ): Promise<readonly string[]>;
  /**
   * Versions that were visible and are held or rejected now, and visible ones with open findings of malware: of packages
   * that the caller may list, or of these (lookup keys) among them. By package and version, at most `limit`.
   */
  listWithheld(
    caller: Caller,
    wanted: { names?: readonly string[]; limit: number },
  ): Promise<readonly WithheldRelease[]>;
  /**
   * The versions that policies deny, at most `limit`, of all names or of these: through a repository's mount all entries of the
   * repository's policy and its owner's, else of each policy about packages under it that the caller may list.
   */
  listDenied(
    caller: Caller,
    wanted: { names?: readonly string[]; limit: number },
  ): Promise<readonly DeniedName[]>;
  /** One transaction: flag, documents, audit; then search. Idempotent. @throws `not_found`, `forbidden`, `insufficient_scope` */
  change(caller: Caller, name: string, version: string, change: ReleaseChange): Promise<void>;
  /** One transaction; null clears. An equal message changes nothing. @throws `not_found`, `forbidden`, `insufficient_scope` */
  deprecate(caller: Caller, name: string, messages: ReadonlyMap<string, string | null>): Promise<void>;
  /**
   * One transaction: releases to `deleted`, their tags, documents, audit; the package's page is removed with its last
   * release. Versions are never reused unless the ecosystem permits it. @throws `not_found`, `forbidden`,
   * `insufficient_scope`, `policy_violation` against the rule
   */
  delete(caller: Caller, name: string, versions: readonly string[], rule: DeletionRule): Promise<void>;
}
