import { z } from 'zod';
import type { RenderInput, SearchEntry } from '../../ecosystem.ts';
import { channels, isInChannel, orderedVersions, type Channel, type ListedVersion } from './listing.ts';
import { PackageType } from './metadata.ts';
import { idWords, words } from './search-words.ts';

/** The fields of a hit that come from its newest version. */
const Head = z.object({
  title: z.string(),
  description: z.string(),
  summary: z.string(),
  iconUrl: z.string(),
  licenseUrl: z.string(),
  projectUrl: z.string(),
  tags: z.array(z.string()),
  authors: z.array(z.string()),
  packageTypes: z.array(PackageType),
  hasIcon: z.boolean(),
  hasLicense: z.boolean(),
});
type Head = z.infer<typeof Head>;

/** All that a hit needs in any channel; URLs are added for the mount that asks. */
export const SearchPayload = z.object({
  id: z.string(),
  idKey: z.string(),
  /** Listed versions, oldest first. */
  versions: z.array(
    z.object({ key: z.string(), version: z.string(), isStable: z.boolean(), isSemVer2: z.boolean() }),
  ),
  /** By version key, for the newest version of each channel. */
  heads: z.record(z.string(), Head),
});
export type SearchPayload = z.infer<typeof SearchPayload>;

/** One entry per package with a facet for every channel in which it has a listed version. */
export function searchEntry({ package: pkg, releases }: RenderInput): SearchEntry {
  const versions = orderedVersions(releases).filter((version) => version.isListed);
  const newest = newestByChannel(versions);
  const payload: SearchPayload = {
    id: versions.at(-1)?.metadata.id ?? pkg.name,
    idKey: pkg.nameKey,
    versions: versions.map(({ release, isStable, isSemVer2 }) => ({
      key: release.versionKey,
      version: release.version,
      isStable,
      isSemVer2,
    })),
    heads: Object.fromEntries([...newest.values()].map((head) => [head.release.versionKey, headOf(head)])),
  };
  return {
    facets: [...newest].flatMap(([channel, head]) => facetsOf(channel, head)),
    fields: fieldsOf(pkg.nameKey, payload, [...newest.values()]),
    payload,
  };
}

function newestByChannel(versions: ListedVersion[]): Map<Channel, ListedVersion> {
  const newest = new Map<Channel, ListedVersion>();
  for (const channel of channels) {
    const found = versions.findLast((version) => isInChannel(version, channel));
    if (found !== undefined) newest.set(channel, found);
  }
  return newest;
}

function facetsOf(channel: Channel, head: ListedVersion): string[] {
  const types = new Set(head.metadata.package_types.map(({ name }) => typeFacet(channel, name)));
  return [channel, ...types];
}

/** Required by searches for one package type, e.g. tools. */
export function typeFacet(channel: Channel, packageType: string): string {
  return `${channel}:type:${packageType.toLowerCase()}`;
}

function headOf({ metadata }: ListedVersion): Head {
  return {
    title: metadata.title,
    description: metadata.description,
    summary: metadata.summary,
    iconUrl: metadata.icon_url,
    licenseUrl: metadata.license_url,
    projectUrl: metadata.project_url,
    tags: metadata.tags,
    authors: metadata.authors,
    packageTypes: metadata.package_types,
    hasIcon: metadata.has_icon,
    hasLicense: metadata.has_license,
  };
}

function fieldsOf(idKey: string, payload: SearchPayload, heads: ListedVersion[]): Record<string, string[]> {
  const all = (pick: (head: ListedVersion) => string[]) => [...new Set(heads.flatMap(pick))];
  const parts = idWords(payload.id);
  return {
    packageid: [idKey],
    id: [...new Set([idKey, ...parts])],
    prefix: [...new Set([idKey, ...parts].flatMap(prefixes))],
    version: payload.versions.map(({ key }) => key),
    title: all(({ metadata }) => words(metadata.title || metadata.id)),
    tags: all(({ metadata }) => metadata.tags.map((tag) => tag.toLowerCase())),
    author: all(({ metadata }) => metadata.authors.flatMap(words)),
  };
}

/** Every beginning of a word: autocomplete asks for one of them as it is. */
function prefixes(word: string): string[] {
  return Array.from({ length: word.length }, (_, index) => word.slice(0, index + 1));
}
