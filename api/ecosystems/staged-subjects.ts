import type { FastifyRequest } from 'fastify';
import { grantedWhere, may, organizationsWhere } from '../../domain/authorize.ts';
import { type Actor, requireBinding, requireScope, requireUser, type UserActor } from '../../domain/actor.ts';
import { notFound } from '../../domain/errors.ts';
import type { Ecosystem } from '../../ecosystems/ecosystem.ts';
import type { StagedOrigin, StagedRelease } from '../../ecosystems/route-context.ts';
import { findPackage, type PackageRow } from '../../store/postgres/packages/packages.ts';
import type { Pool } from '../../store/postgres/pool.ts';
import { findRelease, type ReleaseRow } from '../../store/postgres/releases/releases.ts';
import type { StagedFilter } from '../../store/postgres/releases/staged-releases.ts';
import type { UploadRow } from '../../store/postgres/releases/uploads.ts';
import { addressedRepository } from './mounts.ts';

export type AssertMount = (request: FastifyRequest, actor: Actor, repositorySlug?: string) => Promise<void>;

export interface StagedSubject {
  pkg: PackageRow;
  release: ReleaseRow;
  user: UserActor;
}

export interface StagedSubjects {
  /** For its uploader and those who look after the package. @throws `not_found` */
  see(request: FastifyRequest, actor: Actor, name: string, version: string): Promise<StagedSubject>;
  /** For its uploader while they may publish, and those who judge releases. @throws `not_found`, `insufficient_scope`, `forbidden` */
  manage(request: FastifyRequest, actor: Actor, name: string, version: string): Promise<StagedSubject>;
}

/** Finds releases that nobody has seen yet and says who may do what with them. */
export function createStagedSubjects(
  pool: Pool,
  ecosystem: Ecosystem,
  assertMount: AssertMount,
): StagedSubjects {
  async function see(
    request: FastifyRequest,
    actor: Actor,
    name: string,
    version: string,
  ): Promise<StagedSubject> {
    const user = requireUser(actor);
    await assertMount(request, user);
    const pkg = await findPackage(pool, ecosystem.id, ecosystem.names.canonical(name));
    const release = pkg && (await findRelease(pool, pkg.id, ecosystem.versions.canonical(version)));
    if (!pkg || !release || !isStaged(release) || !isInvolved(pkg, release, user)) throw notFound('version');
    await assertMount(request, user, pkg.repositorySlug);
    return { pkg, release, user };
  }

  return {
    see,
    async manage(request, actor, name, version) {
      requireScope(actor, 'packages:write');
      const subject = await see(request, actor, name, version);
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
export function seenBy(ecosystem: Ecosystem, request: FastifyRequest, user: UserActor): StagedFilter {
  return {
    ecosystem: ecosystem.id,
    userId: user.userId,
    organizationIds: organizationsWhere(user, 'see_unreleased'),
    packageIds: grantedWhere(user, 'see_unreleased'),
    repositorySlug: addressedRepository(request),
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
