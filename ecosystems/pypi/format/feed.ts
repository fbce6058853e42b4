import type { ReleaseSummary } from '../../../domain/release.ts';
import type { RenderInput } from '../../render-input.ts';
import { escapeHtml } from './html.ts';
import { sharedUrl } from './served-files.ts';
import { limits } from './limits.ts';

export const feedType = 'application/rss+xml; charset=utf-8';

const most = limits['feed entries'].count;

/** The newest releases of a project, latest first (RSS 2.0). */
export function feedOf({ package: { nameKey }, releases, mounts }: RenderInput): string {
  const url = sharedUrl({ mounts });
  const items = releases
    .toSorted((a, b) => timeOf(b).getTime() - timeOf(a).getTime())
    .slice(0, most)
    .map((release) => {
      const link = escapeHtml(`${url}/pypi/${nameKey}/${encodeURIComponent(release.version)}/json`);
      const version = escapeHtml(release.version);
      return `<item><title>${version}</title><link>${link}</link><guid>${link}</guid><pubDate>${timeOf(release).toUTCString()}</pubDate></item>`;
    });
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0"><channel><title>Releases of ${nameKey}</title><link>${escapeHtml(`${url}/simple/${nameKey}/`)}</link>
<description>The newest releases of ${nameKey}</description>
${items.join('\n')}
</channel></rss>
`;
}

const timeOf = ({ publishedAt, uploadedAt }: ReleaseSummary) => publishedAt ?? uploadedAt;
