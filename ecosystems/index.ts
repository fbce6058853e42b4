import type { EcosystemId } from '../domain/ecosystem-id.ts';
import { DomainError } from '../domain/errors.ts';
import { cargo } from './cargo/index.ts';
import type { Ecosystem, Mount, RenderInput } from './ecosystem.ts';
import { npm } from './npm/index.ts';
import { nuget } from './nuget/index.ts';
import { oci } from './oci/index.ts';

/** Every ecosystem that is served. A test compares this list with the folders. */
export const served: readonly Ecosystem[] = [cargo, npm, nuget, oci];

export interface Ecosystems {
  readonly all: readonly Ecosystem[];
  /** @throws DomainError `not_found` for one that is not served */
  get(id: EcosystemId): Ecosystem;
}

export function createEcosystems(all: readonly Ecosystem[] = served): Ecosystems {
  const byId = new Map(all.map((ecosystem) => [ecosystem.id, ecosystem]));
  return {
    all,
    get(id) {
      const ecosystem = byId.get(id);
      if (!ecosystem) throw new DomainError('not_found', `ecosystem ${id} is not served here`);
      return ecosystem;
    },
  };
}

/** The shared mount, open to everybody who may read the package. */
export function sharedMount(ecosystem: Ecosystem, baseUrl: string): Mount {
  return { url: `${baseUrl}${ecosystem.mount}`, documentPrefix: '', requiresAuth: false };
}

/** A repository's own mount; it asks for credentials unless the repository is public. */
export function repositoryMount(
  ecosystem: Ecosystem,
  baseUrl: string,
  repository: { slug: string; visibility: string },
): Mount {
  return {
    url: `${baseUrl}${ecosystem.mount}/r/${repository.slug}`,
    documentPrefix: `r/${repository.slug}/`,
    requiresAuth: repository.visibility !== 'public' && repository.visibility !== 'unlisted',
  };
}

/** What every pure renderer gets: readable releases only, and both mounts the package is reached by. */
export function renderInput(
  ecosystem: Ecosystem,
  baseUrl: string,
  { package: pkg, ...of }: Omit<RenderInput, 'mounts' | 'baseUrl'>,
): RenderInput {
  const repository = { slug: pkg.repositorySlug, visibility: pkg.repositoryVisibility };
  return {
    package: pkg,
    ...of,
    mounts: [sharedMount(ecosystem, baseUrl), repositoryMount(ecosystem, baseUrl, repository)],
    baseUrl,
  };
}
