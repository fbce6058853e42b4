import type { DocumentFrame } from '../../../domain/document.ts';
import type { Release } from '../../../domain/release.ts';
import type { PackageDocuments, PackageFacts } from '../../package-documents.ts';
import { zipPath } from './file.ts';
import { filterOf } from './filter.ts';
import { ComposerMetadata } from './metadata.ts';
import { isPackageName } from './name.ts';
import { compareVersions, isDev, normaliseVersion } from './version.ts';

export const contentType = 'application/json';

export const devSuffix = '~dev';

/** Path of a whole document; minified documents are derived from whole ones. */
export const documentPath = (nameKey: string, suffix = '') => `p/${nameKey}${suffix}.json`;

/** Two documents per mount: one of tagged versions, one of branches. */
export const documents: PackageDocuments = {
  sayWithheld: true,
  // minification stores differences: similar neighbours need little space
  order: (a, b) => compareVersions(b, a),
  frames({ package: { nameKey, withheld = [] }, mounts, releases, baseUrl }) {
    if (releases.length === 0) return [];
    const filter = filterOf(withheld, nameKey, baseUrl);
    const filtering = Object.keys(filter).length === 0 ? '' : `,"filter":${JSON.stringify(filter)}`;
    const shown = releases.filter(({ isYanked }) => !isYanked);
    const suffixes = shown.some(({ versionKey }) => isDev(versionKey)) ? ['', devSuffix] : [''];
    return mounts.flatMap(({ documentPrefix }) =>
      suffixes.map((suffix): DocumentFrame => ({
        path: documentPrefix + documentPath(nameKey, suffix),
        contentType,
        etag: 'parts',
        pieces: [
          `{"packages":{${JSON.stringify(nameKey)}:[\n`,
          { list: listName(documentPrefix, suffix), separator: ',\n' },
          // clients read the filter from this document only
          `\n]}${suffix === '' ? filtering : ''}}\n`,
        ],
      })),
    );
  },
  release(release, facts) {
    // a yanked version is in no document; lock files have the URL of its zip
    if (release.isYanked) return { entries: {}, documents: [] };
    const suffix = isDev(release.versionKey) ? devSuffix : '';
    const entries = facts.mounts.map(({ url, documentPrefix }) => [
      listName(documentPrefix, suffix),
      JSON.stringify(entryOf(release, facts, url)),
    ]);
    return { entries: Object.fromEntries(entries) as Record<string, string>, documents: [] };
  },
};

const listName = (documentPrefix: string, suffix: string) => `${documentPrefix}versions${suffix}`;

function entryOf(release: Release, facts: PackageFacts, mountUrl: string): object {
  const { manifest, reference, sourceUrl } = ComposerMetadata.parse(release.metadata);
  const { support, abandoned, ...served } = manifest;
  const [zip] = release.artifacts;
  const links = { ...(sourceUrl === null ? {} : { source: sourceUrl }), ...(support as object | undefined) };
  const isAbandoned = abandonedBy(facts) ?? abandonedBy(release) ?? abandoned;
  return {
    name: facts.nameKey,
    ...served,
    version: release.version,
    version_normalized: normaliseVersion(release.version),
    type: served['type'] ?? 'library',
    time: (release.publishedAt ?? release.uploadedAt).toISOString().replace(/\.\d+Z$/, '+00:00'),
    ...(zip && {
      dist: {
        type: 'zip',
        url: `${mountUrl}/${zipPath(facts.nameKey, release.versionKey, zip.filename)}`,
        reference: reference ?? zip.sha1,
        shasum: zip.sha1,
      },
    }),
    ...(Object.keys(links).length === 0 ? {} : { support: links }),
    ...(isAbandoned === undefined || isAbandoned === false ? {} : { abandoned: isAbandoned }),
    'notification-url': `${mountUrl}/api/downloads`,
  };
}

/** A deprecation message that is a package name is the replacement. */
function abandonedBy({
  isDeprecated,
  deprecationMessage,
}: Pick<PackageFacts, 'isDeprecated' | 'deprecationMessage'>): true | string | undefined {
  if (!isDeprecated) return undefined;
  const message = deprecationMessage?.trim() ?? '';
  return isPackageName(message) ? message.toLowerCase() : true;
}
