import type { Format } from './format.ts';
import type { Mount, RenderInput } from './render-input.ts';

/** The URL of a repository's mount, or of the shared mount without a repository. */
export function mountUrl({ mount }: Pick<Format, 'mount'>, baseUrl: string, repository?: string): string {
  return repository === undefined ? `${baseUrl}${mount}` : `${baseUrl}${mount}/r/${repository}`;
}

/** The shared mount, open to all readers of the package. */
export function sharedMount(format: Pick<Format, 'mount'>, baseUrl: string): Mount {
  return { url: mountUrl(format, baseUrl), documentPrefix: '', requiresAuth: false };
}

/** A repository's own mount; it asks for credentials unless the repository is public. */
export function repositoryMount(
  format: Pick<Format, 'mount'>,
  baseUrl: string,
  repository: { slug: string; visibility: string },
): Mount {
  return {
    url: mountUrl(format, baseUrl, repository.slug),
    documentPrefix: `r/${repository.slug}/`,
    requiresAuth: repository.visibility !== 'public' && repository.visibility !== 'unlisted',
  };
}

/** The input of every pure renderer: readable releases only, and both mounts of the package. */
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
