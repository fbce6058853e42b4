import type { SearchEntry } from '../../format.ts';
import type { RenderInput } from '../../render-input.ts';
import { newest } from './latest.ts';
import { GemMetadata } from './metadata.ts';
import { isStable } from './version.ts';

/** One hit per gem. */
export function searchEntry({ package: pkg, releases, featured }: RenderInput): SearchEntry {
  const release = newest(releases);
  const whole = release && featured.get(release.versionKey);
  const metadata = whole ? GemMetadata.parse(whole.metadata) : undefined;
  return {
    facets: release !== undefined && isStable(release.versionKey) ? ['stable'] : [],
    fields: { platform: metadata ? [metadata.platform.toLowerCase()] : [] },
    payload: {
      name: pkg.name,
      version: metadata?.number ?? null,
      platform: metadata?.platform ?? null,
      info: metadata?.summary ?? null,
      authors: metadata?.authors.join(', ') ?? null,
    },
  };
}
