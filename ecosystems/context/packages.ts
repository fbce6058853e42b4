import type { Actor } from '../../domain/actor.ts';
import type { Caller } from '../../domain/caller.ts';
import type { DomainError } from '../../domain/errors.ts';
import type { Package } from '../../domain/package.ts';
import type { Release } from '../../domain/release.ts';

/** A package as listings name it. */
export interface ListedPackage {
  name: string;
  latestVersion: string | null;
}

export interface PackageOwner {
  number: number;
  username: string;
  displayName: string | null;
  /** Whether the right was given to the person for this package, and not by owning it or by a role in its organization. */
  isMaintainer: boolean;
}

/** Packages, their owners, and the rights on them. */
export interface Packages {
  /**
   * A package with its readable releases, in the order of publishing. With `metadata`, releases have only these members
   * of their metadata, their first file, and no signatures. @throws `not_found`
   */
  get(
    caller: Caller,
    name: string,
    options: { metadata: readonly string[] },
  ): Promise<{ package: Package; releases: Release[] }>;
  /** Packages the caller may read, by name in byte order. */
  list(
    caller: Caller,
    page: { after?: string; limit: number },
  ): Promise<{ packages: readonly ListedPackage[]; hasMore: boolean }>;
  /**
   * Lookup keys of packages the caller may list, in byte order, at most `limit`: those that begin with `prefix`, and have a
   * value among a field of their search entry.
   */
  listNames(
    caller: Caller,
    wanted: { prefix?: string; having?: { field: string; value: string } | null; limit: number },
  ): Promise<string[]>;
  /** Payloads of search entries with a facet and a value among a field, of packages the caller may list: documents made of them. */
  listPayloads(
    caller: Caller,
    wanted: { facet: string; having: { field: string; value: string }; limit: number },
  ): Promise<readonly Record<string, unknown>[]>;
  /**
   * The text behind `prefix` in the keys of packages the caller may list, up to one of the signs of `endsAt`, with the name of
   * the first that has it: in byte order, at most `limit`, once for each part and sign behind it.
   */
  listSegments(
    caller: Caller,
    wanted: { prefix: string; endsAt: string; limit: number },
  ): Promise<readonly { segment: string; name: string }[]>;
  /** Which of these lookup keys are packages here that the caller may not read: for silence, never for an answer. */
  listHidden(actor: Actor, names: readonly string[]): Promise<ReadonlySet<string>>;
  /**
   * Whether the caller may read, publish or delete under a name. For a free name all three are true for callers
   * who may take it; `refusal` is the reason for others. For protocols that grant rights before they are used.
   */
  permissions(
    caller: Caller,
    name: string,
  ): Promise<{ exists: boolean; read: boolean; publish: boolean; delete: boolean; refusal?: DomainError }>;
  /** Downloads by version key, of the releases that the caller may read; none where there were none. @throws `not_found` */
  countDownloads(caller: Caller, name: string): Promise<ReadonlyMap<string, number>>;
  /** The downloads of all public packages of the ecosystem. */
  countAllDownloads(): Promise<number>;
  /** Names of packages that the caller may know of and whose releases need this one, in byte order of their keys. @throws `not_found` */
  listDependents(
    caller: Caller,
    name: string,
    window: { offset: number; limit: number },
  ): Promise<readonly string[]>;
  /** People who may publish, with a number that fits u32. @throws `not_found` */
  listOwners(caller: Caller, name: string): Promise<PackageOwner[]>;
  /** @throws `not_found` naming the first login that does not exist */
  requireUsers(usernames: string[]): Promise<void>;
  /**
   * Replaces the maintainers as a whole; the owner always stays. @throws `not_found` for the
   * package or naming the first login that does not exist, `forbidden`, `insufficient_scope`
   */
  setMaintainers(caller: Caller, name: string, usernames: readonly string[]): Promise<void>;
  /** The same for added and removed people; the others stay. @throws as {@link setMaintainers} */
  changeMaintainers(
    caller: Caller,
    name: string,
    change: { add?: readonly string[]; remove?: readonly string[] },
  ): Promise<void>;
  /** @throws `not_found`, `forbidden`, `insufficient_scope`, `visibility_too_broad` */
  setVisibility(caller: Caller, name: string, visibility: 'public' | 'private'): Promise<void>;
}
