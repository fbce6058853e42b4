import type { ReleaseSummary } from '../../../domain/release.ts';

/** The manifest of the tag `latest`, else the last published manifest; never a withdrawn one. */
export function latest(
  releases: readonly ReleaseSummary[],
  tags: ReadonlyMap<string, string>,
): string | null {
  const usable = releases.filter((release) => !release.isYanked);
  const tagged = usable.find((release) => release.version === tags.get('latest'));
  return (tagged ?? usable.at(-1))?.version ?? null;
}
