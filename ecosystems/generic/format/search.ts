import type { SearchEntry } from '../../format.ts';
import type { RenderInput } from '../../render-input.ts';
import { latest } from './latest.ts';
import { isStable } from './version.ts';

/** One hit per package. */
export function searchEntry({ package: pkg, releases }: RenderInput): SearchEntry {
  const version = latest(releases);
  return {
    facets: version !== null && isStable(version) ? ['stable'] : [],
    fields: {},
    payload: { name: pkg.name, latest: version, description: pkg.description },
  };
}
