import type { ReleaseSummary } from '../../../domain/release.ts';
import { compareVersions, isStable } from './version.ts';

/** Highest stable version that is not yanked, else highest that is not yanked, else null. */
export function latest(releases: readonly ReleaseSummary[]): string | null {
  const usable = releases.filter((release) => !release.isYanked);
  return highest(usable.filter(({ versionKey }) => isStable(versionKey))) ?? highest(usable);
}

/** Highest version in Maven's order; null without releases. */
export function highest(releases: readonly ReleaseSummary[]): string | null {
  let newest = releases[0];
  for (const release of releases) {
    if (newest && compareVersions(release.versionKey, newest.versionKey) > 0) newest = release;
  }
  return newest?.version ?? null;
}

/** The latest version: the page of the package shows its packaging. */
export function featured(releases: readonly ReleaseSummary[]): string[] {
  const version = latest(releases);
  return releases.filter((release) => release.version === version).map(({ versionKey }) => versionKey);
}
