import type { Caller } from '../../domain/caller.ts';
import { canReadDocuments } from '../../domain/access.ts';
import { notFound, unauthenticated } from '../../domain/errors.ts';
import type { Ecosystem, Mount } from '../../ecosystems/ecosystem.ts';
import { repositoryMount, sharedMount } from '../../ecosystems/index.ts';
import type { Pool } from '../../store/postgres/pool.ts';
import { findRepository } from '../../store/postgres/packages/repositories.ts';

/**
 * Which mount a request came through. A repository that is not public challenges anonymous callers, and so
 * does every slug that does not exist: the two can't be told apart.
 */
export async function resolveMount(
  pool: Pool,
  ecosystem: Ecosystem,
  baseUrl: string,
  caller: Caller,
): Promise<Mount> {
  const { actor, repository: slug } = caller;
  if (slug === null) return sharedMount(ecosystem, baseUrl);
  const repository = await findRepository(pool, slug);
  if (repository && isOpen(repository)) return repositoryMount(ecosystem, baseUrl, repository);
  if (actor.kind === 'anonymous') throw unauthenticated();
  const facts = repository && {
    packageId: null,
    visibility: repository.visibility,
    repositoryVisibility: repository.visibility,
    readableReleases: 0,
    ownerUserId: repository.ownerUserId,
    ownerOrgId: repository.ownerOrgId,
  };
  if (!repository || !facts || !canReadDocuments(facts, actor)) throw notFound('repository');
  return repositoryMount(ecosystem, baseUrl, repository);
}

function isOpen(repository: { visibility: string }): boolean {
  return repository.visibility === 'public' || repository.visibility === 'unlisted';
}
