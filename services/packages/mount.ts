import type { Format } from '../../ecosystems/format.ts';
import { repositoryMount, sharedMount } from '../../ecosystems/mounts.ts';
import type { Mount } from '../../ecosystems/render-input.ts';
import { canReadDocuments } from '../../domain/access.ts';
import type { UserActor } from '../../domain/actor.ts';
import type { Caller, MountedRepository } from '../../domain/caller.ts';
import { notFound, unauthenticated } from '../../domain/errors.ts';
import { findRepository } from '../../store/postgres/packages/repositories.ts';
import { findOpenings, usableOf } from '../identity/oidc/openings.ts';
import type { Pool } from '../../store/postgres/pool.ts';
import type { Configured, Platform } from '../platform.ts';
import { asTarget } from '../../domain/authorize.ts';

/** The repository of a mount, without a check of rights: looked up once per request. */
export async function findMount(
  { pool }: Pick<Platform, 'pool'>,
  slug: string,
): Promise<MountedRepository | null> {
  return findRepository(pool, slug);
}

/**
 * The repository of the mount; null on the shared mount. A repository that is not public requires authentication from
 * anonymous callers, and so does every unknown slug: the answers are equal.
 * @throws DomainError `unauthenticated`, `not_found`
 */
export async function findMounted(
  { pool }: Pick<Platform, 'pool'>,
  { actor, repository: slug, mount: repository }: Caller,
): Promise<MountedRepository | null> {
  if (slug === null) return null;
  if (repository && isOpen(repository)) return repository;
  if (actor.kind === 'anonymous') throw unauthenticated();
  if (!repository) throw notFound('repository');
  if (canReadDocuments(factsOf(repository), actor) || (await publishesInto(pool, actor, repository))) {
    return repository;
  }
  throw notFound('repository');
}

/**
 * On a repository's mount only its readers see the repository, and no other repository exists.
 * @throws DomainError `unauthenticated`, `not_found`
 */
export async function assertMount(
  platform: Pick<Platform, 'pool'>,
  caller: Caller,
  repositorySlug?: string,
): Promise<void> {
  if (caller.repository === null) return;
  await findMounted(platform, caller);
  if (repositorySlug !== undefined && repositorySlug !== caller.repository) throw notFound('package');
}

/**
 * Whether the build may publish a package of the repository: it may then know the repository, before it names the
 * package.
 */
async function publishesInto(pool: Pool, actor: UserActor, repository: MountedRepository): Promise<boolean> {
  const { build, exchangedIn } = actor;
  if (build === undefined || exchangedIn === undefined || repository.visibility === 'quarantined')
    return false;
  const place = { repositoryId: repository.id, ownerOrgId: repository.ownerOrgId };
  const openings = await findOpenings(pool, exchangedIn, build, place);
  return (await usableOf(pool, openings, build, { since: build.exchangedAt, most: 1 })).length > 0;
}

function isOpen(repository: { visibility: string }): boolean {
  return repository.visibility === 'public' || repository.visibility === 'unlisted';
}

function factsOf(repository: MountedRepository) {
  const { visibility } = repository;
  return { ...asTarget(repository), visibility, repositoryVisibility: visibility, readableReleases: 0 };
}

/** Returns the mount of a request with its address. @throws DomainError `unauthenticated`, `not_found` */
export async function resolveMount(
  platform: Pick<Platform, 'pool'> & Configured<'http'>,
  ecosystem: Format,
  caller: Caller,
): Promise<Mount> {
  const baseUrl = platform.config.http.publicUrl;
  const repository = await findMounted(platform, caller);
  return repository ? repositoryMount(ecosystem, baseUrl, repository) : sharedMount(ecosystem, baseUrl);
}
