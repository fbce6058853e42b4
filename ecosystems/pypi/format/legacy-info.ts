import type { Release } from '../../../domain/release.ts';
import { PypiMetadata } from './metadata.ts';

/** The public facts of the project of the release. */
export interface InfoOf {
  nameKey: string;
  /** The URL of the shared mount. */
  url: string;
  /** The description of the newest release; null for others, as it describes the project. */
  description: string | null;
}

/** `info` of the JSON for older tools, without download counts. */
export function infoOf({ nameKey, url, description }: InfoOf, release: Release): Record<string, unknown> {
  const metadata = PypiMetadata.parse(release.metadata);
  const page = `${url}/simple/${nameKey}/`;
  return {
    author: metadata.author,
    author_email: metadata.authorEmail,
    bugtrack_url: null,
    classifiers: metadata.classifiers,
    description,
    description_content_type: metadata.descriptionType || null,
    docs_url: null,
    download_url: metadata.downloadUrl,
    downloads: { last_day: -1, last_month: -1, last_week: -1 },
    dynamic: orNull(metadata.dynamic),
    home_page: metadata.homePage,
    keywords: metadata.keywords,
    license: metadata.license,
    license_expression: metadata.licenseExpression || null,
    license_files: orNull(metadata.licenseFiles),
    maintainer: metadata.maintainer,
    maintainer_email: metadata.maintainerEmail,
    name: metadata.name || nameKey,
    package_url: page,
    platform: metadata.platforms.join(',') || null,
    project_url: page,
    project_urls: urlsOf(metadata.projectUrls),
    provides_extra: orNull(metadata.providesExtra),
    release_url: `${url}/pypi/${nameKey}/${release.version}/json`,
    requires_dist: orNull(metadata.requiresDist),
    requires_python: metadata.requiresPython || null,
    summary: metadata.summary,
    version: release.version,
    yanked: release.isYanked,
    yanked_reason: release.yankReason,
  };
}

const orNull = (list: readonly string[]) => (list.length === 0 ? null : list);

/** `Label, https://…` */
function urlsOf(entries: readonly string[]): Record<string, string> | null {
  const urls = entries.map((entry) => {
    const comma = entry.indexOf(',');
    return [entry.slice(0, comma).trim(), entry.slice(comma + 1).trim()];
  });
  return urls.length === 0 ? null : Object.fromEntries(urls);
}
