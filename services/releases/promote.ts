import { asTarget, authorize, isAuthorized, requireScopeFor } from '../../domain/authorize.ts';
import type { UserActor } from '../../domain/actor.ts';
import { type Caller, performedBy } from '../../domain/caller.ts';
import { aboutInput, invalidState, notFound, onInput } from '../../domain/errors.ts';
import { isInFlight, isReadable } from '../../domain/release.ts';
import { isBroader, narrower } from '../../domain/visibility.ts';
import { writeAudit } from '../../store/postgres/audit/audit.ts';
import type { PackageRow } from '../../store/postgres/packages/packages.ts';
import { lockRepository, type RepositoryRow } from '../../store/postgres/packages/repositories.ts';
import { rehousePackage } from '../../store/postgres/packages/transfers.ts';
import type { Transaction } from '../../store/postgres/pool.ts';
import { listReleaseSummaries } from '../../store/postgres/releases/release-summaries.ts';
import { findReleaseById, type ReleaseRow } from '../../store/postgres/releases/releases.ts';
import { afterChange, type AfterChange } from '../packages/after-change.ts';
import { getPackageToChange, getReleaseOf, type NamedVersion } from '../packages/find.ts';
import { type Accepted, approveArrival } from '../policies/arrivals.ts';
import { getVisibleRepository } from '../repositories/get.ts';
import { type Decided, decided } from './decide.ts';
import { heldRelease } from './decisions/held-release.ts';
import { awaitOutcome } from './decisions/outcome.ts';
import { noteVerdict, verdictOf } from './decisions/record.ts';
import type { Platform } from '../platform.ts';

/** The name of the target repository's field in `/v1`. */
const target = 'repository_slug';

export interface PromoteCommand {
  repositorySlug: string;
  reason: string | null;
  /** The accepted violations of the target's policy. */
  accepted: Accepted;
  /** For a held release: the caller knows that uploaders have lost their authority. */
  acceptsRevoked?: boolean | undefined;
  /** Allows moving other visible releases of the package together with it. */
  movesReleases: boolean;
  /** Digest of the files that the caller saw: the promotion of a held release approves these. */
  filesDigest: string | null;
}

/**
 * Moves a release from a staging repository to a release repository of the same owner: the same files, without another
 * upload. A name is in one repository, so its package moves and gets the visibility of that repository. For a held
 * release this is the approval, in the same transaction, by a user who may approve it. The policy of the target
 * applies to everything that readers see there, including visible releases; approvals for the staging repository are
 * void.
 * @throws DomainError `unauthenticated`, `insufficient_scope`, `not_found`, `forbidden`, `invalid_state`,
 * `policy_violation` with the releases that the policy of the target holds
 */
