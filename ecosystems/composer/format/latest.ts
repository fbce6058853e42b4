import type { ReleaseSummary } from '../../../domain/release.ts';
import { compareVersions, isDev, isStable } from './version.ts';

/** Highest stable version that is not yanked, else highest tagged version, else highest branch, else null. */
export function latest(releases: readonly ReleaseSummary[]): string | null {
  return newest(releases)?.version ?? null;
}

export function newest<T extends ReleaseSummary>(releases: readonly T[]): T | undefined {
  const usable = releases.filter(({ isYanked }) => !isYanked);
  const stable = usable.filter(({ versionKey }) => isStable(versionKey));
  return highest(stable) ?? highest(usable.filter(({ versionKey }) => !isDev(versionKey))) ?? highest(usable);
}

function highest<T extends ReleaseSummary>(releases: readonly T[]): T | undefined {
  let found = releases[0];
  for (const release of releases) {
    if (found && compareVersions(release.versionKey, found.versionKey) > 0) found = release;
  }
  return found;
}

/** The newest release: its texts are the texts of the package. */
export function featured(releases: readonly ReleaseSummary[]): string[] {
  const found = newest(releases) ?? highest(releases);
  return found ? [found.versionKey] : [];
}
