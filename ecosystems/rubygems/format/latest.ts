import type { ReleaseSummary } from '../../../domain/release.ts';
import { compareVersions, isStable } from './version.ts';

/** Highest version without a letter that is not yanked, else highest that is not yanked, else null. */
export function latest(releases: readonly ReleaseSummary[]): string | null {
  return newest(releases)?.version ?? null;
}

export function newest<T extends ReleaseSummary>(releases: readonly T[]): T | undefined {
  const usable = releases.filter((release) => !release.isYanked);
  return highest(usable.filter(({ versionKey }) => isStable(versionKey))) ?? highest(usable);
}

function highest<T extends ReleaseSummary>(releases: readonly T[]): T | undefined {
  let found = releases[0];
  for (const release of releases) {
    if (found && compareVersions(release.versionKey, found.versionKey) > 0) found = release;
  }
  return found;
}

/** The newest release: its texts are the texts of the gem. */
export function featured(releases: readonly ReleaseSummary[]): string[] {
  const found = newest(releases) ?? highest(releases);
  return found ? [found.versionKey] : [];
}