export async function promoteRelease(
  platform: Pick<Platform, 'pool' | 'catalog' | 'decisions' | AfterChange>,
  caller: Caller,
  { version, ...named }: NamedVersion,
  command: PromoteCommand,
): Promise<Decided> {
  requireScopeFor(caller.actor, 'publish');
  const subject = await getPackageToChange(platform, caller, named, 'publish');
  const found = await getReleaseOf(platform, caller, subject, version);
  await onInput(target, getVisibleRepository(platform.pool, caller.actor, command.repositorySlug));
  const held = heldRelease(subject.pkg, found);
  const wasHeld = await platform.catalog.changePackage(subject.pkg.id, async (tx, pkg) => {
    const release = await findReleaseById(tx, found.id);
    if (!release) throw notFound('version');
    const place = await findRoom(tx, subject.user, pkg, command);
    const isHeld = isInFlight(release);
    if (!isHeld && !isReadable(release)) throw invalidState(`the release is ${release.state}`);
    const others = pkg.readableReleases - (isReadable(release) ? 1 : 0);
    if (others > 0 && !command.movesReleases) {
      const detail = `${others} more release(s) would go with it: say with move_releases that they do`;
      throw aboutInput('move_releases', invalidState(detail));
    }
    if (isHeld) authorize(subject.user, 'triage', pkg);
    await approveForTarget(tx, caller, { pkg, place, user: subject.user, release }, command);
    // the policies of the target apply to the package from here on
    await rehousePackage(tx, pkg.id, { repositoryId: place.id, visibility: place.visibility });
    if (isHeld) {
      const { reason, acceptsRevoked, filesDigest } = command;
      await noteVerdict(tx, held, { ...verdictOf(caller, 'approve', reason, filesDigest), acceptsRevoked });
    }
    await writeAudit(tx, {
      action: 'release_promote',
      performer: performedBy(caller),
      targetOrgId: pkg.ownerOrgId,
      targetPackageId: pkg.id,
      targetReleaseId: release.id,
      metadata: {
        ecosystem: pkg.ecosystem,
        name: pkg.name,
        version: release.version,
        from_repository: pkg.repositorySlug,
        to_repository: place.slug,
      },
    });
    return isHeld;
  });
  await afterChange(platform, subject.pkg);
  const settled = wasHeld
    ? await awaitOutcome(platform, held, 'approve')
    : { release: await findReleaseById(platform.pool, found.id), outcome: 'done' as const };
  const now = await getPackageToChange(platform, caller, named, 'publish');
  return decided(platform, { ...now, release: found }, settled, command.reason);
}

interface Promoted {
  pkg: PackageRow;
  place: RepositoryRow;
  user: UserActor;
  release: ReleaseRow;
}

/** Judges all releases that become visible in the target, and records accepted violations as approvals. */
async function approveForTarget(
  tx: Transaction,
  caller: Caller,
  { pkg, place, user, release }: Promoted,
  { accepted, reason }: PromoteCommand,
): Promise<void> {
  const visible = await listReleaseSummaries(tx, pkg.id, []);
  const releases = [release, ...visible.filter(({ id }) => id !== release.id)];
  const mayDecide = isAuthorized(user, 'triage', { ...pkg, repositoryId: place.id });
  await approveArrival(tx, caller, {
    place,
    user,
    accepted,
    reason,
    packages: [{ pkg, releases, mayDecide }],
  });
}

/**
 * Finds the release repository and locks it until the end of the transaction.
 * @throws DomainError `not_found`, `forbidden`, `invalid_state`
 */
async function findRoom(
  tx: Transaction,
  actor: UserActor,
  pkg: PackageRow,
  { repositorySlug }: PromoteCommand,
): Promise<RepositoryRow> {
  authorize(actor, 'publish', pkg);
  if (pkg.repositoryKind !== 'staging') throw invalidState(`${pkg.repositorySlug} is no staging repository`);
  const place = await lockRepository(tx, repositorySlug);
  if (!place) throw aboutInput(target, notFound('repository'));
  await onInput(target, assertOpen(actor, place));
  const isSameOwner = place.ownerUserId === pkg.ownerUserId && place.ownerOrgId === pkg.ownerOrgId;
  if (!isSameOwner) {
    const detail = 'a release is promoted within what one owner has: transfer the package';
    throw aboutInput(target, invalidState(detail));
  }
  const isQuarantined = [pkg.visibility, pkg.repositoryVisibility, place.visibility].includes('quarantined');
  if (isQuarantined) throw invalidState('nothing is promoted out of a quarantine, or into one');
  // publishers may not broaden the visibility of a package
  if (isBroader(place.visibility, narrower(pkg.visibility, pkg.repositoryVisibility))) {
    authorize(actor, 'administer', pkg);
  }
  return place;
}

/** @throws DomainError `forbidden`, `insufficient_scope`, `invalid_state` */
async function assertOpen(actor: UserActor, place: RepositoryRow): Promise<void> {
  authorize(actor, 'publish', asTarget(place));
  if (place.kind !== 'release') throw invalidState(`${place.slug} is no release repository`);
}
