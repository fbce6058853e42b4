import type { SearchEntry } from '../../format.ts';
import type { RenderInput } from '../../render-input.ts';
import { newest } from './latest.ts';
import { ComposerMetadata } from './metadata.ts';
import { isStable } from './version.ts';

/** One hit per package. */
export function searchEntry({ package: pkg, releases, featured }: RenderInput): SearchEntry {
  const release = newest(releases);
  const whole = release && featured.get(release.versionKey);
  const manifest = whole ? ComposerMetadata.parse(whole.metadata).manifest : {};
  const type = typeof manifest['type'] === 'string' ? manifest['type'] : 'library';
  const provided = Object.keys((manifest['provide'] as object | undefined) ?? {});
  return {
    facets: release !== undefined && isStable(release.versionKey) ? ['stable'] : [],
    fields: { type: [type.toLowerCase()], provides: provided.map((name) => name.toLowerCase()) },
    payload: {
      name: pkg.nameKey,
      description: typeof manifest['description'] === 'string' ? manifest['description'] : '',
      type,
      repository: pkg.repositoryUrl ?? '',
      abandoned: pkg.isDeprecated,
    },
  };
}
