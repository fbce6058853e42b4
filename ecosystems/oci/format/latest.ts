import type { ReleaseSummary } from '../../../domain/release.ts';

/** What `latest` stands for, else the manifest that people saw last; never one that was taken back. */
export function latest(
  releases: readonly ReleaseSummary[],
  tags: ReadonlyMap<string, string>,
): string | null {
  const usable = releases.filter((release) => !release.isYanked);
  const tagged = usable.find((release) => release.version === tags.get('latest'));
  return (tagged ?? usable.at(-1))?.version ?? null;
}
