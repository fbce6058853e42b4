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
  /** Whether the person has a maintainer grant on this package; an owner or organization role needs none. */
  isMaintainer: boolean;
}

/** Packages, their owners, and the rights on them. */
export interface Packages {
  /**
   * A package with its readable releases in the order of publication. Each release has only the listed members of its
   * metadata, its first file, and no signatures. @throws `not_found`
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
   * Lookup keys of packages that the caller may list, in byte order, at most `limit`. `prefix`: only keys that begin
   * with it. `having`: only packages with this value in a field of their search entry.
   */
  listNames(
    caller: Caller,
    wanted: { prefix?: string; having?: { field: string; value: string } | null; limit: number },
  ): Promise<string[]>;
  /** Payloads of search entries with this facet and field value, for packages that the caller may list. */
  listPayloads(
    caller: Caller,
    wanted: { facet: string; having: { field: string; value: string }; limit: number },
  ): Promise<readonly Record<string, unknown>[]>;
  /**
   * Segments of the keys of packages that the caller may list: the text from `prefix` to the next character of
   * `endsAt`, with the name of the first such package. In byte order, at most `limit`, one per pair of segment and end
   * character.
   */
  listSegments(
    caller: Caller,
    wanted: { prefix: string; endsAt: string; limit: number },
  ): Promise<readonly { segment: string; name: string }[]>;
  /** The lookup keys among `names` of packages that the actor may not read. Never reveal them: only omit them. */
  listHidden(actor: Actor, names: readonly string[]): Promise<ReadonlySet<string>>;
  /**
   * Whether the caller may read, publish or delete under a name. For a free name all three are true if the caller may
   * take the name, else `refusal` is the reason. For protocols that grant rights before their use.
   */
  permissions(
    caller: Caller,
    name: string,
  ): Promise<{ exists: boolean; read: boolean; publish: boolean; delete: boolean; refusal?: DomainError }>;
  /** Downloads by version key, for readable releases; a release without downloads is absent. @throws `not_found` */
  countDownloads(caller: Caller, name: string): Promise<ReadonlyMap<string, number>>;
  /** Total downloads of all public packages of the ecosystem. */
  countAllDownloads(): Promise<number>;
  /** Names of visible packages whose releases depend on this package, in byte order of keys. @throws `not_found` */
  listDependents(
    caller: Caller,
    name: string,
    window: { offset: number; limit: number },
  ): Promise<readonly string[]>;
  /** People who may publish the package; `number` fits u32. @throws `not_found` */
  listOwners(caller: Caller, name: string): Promise<PackageOwner[]>;
  /** @throws `not_found` that names the first unknown login */
  requireUsers(usernames: string[]): Promise<void>;
  /**
   * Replaces all maintainers; the owner always stays. @throws `not_found` for the package or the first unknown login,
   * `forbidden`, `insufficient_scope`
   */
  setMaintainers(caller: Caller, name: string, usernames: readonly string[]): Promise<void>;
  /** Adds and removes maintainers; the others stay. @throws as {@link setMaintainers} */
  changeMaintainers(
    caller: Caller,
    name: string,
    change: { add?: readonly string[]; remove?: readonly string[] },
  ): Promise<void>;
  /** @throws `not_found`, `forbidden`, `insufficient_scope`, `visibility_too_broad` */
  setVisibility(caller: Caller, name: string, visibility: 'public' | 'private'): Promise<void>;
}
