import { deflateSync } from 'node:zlib';
import type { Release } from '../../../domain/release.ts';
import type { PackageDocuments } from '../../package-documents.ts';
import { fullName } from './full-name.ts';
import { gemDigest } from './gem-digest.ts';
import { GemMetadata } from './metadata.ts';
import { quickSpecification } from './quick-specification.ts';
import { requirementText } from './requirement.ts';

export const paths = {
  info: (name: string) => `info/${name}`,
  quick: (full: string) => `quick/Marshal.4.8/${full}.gemspec.rz`,
};

/** A line per installable version, and the whole specification of each version for `gem`. */
export const documents: PackageDocuments = {
  // clients only request the part of the document after the end of their copy
  order: null,
  frames({ package: { name }, releases }) {
    if (releases.length === 0) return [];
    const pieces = ['---\n', { list: 'info', separator: '' }];
    return [{ path: paths.info(name), contentType: 'text/plain; charset=utf-8', etag: 'md5', pieces }];
  },
  release(release, { name }) {
    // only clients that know the filename of a yanked version can install it
    if (release.isYanked) return { entries: {}, documents: [] };
    const metadata = GemMetadata.parse(release.metadata);
    return {
      entries: { info: infoLine(release, metadata) },
      documents: [
        {
          path: paths.quick(fullName(name, release.version)),
          contentType: 'application/octet-stream',
          body: deflateSync(quickSpecification(name, metadata)),
        },
      ],
    };
  },
};

/** `1.0.0 rack:>= 2&< 4|checksum:…,ruby:>= 3.0,created_at:…` */
function infoLine(release: Release, metadata: GemMetadata): string {
  const dependencies = metadata.dependencies
    .filter(({ type }) => type === 'runtime')
    .toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
    .map(({ name, clauses }) => `${name}:${requirementText(clauses, '&')}`);
  const time = (release.publishedAt ?? release.uploadedAt).toISOString().replace(/\.\d+Z$/, 'Z');
  const requirements = [
    `checksum:${gemDigest(release) ?? ''}`,
    ...required('ruby', metadata.requiredRuby),
    ...required('rubygems', metadata.requiredRubygems),
    `created_at:${time}`,
  ];
  return `${release.version} ${dependencies.join(',')}|${requirements.join(',')}\n`;
}

function required(what: string, clauses: GemMetadata['requiredRuby']): string[] {
  const text = requirementText(clauses, '&');
  return text === '>= 0' ? [] : [`${what}:${text}`];
}
