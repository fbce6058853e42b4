import type { Release } from '../../../domain/release.ts';
import type { PackageDocuments } from '../../package-documents.ts';
import { latest } from './latest.ts';
import { sumsFile } from './path.ts';
import { compareVersions } from './version.ts';

/** The paths of documents; URLs for people have no such segments. */
export const paths = {
  versions: (nameKey: string) => `${nameKey}/versions`,
  files: (nameKey: string, versionKey: string) => `${nameKey}/${versionKey}/files`,
  sums: (nameKey: string, versionKey: string) => `${nameKey}/${versionKey}/${sumsFile}`,
};

const json = 'application/json; charset=utf-8';

/** The versions of a package, oldest first, and two file lists per release: for programs and for `sha256sum`. */
export const documents: PackageDocuments = {
  order: compareVersions,
  frames({ package: pkg, releases }) {
    if (releases.length === 0) return [];
    const head = JSON.stringify({ name: pkg.name, latest: latest(releases) }).slice(0, -1);
    return [
      {
        path: paths.versions(pkg.nameKey),
        contentType: json,
        etag: 'parts',
        pieces: [`${head},"versions":[\n`, { list: 'versions', separator: ',\n' }, '\n]}\n'],
      },
    ];
  },
  release(release, { name, nameKey }) {
    const files = filesOf(release);
    return {
      entries: { versions: JSON.stringify({ ...summaryOf(release), files: files.length }) },
      documents: [
        {
          path: paths.files(nameKey, release.versionKey),
          contentType: json,
          body: Buffer.from(`${JSON.stringify({ name, ...summaryOf(release), files }, undefined, 2)}\n`),
        },
        {
          path: paths.sums(nameKey, release.versionKey),
          contentType: 'text/plain; charset=utf-8',
          body: Buffer.from(files.map(({ path, sha256 }) => sumLine(path, sha256)).join('')),
        },
      ],
    };
  },
};

function summaryOf(release: Release) {
  return {
    version: release.version,
    published_at: (release.publishedAt ?? release.uploadedAt).toISOString(),
    prerelease: release.isPrerelease,
    yanked: release.isYanked,
    ...(release.isDeprecated ? { deprecated: release.deprecationMessage ?? '' } : {}),
  };
}

/** The files by path, independent of the order of uploads. */
function filesOf({ artifacts }: Release) {
  return artifacts
    .map(({ filename, sizeBytes, sha256, sha512 }) => ({ path: filename, size: sizeBytes, sha256, sha512 }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** A line in the form of `sha256sum`; paths have no character that `sha256sum` escapes. */
export function sumLine(path: string, sha256: string): string {
  return `${sha256}  ${path}\n`;
}
