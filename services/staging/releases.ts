import { validate as isUuid } from 'uuid';
import { requireUser } from '../../domain/actor.ts';
import { authorize, requireScopeFor } from '../../domain/authorize.ts';
import { as, type Caller } from '../../domain/caller.ts';
import { DomainError, notFound } from '../../domain/errors.ts';
import { fileSetOf } from '../../domain/file-set.ts';
import { isBlocking } from '../../domain/findings.ts';
import type { Artifact } from '../../domain/release.ts';
import type { StagedRelease } from '../../ecosystems/context/staged-releases.ts';
import type { Format } from '../../ecosystems/format.ts';
import { listOpenFindings } from '../../store/postgres/findings/findings.ts';
import { findPackageById } from '../../store/postgres/packages/packages.ts';
import type { Pool } from '../../store/postgres/pool.ts';
import { findReleaseById, type ReleaseRow } from '../../store/postgres/releases/releases.ts';
import { countStagedReleases, listStagedReleases } from '../../store/postgres/releases/staged-releases.ts';
import { findUpload } from '../../store/postgres/releases/uploads.ts';
import { assertMount } from '../packages/mount.ts';
import { heldRelease } from '../releases/decisions/held-release.ts';
import { settleDecision } from '../releases/decisions/outcome.ts';
import { verdictOf } from '../releases/decisions/record.ts';
import type { NamedVersion } from '../packages/find.ts';
import { getStagedToChange, presentStaged, seenBy, seeStaged } from './subjects.ts';
import type { Platform } from '../platform.ts';

const approvalWithinMs = 20_000;

/** Newest first. @throws DomainError `unauthenticated` */
export async function listStaged(
  platform: Pick<Platform, 'pool'>,
  caller: Caller,
  ecosystem: Format,
  window: { offset: number; limit: number },
): Promise<{ total: number; items: readonly StagedRelease[] }> {
  const user = requireUser(caller.actor);
  await assertMount(platform, caller);
  const filter = seenBy(ecosystem, as(caller, user));
  const total = await countStagedReleases(platform.pool, filter);
  return { total, items: await listStagedReleases(platform.pool, filter, window) };
}

/** @throws DomainError `unauthenticated`, `not_found` */
export async function getStaged(
  platform: Pick<Platform, 'pool'>,
  caller: Caller,
  named: NamedVersion,
): Promise<StagedRelease> {
  const { pkg, release } = await seeStaged(platform, caller, named);
  return presentStaged(pkg, release, await findUpload(platform.pool, release.uploadId));
}

/** @throws DomainError `unauthenticated`, `not_found` */
export async function getStagedById(
  platform: Pick<Platform, 'pool'>,
  caller: Caller,
  { ecosystem, id }: { ecosystem: Format; id: string },
): Promise<StagedRelease> {
  requireUser(caller.actor);
  await assertMount(platform, caller);
  const release = isUuid(id) ? await findReleaseById(platform.pool, id) : null;
  const pkg = release && (await findPackageById(platform.pool, release.packageId));
  if (!release || pkg?.ecosystem !== ecosystem.id) throw notFound('version');
  // read by name, so that the same rules apply
  return getStaged(platform, caller, { ecosystem, name: pkg.name, version: release.version });
}

/**
 * Approves the release and waits until every reader sees it. @throws DomainError `not_found`, `forbidden`,
 * `invalid_state` while findings block it, `precondition_failed` with further files that the protocol does not show
 */
export async function approveStaged(
  platform: Pick<Platform, 'decisions' | 'announce' | 'pool'>,
  caller: Caller,
  named: NamedVersion,
): Promise<void> {
  requireScopeFor(caller.actor, 'approve_staged');
  const { pkg, release } = await seeStaged(platform, caller, named);
  const refusal = `you may not approve versions of ${pkg.name}`;
  authorize(caller.actor, 'approve_staged', { ...pkg, refusal });
  assertDecidable(release);
  await assertOnlyApprovalMissing(platform.pool, release);
  // the protocol shows only the file that created the release
  const shown = fileSetOf(release.artifacts.filter(({ sha256 }) => sha256 === release.uploadSha256));
  const approval = verdictOf(caller, 'approve', null, shown.digest);
  const { outcome } = await settleDecision(platform, heldRelease(pkg, release), approval, approvalWithinMs);
  platform.announce({ kind: 'package', id: pkg.id });
  if (outcome === 'lost') throw new DomainError('invalid_state', 'the release was already decided');
  if (outcome === 'pending') {
    throw new DomainError('deadline_exceeded', 'approved: the version becomes visible soon');
  }
}

/** The waiting file. @throws DomainError `not_found` */
export async function getStagedArtifact(
  platform: Pick<Platform, 'pool'>,
  caller: Caller,
  named: NamedVersion,
): Promise<Artifact> {
  const { release } = await seeStaged(platform, caller, named);
  const file = release.artifacts.find(({ sha256 }) => sha256 === release.uploadSha256);
  if (!file) throw notFound('file');
  return file;
}

/** Its blocking findings. @throws DomainError `not_found` */
export async function listStagedFindings(
  platform: Pick<Platform, 'pool'>,
  caller: Caller,
  named: NamedVersion,
) {
  const { release } = await seeStaged(platform, caller, named);
  const open = await listOpenFindings(platform.pool, release.id);
  return open.map(({ severity, title, file }) => ({ severity, title, file }));
}

/**
 * Discards the release and waits until its name and version are free again.
 * @throws DomainError `not_found`, `insufficient_scope`, `invalid_state` while it is being scanned
 */
export async function discardStaged(
  platform: Pick<Platform, 'decisions' | 'announce' | 'pool'>,
  caller: Caller,
  named: NamedVersion,
): Promise<void> {
  const { pkg, release } = await getStagedToChange(platform, caller, named);
  assertDecidable(release);
  const rejection = verdictOf(caller, 'reject', 'discarded');
  // a publish after its last check can't be rejected
  const { outcome } = await settleDecision(platform, heldRelease(pkg, release), rejection);
  if (outcome === 'pending') {
    throw new DomainError('deadline_exceeded', 'accepted: the version will be discarded soon');
  }
  if (outcome !== 'done') throw new DomainError('invalid_state', 'the version could not be discarded');
  // the same version may be staged again at once: it must not join the ending run
  await platform.decisions.ended(release.workflowId);
}

/** The workflow accepts decisions only while it waits for them. */
function assertDecidable({ statusReason }: ReleaseRow): void {
  if (statusReason !== null) return;
  throw new DomainError('invalid_state', 'the version is being checked: try again in a moment');
}

/** Clients of a protocol can only approve the visibility, never accept a finding or a failed scan. */
async function assertOnlyApprovalMissing(pool: Pool, release: ReleaseRow): Promise<void> {
  const blocking = (await listOpenFindings(pool, release.id)).filter(isBlocking);
  if (blocking.length > 0) {
    throw new DomainError('invalid_state', `${blocking.length} blocking finding(s) are open`);
  }
  if (release.statusReason === 'awaiting_approval') return;
  throw new DomainError('invalid_state', 'the version is held for another reason: decide through /v1');
}
