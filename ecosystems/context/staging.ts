import type { Caller } from '../../domain/caller.ts';
import type { Digests } from '../../domain/digest.ts';
import type { PublishCommand } from './publishing.ts';
import type { StagedRelease, StagedReleases } from './staged-releases.ts';

/** One more file of a staged release: it was checked, and is attached when the release becomes visible. */
export interface StagedFile {
  /** The release it belongs to. */
  parent: StagedRelease;
  kind: string;
  filename: string;
  sha256: string;
  stagedAt: Date;
}

/** A file that waits on its own to join a visible release. */
export type HeldFile = Digests & { filename: string };

export interface StagedFiles {
  /**
   * Checks the file as a publish would and keeps it. Other bytes replace it, equal ones change nothing. Pending
   * is still being checked. @throws `not_found` when the release is not staged, `forbidden`, and DomainError when refused
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
  /** Files that wait on their own; none for callers who do not manage the release. @throws `not_found` */
  listHeld(caller: Caller, name: string, version: string): Promise<readonly HeldFile[]>;
  /** @throws `not_found`, `insufficient_scope`, `forbidden` */
  discard(caller: Caller, kind: string, name: string, version: string): Promise<void>;
}

/** Staged releases under a name that a person gave them; each is in one group at most. */
export interface StageGroup {
  /** As its owner wrote it; the casing does not matter. */
  id: string;
  name: string;
  ownerName: string;
  createdAt: Date;
  /** Staged releases in it. */
  itemCount: number;
}

export interface StageGroups {
  /** @throws `duplicate`, `insufficient_scope`, `policy_violation` when there are too many */
  create(caller: Caller, group: { id: string; name: string }): Promise<StageGroup>;
  /** One's own, by id. @throws `unauthenticated` */
  list(
    caller: Caller,
    window: { offset: number; limit: number },
  ): Promise<{ total: number; items: readonly StageGroup[] }>;
  /** @throws `not_found` */
  get(caller: Caller, id: string): Promise<StageGroup>;
  /** Every staged release in it, by name; bounded by how many a group holds. @throws `not_found` */
  listMembers(caller: Caller, id: string): Promise<readonly StagedRelease[]>;
  /** @throws `not_found`, `insufficient_scope` */
  rename(caller: Caller, id: string, name: string): Promise<StageGroup>;
  /** The group alone: its releases stay staged. @throws `not_found`, `insufficient_scope` */
  remove(caller: Caller, id: string): Promise<void>;
  /** Adds a staged release, taking it out of another group. @throws `not_found`, `forbidden`, `insufficient_scope`, `policy_violation` when the group is full */
  put(caller: Caller, id: string, name: string, version: string): Promise<void>;
  /** @throws `not_found` also when the release is not in the group, `insufficient_scope` */
  take(caller: Caller, id: string, name: string, version: string): Promise<void>;
  /** The groups of these releases (ids), of all owners. */
  listOf(releaseIds: readonly string[]): Promise<ReadonlyMap<string, { id: string; name: string }>>;
}

/** Published releases that are not visible yet. */
export interface Staging {
  readonly releases: StagedReleases;
  readonly files: StagedFiles;
  readonly groups: StageGroups;
}
