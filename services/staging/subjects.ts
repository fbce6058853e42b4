import { hostedPackage } from '../../domain/package-address.ts';
import { may, requireScopeFor, requireSecondFactor } from '../../domain/authorize.ts';
import { requireBinding, requireUser, type UserActor } from '../../domain/actor.ts';
import type { Caller, KnownCaller } from '../../domain/caller.ts';
import { notFound } from '../../domain/errors.ts';
import type { StagedOrigin, StagedRelease } from '../../ecosystems/context/staged-releases.ts';
import type { Format } from '../../ecosystems/format.ts';
import { findPackage, type PackageRow } from '../../store/postgres/packages/packages.ts';
import { findRelease, type ReleaseRow } from '../../store/postgres/releases/releases.ts';
import type { StagedFilter } from '../../store/postgres/releases/staged-releases.ts';
import type { UploadRow } from '../../store/postgres/releases/uploads.ts';
import type { NamedVersion } from '../packages/find.ts';
import { assertMount } from '../packages/mount.ts';
import type { Platform } from '../platform.ts';

export interface StagedSubject {
  ecosystem: Format;
  pkg: PackageRow;
  release: ReleaseRow;
  user: UserActor;
}

/** For its uploader and managers of the package. @throws DomainError `unauthenticated`, `not_found` */
export async function seeStaged(
  platform: Pick<Platform, 'pool'>,
  caller: Caller,
  { ecosystem, name, version }: NamedVersion,
): Promise<StagedSubject> {
  const user = requireUser(caller.actor);
  await assertMount(platform, caller);
  const pkg = await findPackage(platform.pool, hostedPackage(ecosystem.id, ecosystem.names.canonical(name)));
  const release = pkg && (await findRelease(platform.pool, pkg.id, ecosystem.versions.canonical(version)));
  if (!pkg || !release || !isStaged(release) || !isInvolved(pkg, release, user)) throw notFound('version');
  await assertMount(platform, caller, pkg.repositorySlug);
  return { ecosystem, pkg, release, user };
}

/**
 * For its uploader while they may publish, and for users who may decide about releases.
 * @throws DomainError `unauthenticated`, `insufficient_scope`, `not_found`, `mfa_enrolment_required`
 */
export async function getStagedToChange(
  platform: Pick<Platform, 'pool'>,
  caller: Caller,
  named: NamedVersion,
): Promise<StagedSubject> {
  requireScopeFor(caller.actor, 'publish');
  const subject = await seeStaged(platform, caller, named);
  const { pkg, release, user } = subject;
  requireSecondFactor(user, pkg);
  requireBinding(user, pkg);
  const isTheirs = release.publishedBy === user.userId && may(user, 'publish', pkg);
  if (!isTheirs && !may(user, 'triage', pkg)) throw notFound('version');
  return subject;
}

function isStaged({ state, publishedAt }: ReleaseRow): boolean {
  return (state === 'quarantine' || state === 'scanning') && publishedAt === null;
}

/** {@link seeStaged} for queries: everything on this mount that the user may see. */
export function seenBy(ecosystem: Format, { actor, repository }: KnownCaller): StagedFilter {
  return { ecosystem: ecosystem.id, actor, repositorySlug: repository };
}

function isInvolved(pkg: PackageRow, release: ReleaseRow, user: UserActor): boolean {
  return release.publishedBy === user.userId || may(user, 'see_unreleased', pkg);
}

export function presentStaged(
  pkg: PackageRow,
  release: ReleaseRow,
  upload: UploadRow | null = null,
): StagedRelease {
  const { id, version, statusReason, uploadSha256, uploadedAt } = release;
  const state = release.state === 'scanning' ? 'scanning' : 'quarantine';
  return {
    id,
    name: pkg.name,
    ownerName: pkg.ownerName,
    version,
    state,
    statusReason,
    uploadSha256,
    uploadedAt,
    ...(upload && { upload: originOf(upload) }),
  };
}

function originOf({ actor, sha1, declared }: UploadRow): StagedOrigin {
  return { uploadedBy: actor.username, sha1, tags: declared.tags ?? [] };
}
