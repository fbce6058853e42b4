import type { SearchHit } from '../../context/search.ts';
import { isInChannel, type Channel } from '../format/listing.ts';
import { SearchPayload } from '../format/search-entry.ts';
import { paths } from '../format/urls.ts';
import { fullVersion } from '../format/version.ts';

/** A stored hit for this channel; undefined if the channel has no version. */
export function renderHit(hit: SearchHit, channel: Channel, mountUrl: string): object | undefined {
  const payload = SearchPayload.parse(hit.payload);
  const versions = payload.versions.filter((version) => isInChannel(version, channel));
  const newest = versions.at(-1);
  const head = newest && payload.heads[newest.key];
  if (newest === undefined || head === undefined) return undefined;
  const registration = `${mountUrl}/${paths.registration('registration', payload.idKey)}`;
  const file = (name: string) => `${mountUrl}/${paths.file(payload.idKey, newest.key, name)}`;
  return {
    '@id': registration,
    '@type': 'Package',
    registration,
    id: payload.id,
    version: fullVersion(newest.version),
    description: head.description,
    summary: head.summary,
    title: head.title,
    iconUrl: head.hasIcon ? file('icon') : head.iconUrl,
    licenseUrl: head.hasLicense ? file('license') : head.licenseUrl,
    projectUrl: head.projectUrl,
    tags: head.tags,
    authors: head.authors,
    owners: [hit.ownerName],
    totalDownloads: hit.downloadCount,
    verified: false,
    packageTypes: head.packageTypes.map(({ name }) => ({ name })),
    versions: versions.map(({ key, version }) => ({
      version: fullVersion(version),
      downloads: hit.versionDownloads?.[key] ?? 0,
      '@id': `${mountUrl}/${paths.leaf('registration', payload.idKey, key)}`,
    })),
  };
}
