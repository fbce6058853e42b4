import { searchLimits } from '../../../domain/limits.ts';
import type { SearchEntry } from '../../format.ts';
import type { RenderInput } from '../../render-input.ts';
import { newest } from './latest.ts';
import { PypiMetadata } from './metadata.ts';
import { isStable } from './version.ts';

/** One hit per project. */
export function searchEntry({ package: pkg, releases, featured }: RenderInput): SearchEntry {
  const release = newest(releases);
  const whole = release && featured.get(release.versionKey);
  const metadata = whole ? PypiMetadata.parse(whole.metadata) : undefined;
  return {
    facets: release !== undefined && isStable(release.versionKey) ? ['stable'] : [],
    fields: {
      classifier: (metadata?.classifiers ?? []).map((each) =>
        each.toLowerCase().slice(0, searchLimits.values.characters),
      ),
    },
    payload: { name: pkg.name, version: release?.version ?? null, summary: metadata?.summary ?? null },
  };
}
