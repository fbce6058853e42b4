import type { Document, DocumentFrame } from '../../../domain/document.ts';
import type { Release } from '../../../domain/release.ts';
import type { PackageDocuments, PackageFacts } from '../../package-documents.ts';
import { listedVersion, type ListedVersion } from './listing.ts';
import { NugetMetadata } from './metadata.ts';
import { pageItem, registrationFrame, registrationLeaf } from './registration.ts';
import { hives, paths, type Hive } from './urls.ts';
import { compareVersions } from './version.ts';

const contentType = 'application/json; charset=utf-8';

/** The documents that a restore reads, per mount: the version list and both hives with their leaves. */
export const documents: PackageDocuments = {
  order: compareVersions,
  frames({ package: pkg, mounts, releases }) {
    if (releases.length === 0) return [];
    const versions = releases.map(listedVersion);
    return mounts.flatMap(({ url, documentPrefix }) => [
      {
        path: `${documentPrefix}${paths.versions(pkg.nameKey)}`,
        contentType,
        etag: 'parts' as const,
        pieces: ['{"versions":[', { list: 'keys', separator: ',' }, ']}'],
      },
      ...hives.flatMap((hive): DocumentFrame[] => {
        const pieces = registrationFrame(
          { mountUrl: url, hive, package: pkg },
          versions.filter((version) => isIn(hive, version)),
          { list: itemsList(hive, documentPrefix), separator: ',' },
        );
        const path = `${documentPrefix}${paths.registration(hive, pkg.nameKey)}`;
        return pieces === undefined ? [] : [{ path, contentType, etag: 'parts', pieces }];
      }),
    ]);
  },
  release(release, facts) {
    const version = { ...listedVersion(release), release, metadata: NugetMetadata.parse(release.metadata) };
    const entries: Record<string, string> = { keys: JSON.stringify(release.versionKey) };
    const leaves: Document[] = [];
    for (const { url, documentPrefix } of facts.mounts) {
      for (const hive of hives.filter((one) => isIn(one, version))) {
        const place = { mountUrl: url, hive, package: facts };
        entries[itemsList(hive, documentPrefix)] = JSON.stringify(pageItem(place, version));
        const body = Buffer.from(JSON.stringify(registrationLeaf(place, version)));
        leaves.push({ path: documentPrefix + leafPath(hive, facts, release), contentType, body });
      }
    }
    return { entries, documents: leaves };
  },
};

/** Whether the hive has the version; the older hive omits versions that only newer clients read. */
function isIn(hive: Hive, { isSemVer2 }: ListedVersion): boolean {
  return hive === 'registration' || !isSemVer2;
}

function itemsList(hive: Hive, documentPrefix: string): string {
  return `${documentPrefix}${hive}`;
}

function leafPath(hive: Hive, { nameKey }: PackageFacts, { versionKey }: Release): string {
  return paths.leaf(hive, nameKey, versionKey);
}
