import { z } from 'zod';
import type { SearchEntry } from '../../format.ts';
import type { RenderInput } from '../../render-input.ts';
import { latest } from './latest.ts';
import { MavenMetadata } from './metadata.ts';
import { coordinatesOf } from './name.ts';
import { pluginPrefix } from './plugin.ts';
import { isStable } from './version.ts';

/** A hit in the form of Maven Central's search. */
export const SearchPayload = z.object({
  group: z.string(),
  artifact: z.string(),
  latestVersion: z.string().nullable(),
  packaging: z.string(),
  versionCount: z.number(),
  /** Milliseconds of the newest release. */
  timestamp: z.number(),
  title: z.string(),
  /** The plugin's prefix on the command line; null for artifacts that are not plugins, and for older entries. */
  prefix: z.string().nullable().default(null),
});
export type SearchPayload = z.infer<typeof SearchPayload>;

/** One hit per package; plugins are found by their group. */
export function searchEntry({ package: pkg, releases, featured }: RenderInput): SearchEntry {
  const { group, artifact } = coordinatesOf(pkg.name);
  const version = latest(releases);
  const newest = releases.find((release) => release.version === version);
  const whole = newest && featured.get(newest.versionKey);
  const metadata = whole ? MavenMetadata.parse(whole.metadata) : undefined;
  const packaging = metadata?.packaging ?? 'jar';
  const prefix =
    packaging === 'maven-plugin' ? (metadata?.goalPrefix ?? pluginPrefix(artifact) ?? null) : null;
  const payload: SearchPayload = {
    group,
    artifact,
    latestVersion: version,
    packaging,
    versionCount: releases.filter((release) => !release.isYanked).length,
    timestamp: newest ? (newest.publishedAt ?? newest.uploadedAt).getTime() : 0,
    title: metadata?.title ?? '',
    prefix,
  };
  return {
    facets: [
      ...(version !== null && isStable(version) ? ['stable'] : []),
      ...(prefix !== null ? ['plugin'] : []),
    ],
    fields: {
      g: [group.toLowerCase()],
      a: [artifact.toLowerCase()],
      p: [packaging.toLowerCase()],
    },
    payload,
  };
}
