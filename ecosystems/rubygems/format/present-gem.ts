import { deflateSync } from 'node:zlib';
import { sha256Hex } from '../../../domain/digest.ts';
import type { Package } from '../../../domain/package.ts';
import type { Release } from '../../../domain/release.ts';
import { gemFilename } from './full-name.ts';
import { gemDigest } from './gem-digest.ts';
import { quickSpecification } from './quick-specification.ts';
import { GemMetadata } from './metadata.ts';
import { requirementText } from './requirement.ts';
import { isStable } from './version.ts';

/** The URLs of the mount and of pages for people, and the downloads of each version. */
export interface Around {
  mountUrl: string;
  baseUrl: string;
  downloads: ReadonlyMap<string, number>;
}

export function presentGem(gem: Package, release: Release, { mountUrl, baseUrl, downloads }: Around) {
  const metadata = GemMetadata.parse(release.metadata);
  const { links } = metadata;
  const page = (key: string) => links[key] ?? null;
  return {
    name: gem.name,
    downloads: gem.downloadCount,
    version: metadata.number,
    version_downloads: downloads.get(release.versionKey) ?? 0,
    version_created_at: (release.publishedAt ?? release.uploadedAt).toISOString(),
    platform: metadata.platform,
    authors: metadata.authors.join(', '),
    info: metadata.description || metadata.summary,
    licenses: metadata.licenses,
    metadata: links,
    yanked: release.isYanked,
    sha: gemDigest(release),
    spec_sha: specificationDigest(gem.name, metadata),
    project_uri: `${baseUrl}/v1/packages/rubygems/${encodeURIComponent(gem.name)}`,
    gem_uri: gemUrl(gem, release, mountUrl),
    homepage_uri: metadata.homepage || page('homepage_uri'),
    wiki_uri: page('wiki_uri'),
    documentation_uri: page('documentation_uri'),
    mailing_list_uri: page('mailing_list_uri'),
    source_code_uri: page('source_code_uri'),
    bug_tracker_uri: page('bug_tracker_uri'),
    changelog_uri: page('changelog_uri'),
    funding_uri: page('funding_uri'),
    prerelease: !isStable(release.version),
    dependencies: {
      development: dependenciesOf(metadata, 'development'),
      runtime: dependenciesOf(metadata, 'runtime'),
    },
  };
}

export function presentVersion(gem: Package, release: Release, { mountUrl, downloads }: Around) {
  const metadata = GemMetadata.parse(release.metadata);
  return {
    number: metadata.number,
    platform: metadata.platform,
    prerelease: !isStable(release.version),
    created_at: (release.publishedAt ?? release.uploadedAt).toISOString(),
    built_at: `${metadata.date}T00:00:00.000Z`,
    sha: gemDigest(release),
    summary: metadata.summary,
    description: metadata.description,
    authors: metadata.authors.join(', '),
    licenses: metadata.licenses,
    requirements: metadata.needs ?? [],
    downloads_count: downloads.get(release.versionKey) ?? 0,
    ruby_version: requirementText(metadata.requiredRuby, ', '),
    rubygems_version: requirementText(metadata.requiredRubygems, ', '),
    metadata: metadata.links,
    gem_uri: gemUrl(gem, release, mountUrl),
  };
}

const gemUrl = (gem: Package, release: Release, mountUrl: string) =>
  `${mountUrl}/gems/${gemFilename(gem.name, release.version)}`;

/** The digest of the specification in the form that `gem` reads. */
const specificationDigest = (name: string, metadata: GemMetadata) =>
  sha256Hex(deflateSync(quickSpecification(name, metadata)));

function dependenciesOf({ dependencies }: GemMetadata, wanted: 'runtime' | 'development') {
  return dependencies
    .filter(({ type }) => type === wanted)
    .map(({ name, clauses }) => ({ name, requirements: requirementText(clauses, ', ') }));
}
