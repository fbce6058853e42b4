import { holdsForPlatform, isAuthorized } from '../../domain/authorize.ts';
import type { Caller } from '../../domain/caller.ts';
import { isInFlight, isReadable, uploading } from '../../domain/release.ts';
import { listReleaseRepositories } from '../../store/postgres/packages/repositories.ts';
import { findDraft } from '../../store/postgres/releases/drafts.ts';
import type { Platform } from '../platform.ts';
import type { FoundRelease } from './get.ts';

/** The actions that a caller may take on a release in its current state. The operations check again. */
export interface ReleaseRights {
  mayYank: boolean;
  mayUnyank: boolean;
  mayDeprecate: boolean;
  mayUndeprecate: boolean;
  mayHold: boolean;
  mayRescan: boolean;
  /** The release is held, and the caller sees the files of the decision. */
  mayReview: boolean;
  /** The caller may approve and reject. */
  mayDecide: boolean;
  /** The caller may decide about files that wait to join. */
  mayDecideFiles: boolean;
  /** The release is a draft that the caller may publish and discard. */
  mayFinishDraft: boolean;
  mayDelete: boolean;
  /** Slugs of release repositories to which it can be promoted. */
  promotesTo: readonly string[];
}

export async function rightsOn(
  { pool }: Pick<Platform, 'pool'>,
  { actor }: Caller,
  { pkg, release }: FoundRelease,
): Promise<ReleaseRights> {
  const isWaiting = release.statusReason !== null && release.statusReason !== uploading;
  const isHeld = release.state === 'quarantine' && isWaiting;
  const draft = isInFlight(release) && !isHeld ? await findDraft(pool, release.id) : null;
  const isDraft = draft !== null && !draft.isCommitted && !draft.isDiscarded && release.publishedAt === null;
  const isVisible = isReadable(release);
  const publishes = isAuthorized(actor, 'publish', pkg);
  const triages = isAuthorized(actor, 'triage', pkg);
  const isOurs = !release.isHeldByPlatform || holdsForPlatform(actor, 'triage');
  const mayPromote =
    actor.kind === 'user' &&
    publishes &&
    pkg.repositoryKind === 'staging' &&
    (isVisible || (isHeld && triages && isOurs));
  const targets = mayPromote ? await listReleaseRepositories(pool, actor, pkg) : [];
  return {
    mayYank: isVisible && publishes && !release.isYanked,
    mayUnyank: isVisible && publishes && release.isYanked,
    mayDeprecate: isVisible && publishes && !release.isDeprecated,
    mayUndeprecate: isVisible && publishes && release.isDeprecated,
    mayHold: isVisible && isAuthorized(actor, 'hold', pkg),
    mayRescan: triages && (isVisible || (isHeld && release.publication !== null)),
    mayReview: isHeld && isAuthorized(actor, 'oversee', pkg),
    mayDecide: isHeld && triages && isOurs,
    mayDecideFiles: isVisible && triages,
    mayFinishDraft: isDraft && publishes,
    mayDelete: isVisible && isAuthorized(actor, 'administer', pkg),
    promotesTo: targets.map(({ slug }) => slug),
  };
}
