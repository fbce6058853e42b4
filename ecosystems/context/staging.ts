import type { Caller } from '../../domain/caller.ts';
import type { Digests } from '../../domain/digest.ts';
import type { PublishCommand } from './publishing.ts';
import type { StagedRelease, StagedReleases } from './staged-releases.ts';

/** A checked additional file of a staged release; it is attached when the release becomes visible. */
export interface StagedFile {
  /** The release of the file. */
  parent: StagedRelease;
  kind: string;
  filename: string;
  sha256: string;
  stagedAt: Date;
}

/** A held file that waits to join a visible release. */
export type HeldFile = Digests & { filename: string };

export interface StagedFiles {
  /**
   * Checks the file as a publish does, and keeps it. Different bytes replace the file, equal bytes change nothing.
   * `pending`: the check still runs.
   * @throws `not_found` when the release is not staged, `forbidden`, and DomainError when refused
   */
  stage(command: PublishCommand): Promise<'staged' | 'replaced' | 'pending'>;
  /** Newest first. @throws `unauthenticated` */
  list(
    caller: Caller,
    kind: string,
    window: { offset: number; limit: number },
  ): Promise<{ total: number; items: readonly StagedFile[] }>;
  /** @throws `not_found` */
  get(caller: Caller, kind: string, name: string, version: string): Promise<StagedFile>;
  /** Held files of a visible release; empty for callers who do not manage the release. @throws `not_found` */
  listHeld(caller: Caller, name: string, version: string): Promise<readonly HeldFile[]>;
  /** @throws `not_found`, `insufficient_scope`, `forbidden` */
  discard(caller: Caller, kind: string, name: string, version: string): Promise<void>;
}

/** A group of staged releases with a name from its owner; a release is in at most one group. */
export interface StageGroup {
  /** In the owner's spelling; compared without case. */
  id: string;
  name: string;
  ownerName: string;
  createdAt: Date;
  /** Number of staged releases in the group. */
  itemCount: number;
}

export interface StageGroups {
  /** @throws `duplicate`, `insufficient_scope`, `policy_violation` for too many groups */
  create(caller: Caller, group: { id: string; name: string }): Promise<StageGroup>;
  /** The caller's groups, by id. @throws `unauthenticated` */
  list(
    caller: Caller,
    window: { offset: number; limit: number },
  ): Promise<{ total: number; items: readonly StageGroup[] }>;
  /** @throws `not_found` */
  get(caller: Caller, id: string): Promise<StageGroup>;
  /** Every staged release in the group, by name; at most as many as a group can have. @throws `not_found` */
  listMembers(caller: Caller, id: string): Promise<readonly StagedRelease[]>;
  /** @throws `not_found`, `insufficient_scope` */
  rename(caller: Caller, id: string, name: string): Promise<StageGroup>;
  /** Removes the group only: its releases stay staged. @throws `not_found`, `insufficient_scope` */
  remove(caller: Caller, id: string): Promise<void>;
  /**
   * Adds a staged release to the group and removes it from any other group.
   * @throws `not_found`, `forbidden`, `insufficient_scope`, `policy_violation` when the group is full
   */
  put(caller: Caller, id: string, name: string, version: string): Promise<void>;
  /**
   * Removes a release from the group.
   * @throws `not_found`, also for a release outside the group, `insufficient_scope`
   */
  take(caller: Caller, id: string, name: string, version: string): Promise<void>;
  /** Groups by release id, of all owners. */
  listOf(releaseIds: readonly string[]): Promise<ReadonlyMap<string, { id: string; name: string }>>;
}

/** Published releases that are not visible yet. */
export interface Staging {
  readonly releases: StagedReleases;
  readonly files: StagedFiles;
  readonly groups: StageGroups;
}
