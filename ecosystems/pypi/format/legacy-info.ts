import type { Release } from '../../../domain/release.ts';
import { PypiMetadata } from './metadata.ts';

/** `info` of the JSON that older tools read. */
export function infoOf(nameKey: string, release: Release): Record<string, unknown> {
  const metadata = PypiMetadata.parse(release.metadata);
  return {
    name: nameKey,
    version: release.version,
    summary: metadata.summary,
    author: metadata.author,
    author_email: metadata.authorEmail,
    maintainer: metadata.maintainer,
    maintainer_email: metadata.maintainerEmail,
    license: metadata.license,
    keywords: metadata.keywords,
    classifiers: metadata.classifiers,
    project_urls: Object.fromEntries(
      metadata.projectUrls.map((entry) => {
        const comma = entry.indexOf(',');
        return [entry.slice(0, comma).trim(), entry.slice(comma + 1).trim()];
      }),
    ),
    requires_python: metadata.requiresPython || null,
    requires_dist: metadata.requiresDist.length === 0 ? null : metadata.requiresDist,
    description_content_type: metadata.descriptionType || null,
    yanked: release.isYanked,
    yanked_reason: release.yankReason,
  };
}
