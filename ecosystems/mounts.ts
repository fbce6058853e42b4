import type { Format } from './format.ts';
import type { Mount, RenderInput } from './render-input.ts';

/** The shared mount, open to everybody who may read the package. */
export function sharedMount(format: Pick<Format, 'mount'>, baseUrl: string): Mount {
  return { url: `${baseUrl}${format.mount}`, documentPrefix: '', requiresAuth: false };
}

/** A repository's own mount; it asks for credentials unless the repository is public. */
export function repositoryMount(
  format: Pick<Format, 'mount'>,
  baseUrl: string,
  repository: { slug: string; visibility: string },
): Mount {
  return {
    url: `${baseUrl}${format.mount}/r/${repository.slug}`,
    documentPrefix: `r/${repository.slug}/`,
    requiresAuth: repository.visibility !== 'public' && repository.visibility !== 'unlisted',
  };
}

/** What every pure renderer gets: readable releases only, and both mounts the package is reached by. */
export function renderInput(
  format: Pick<Format, 'mount'>,
  baseUrl: string,
  { package: pkg, ...of }: Omit<RenderInput, 'mounts' | 'baseUrl'>,
): RenderInput {
  const repository = { slug: pkg.repositorySlug, visibility: pkg.repositoryVisibility };
  return {
    package: pkg,
    ...of,
    mounts: [sharedMount(format, baseUrl), repositoryMount(format, baseUrl, repository)],
    baseUrl,
  };
}
