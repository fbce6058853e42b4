import type { Caller } from '../../domain/caller.ts';

export interface PackageTag {
  name: string;
  /** The version of a readable release. */
  version: string;
}

/** Movable names of releases. Tags of hidden releases are absent. */
export interface PackageTags {
  /** Tags after `after` in byte order, at most 10,000 at once. @throws `not_found` for the package */
  list(
    caller: Caller,
    name: string,
    page?: { after?: string; limit?: number },
  ): Promise<{ tags: readonly PackageTag[]; hasMore: boolean }>;
  /** The version of the tag, for the hot path; undefined for a missing or hidden package, release or tag. */
  find(caller: Caller, name: string, tag: string): Promise<string | undefined>;
  /**
   * Sets one or several tags, with documents and audit, in one transaction. Idempotent.
   * @throws `not_found`, `forbidden`, `insufficient_scope`
   */
  set(caller: Caller, name: string, tags: string | readonly string[], version: string): Promise<void>;
  /** @throws `not_found` for the package or the tag, `forbidden`, `insufficient_scope` */
  remove(caller: Caller, name: string, tag: string): Promise<void>;
}
