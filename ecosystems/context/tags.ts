import type { Caller } from '../../domain/caller.ts';

export interface PackageTag {
  name: string;
  /** The version of a readable release. */
  version: string;
}

/** Movable names of releases. Those of hidden releases are absent. */
export interface PackageTags {
  /** In byte order, those after `after`, at most 10,000 at once. @throws `not_found` for the package */
  list(
    caller: Caller,
    name: string,
    page?: { after?: string; limit?: number },
  ): Promise<{ tags: readonly PackageTag[]; hasMore: boolean }>;
  /** The version of the tag, on the hot path; undefined where anything is missing or hidden. */
  find(caller: Caller, name: string, tag: string): Promise<string | undefined>;
  /** One transaction: one tag or several, documents, audit. Idempotent. @throws `not_found`, `forbidden`, `insufficient_scope` */
  set(caller: Caller, name: string, tags: string | readonly string[], version: string): Promise<void>;
  /** @throws `not_found` for the tag as well, `forbidden`, `insufficient_scope` */
  remove(caller: Caller, name: string, tag: string): Promise<void>;
}
