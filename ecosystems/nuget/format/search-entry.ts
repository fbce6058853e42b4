import { z } from 'zod';
import type { SearchEntry } from '../../format.ts';
import type { RenderInput } from '../../render-input.ts';
import { newestByChannel, orderedVersions, type Channel } from './listing.ts';
import { NugetMetadata, PackageType } from './metadata.ts';
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

/** The facts of a hit for all channels; URLs are added for the mount of the request. */
export const SearchPayload = z.object({
  id: z.string(),
  idKey: z.string(),
  /** Listed versions, oldest first. */
  versions: z.array(
    z.object({ key: z.string(), version: z.string(), isStable: z.boolean(), isSemVer2: z.boolean() }),
  ),
  /** Heads by version key, for the newest version of each channel. */
  heads: z.record(z.string(), Head),
});
export type SearchPayload = z.infer<typeof SearchPayload>;

interface NewestVersion {
  channel: Channel;
  versionKey: string;
  metadata: NugetMetadata;
}

/** One entry per package with a facet for every channel in which it has a listed version. */
export function searchEntry({ package: pkg, releases, featured }: RenderInput): SearchEntry {
  const versions = orderedVersions(releases).filter((version) => version.isListed);
  const newest = [...newestByChannel(versions)].flatMap(
    ([
      channel,
      {
        release: { versionKey },
      },
    ]) => {
      const whole = featured.get(versionKey);
      return whole ? [{ channel, versionKey, metadata: NugetMetadata.parse(whole.metadata) }] : [];
    },
  );
  const highest = newest.find(({ versionKey }) => versionKey === versions.at(-1)?.release.versionKey);
  const payload: SearchPayload = {
    id: highest?.metadata.id ?? pkg.name,
    idKey: pkg.nameKey,
    versions: versions.map(({ release, isStable, isSemVer2 }) => ({
      key: release.versionKey,
      version: release.version,
      isStable,
      isSemVer2,
    })),
    heads: Object.fromEntries(newest.map((head) => [head.versionKey, headOf(head)])),
  };
  return {
    facets: newest.flatMap(facetsOf),
    fields: fieldsOf(pkg.nameKey, payload, newest),
    payload,
  };
}

function facetsOf({ channel, metadata }: NewestVersion): string[] {
  const types = new Set(metadata.package_types.map(({ name }) => typeFacet(channel, name)));
  return [channel, ...types];
}

/** The facet for searches of one package type, e.g. tools. */
export function typeFacet(channel: Channel, packageType: string): string {
  return `${channel}:type:${packageType.toLowerCase()}`;
}

function headOf({ metadata }: NewestVersion): Head {
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

function fieldsOf(idKey: string, payload: SearchPayload, heads: NewestVersion[]): Record<string, string[]> {
  const all = (pick: (head: NewestVersion) => string[]) => [...new Set(heads.flatMap(pick))];
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

/** All prefixes of a word: autocomplete compares whole values. */
function prefixes(word: string): string[] {
  return Array.from({ length: word.length }, (_, index) => word.slice(0, index + 1));
}
