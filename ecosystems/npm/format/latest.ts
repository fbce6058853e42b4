import type { ReleaseSummary } from '../../../domain/release.ts';
import { canonicalVersion, compareVersions, isStable } from './version.ts';

type Tags = ReadonlyMap<string, string>;

/** The version of the tag `latest`, else the highest stable version, else the highest; never a yanked one. */
export function latest(releases: readonly ReleaseSummary[], tags: Tags): string | null {
  return versionOf(tags.get('latest'), releases) ?? highest(releases.filter(isUsable));
}

/** The tags for clients: `latest` is always present, yanked versions have no tag. */
export function distTags(releases: readonly ReleaseSummary[], tags: Tags): Record<string, string> {
  const shown = new Map<string, string>();
  const fallback = latest(releases, tags) ?? highest(releases);
  if (fallback !== null) shown.set('latest', fallback);
  for (const [tag, tagged] of [...tags].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const version = versionOf(tagged, releases);
    if (version !== undefined) shown.set(tag, version);
  }
  return Object.fromEntries(shown);
}

/** The version whose texts clients and searches show. */
export function featured(releases: readonly ReleaseSummary[], tags: Tags): string[] {
  const { latest: shown } = distTags(releases, tags);
  return shown === undefined ? [] : [shown];
}

const isUsable = (release: ReleaseSummary) => !release.isYanked;

/** The version of a tag; undefined if yanked. The search starts at the end: tags usually point to recent versions. */
function versionOf(tagged: string | undefined, releases: readonly ReleaseSummary[]): string | undefined {
  if (tagged === undefined) return undefined;
  const key = canonicalVersion(tagged);
  const found = releases.findLast((release) => release.versionKey === key);
  return found !== undefined && isUsable(found) ? key : undefined;
}

function highest(releases: readonly ReleaseSummary[]): string | null {
  const stable = releases.filter((release) => isStable(release.versionKey));
  let newest: string | null = null;
  for (const { versionKey } of stable.length > 0 ? stable : releases) {
    if (newest === null || compareVersions(versionKey, newest) > 0) newest = versionKey;
  }
  return newest;
}
