import type { Caller } from '../../domain/caller.ts';
import type { Format } from '../../ecosystems/format.ts';
import type { Mount } from '../../ecosystems/render-input.ts';
import { repositoryMount, sharedMount } from '../../ecosystems/mounts.ts';
import { findMounted } from '../../services/packages/mount.ts';
import type { EcosystemDeps } from './deps.ts';

/** Which mount a request came through, with its address. @throws DomainError `unauthenticated`, `not_found` */
export async function resolveMount(
  { pool, baseUrl }: Pick<EcosystemDeps, 'pool' | 'baseUrl'>,
  ecosystem: Format,
  caller: Caller,
): Promise<Mount> {
  const repository = await findMounted({ pool }, caller);
  return repository ? repositoryMount(ecosystem, baseUrl, repository) : sharedMount(ecosystem, baseUrl);
}
