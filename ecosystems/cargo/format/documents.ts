import type { Release } from '../../../domain/release.ts';
import type { PackageDocuments } from '../../package-documents.ts';
import { CargoMetadata } from './metadata.ts';
import { indexPath } from './name.ts';

/** One index file per crate with one line per readable release; no file without releases. */
export const documents: PackageDocuments = {
  order: null,
  frames({ package: crate, releases }) {
    if (releases.length === 0) return [];
    return [
      {
        path: `index/${indexPath(crate.name)}`,
        contentType: 'text/plain; charset=utf-8',
        etag: 'parts',
        pieces: [{ list: 'lines', separator: '' }],
      },
    ];
  },
  release(release, { name }) {
    return { entries: { lines: `${JSON.stringify(indexLine(name, release))}\n` }, documents: [] };
  },
};

/** Only `yanked` may differ between two renderings of the same release. */
function indexLine(name: string, release: Release) {
  const metadata = CargoMetadata.parse(release.metadata);
  return {
    name,
    vers: release.version,
    deps: metadata.deps,
    cksum: release.artifacts[0]?.sha256,
    features: metadata.features,
    yanked: release.isYanked,
    links: metadata.links,
    v: 2,
    ...(metadata.features2 === null ? {} : { features2: metadata.features2 }),
    ...(metadata.rust_version === null ? {} : { rust_version: metadata.rust_version }),
    pubtime: wholeSeconds(release.publishedAt ?? release.uploadedAt),
  };
}

/** Cargo reads exactly `YYYY-MM-DDThh:mm:ssZ`. */
function wholeSeconds(time: Date): string {
  return `${time.toISOString().slice(0, 19)}Z`;
}
