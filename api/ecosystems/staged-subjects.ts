import { grantedWhere, may, organizationsWhere } from '../../domain/authorize.ts';
import { requireBinding, requireScope, requireUser, type UserActor } from '../../domain/actor.ts';
import type { Caller, KnownCaller } from '../../domain/caller.ts';
import { notFound } from '../../domain/errors.ts';
import type { Ecosystem } from '../../ecosystems/ecosystem.ts';
import type { StagedOrigin, StagedRelease } from '../../ecosystems/context/context.ts';
import { findPackage, type PackageRow } from '../../store/postgres/packages/packages.ts';
import type { Pool } from '../../store/postgres/pool.ts';
import { findRelease, type ReleaseRow } from '../../store/postgres/releases/releases.ts';
import type { StagedFilter } from '../../store/postgres/releases/staged-releases.ts';
import type { UploadRow } from '../../store/postgres/releases/uploads.ts';

export type AssertMount = (caller: Caller, repositorySlug?: string) => Promise<void>;

export interface StagedSubject {
  pkg: PackageRow;
  release: ReleaseRow;
  user: UserActor;
}

export interface StagedSubjects {
  /** For its uploader and those who look after the package. @throws `not_found` */
  see(caller: Caller, name: string, version: string): Promise<StagedSubject>;
  /** For its uploader while they may publish, and those who judge releases. @throws `not_found`, `insufficient_scope`, `forbidden` */
  manage(caller: Caller, name: string, version: string): Promise<StagedSubject>;
}

/** Finds releases that nobody has seen yet and says who may do what with them. */
export function createStagedSubjects(
  pool: Pool,
  ecosystem: Ecosystem,
  assertMount: AssertMount,
): StagedSubjects {
  async function see(caller: Caller, name: string, version: string): Promise<StagedSubject> {
    const user = requireUser(caller.actor);
    await assertMount(caller);
    const pkg = await findPackage(pool, ecosystem.id, ecosystem.names.canonical(name));
    const release = pkg && (await findRelease(pool, pkg.id, ecosystem.versions.canonical(version)));
    if (!pkg || !release || !isStaged(release) || !isInvolved(pkg, release, user)) throw notFound('version');
    await assertMount(caller, pkg.repositorySlug);
    return { pkg, release, user };
  }

  return {
    see,
    async manage(caller, name, version) {
      requireScope(caller.actor, 'packages:write');
      const subject = await see(caller, name, version);
      const { pkg, release, user } = subject;
      requireBinding(user, { packageId: pkg.id, repositoryId: pkg.repositoryId });
      const isTheirs = release.publishedBy === user.userId && may(user, 'publish', pkg);
      if (!isTheirs && !may(user, 'triage', pkg)) throw notFound('version');
      return subject;
    },
  };
}

export function isStaged({ state, publishedAt }: ReleaseRow): boolean {
  return (state === 'quarantine' || state === 'scanning') && publishedAt === null;
}

/** {@link StagedSubjects.see} for queries: everything on this mount that the person would see by its name. */
export function seenBy(ecosystem: Ecosystem, { actor: user, repository }: KnownCaller): StagedFilter {
  return {
    ecosystem: ecosystem.id,
    userId: user.userId,
    organizationIds: organizationsWhere(user, 'see_unreleased'),
    packageIds: grantedWhere(user, 'see_unreleased'),
    repositorySlug: repository,
  };
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
