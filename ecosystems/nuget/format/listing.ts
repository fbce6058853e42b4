import type { ReleaseSummary } from '../../../domain/release.ts';
import { NugetListed } from './metadata.ts';
import { compareVersions, fullVersion, isStable } from './version.ts';

/** The facts of a version that decide in which lists it is. */
export interface ListedVersion {
  release: ReleaseSummary;
  isListed: boolean;
  isStable: boolean;
  isSemVer2: boolean;
}

/** Versions, oldest first, without duplicate keys: clients stop at a duplicate. */
export function orderedVersions(releases: readonly ReleaseSummary[]): ListedVersion[] {
  const byKey = new Map(releases.map((release) => [release.versionKey, release]));
  return [...byKey.values()].sort((a, b) => compareVersions(a.versionKey, b.versionKey)).map(listedVersion);
}

export function listedVersion(release: ReleaseSummary): ListedVersion {
  const { is_semver2: isSemVer2 } = NugetListed.parse(release.metadata);
  return { release, isListed: !release.isYanked, isStable: isStable(release.versionKey), isSemVer2 };
}

/** Versions for autocompletion, oldest first. */
export function offeredVersions(releases: readonly ReleaseSummary[], channel: Channel): string[] {
  return releases
    .filter(({ isYanked, versionKey, metadata }) => {
      const { is_semver2: isSemVer2 } = NugetListed.parse(metadata);
      return !isYanked && isInChannel({ isStable: isStable(versionKey), isSemVer2 }, channel);
    })
    .sort((a, b) => compareVersions(a.versionKey, b.versionKey))
    .map(({ version }) => fullVersion(version));
}

/** The filters of a client: its `prerelease` flag and whether it reads SemVer 2. */
export const channels = ['stable1', 'any1', 'stable2', 'any2'] as const;
export type Channel = (typeof channels)[number];

export function channelOf(wants: { prerelease: boolean; semVer2: boolean }): Channel {
  if (wants.prerelease) return wants.semVer2 ? 'any2' : 'any1';
  return wants.semVer2 ? 'stable2' : 'stable1';
}

/** Whether a version is in searches of this channel. */
export function isInChannel(version: { isStable: boolean; isSemVer2: boolean }, channel: Channel): boolean {
  if (version.isSemVer2 && channel.endsWith('1')) return false;
  return version.isStable || channel.startsWith('any');
}

/** The newest version by channel; channels without a version are absent. */
export function newestByChannel(versions: readonly ListedVersion[]): Map<Channel, ListedVersion> {
  const newest = new Map<Channel, ListedVersion>();
  for (const channel of channels) {
    const found = versions.findLast((version) => isInChannel(version, channel));
    if (found !== undefined) newest.set(channel, found);
  }
  return newest;
}

/** The releases whose texts a search hit shows, in any channel. */
export function featured(releases: readonly ReleaseSummary[]): string[] {
  const versions = orderedVersions(releases).filter(({ isListed }) => isListed);
  return [...new Set([...newestByChannel(versions).values()].map(({ release }) => release.versionKey))];
}

/** The highest stable listed version, else the highest listed version, else null. */
export function latest(releases: readonly ReleaseSummary[]): string | null {
  const listed = releases.filter((release) => !release.isYanked);
  const stable = listed.filter((release) => isStable(release.versionKey));
  const candidates = stable.length > 0 ? stable : listed;
  let highest = candidates[0];
  for (const release of candidates) {
    if (highest && compareVersions(release.versionKey, highest.versionKey) > 0) highest = release;
  }
  return highest?.version ?? null;
}
