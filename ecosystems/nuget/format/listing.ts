import type { Release } from '../../../domain/release.ts';
import { NugetMetadata } from './metadata.ts';
import { compareVersions, fullVersion, isStable } from './version.ts';

/** A release with its metadata parsed once. */
export interface ListedVersion {
  release: Release;
  metadata: NugetMetadata;
  isListed: boolean;
  isStable: boolean;
  isSemVer2: boolean;
}

/** Oldest first, each key once: clients stop at a version they see twice. */
export function orderedVersions(releases: Release[]): ListedVersion[] {
  const byKey = new Map(releases.map((release) => [release.versionKey, release]));
  return [...byKey.values()].sort((a, b) => compareVersions(a.versionKey, b.versionKey)).map(listedVersion);
}

function listedVersion(release: Release): ListedVersion {
  const metadata = NugetMetadata.parse(release.metadata);
  const { is_semver2: isSemVer2 } = metadata;
  return {
    release,
    metadata,
    isListed: !release.isYanked,
    isStable: isStable(release.versionKey),
    isSemVer2,
  };
}

/** What decides whether a version is offered for completion. */
export const OfferMetadata = NugetMetadata.pick({ is_semver2: true });

/** Versions that are offered for completion, oldest first. */
export function offeredVersions(releases: Release[], channel: Channel): string[] {
  return releases
    .filter(({ isYanked, versionKey, metadata }) => {
      const { is_semver2: isSemVer2 } = OfferMetadata.parse(metadata);
      return !isYanked && isInChannel({ isStable: isStable(versionKey), isSemVer2 }, channel);
    })
    .sort((a, b) => compareVersions(a.versionKey, b.versionKey))
    .map(({ version }) => fullVersion(version));
}

/** What a client asked to see: its `prerelease` flag and whether it reads SemVer 2. */
export const channels = ['stable1', 'any1', 'stable2', 'any2'] as const;
export type Channel = (typeof channels)[number];

export function channelOf(wants: { prerelease: boolean; semVer2: boolean }): Channel {
  if (wants.prerelease) return wants.semVer2 ? 'any2' : 'any1';
  return wants.semVer2 ? 'stable2' : 'stable1';
}

/** Whether a version shows up in searches of this channel. */
export function isInChannel(version: { isStable: boolean; isSemVer2: boolean }, channel: Channel): boolean {
  if (version.isSemVer2 && channel.endsWith('1')) return false;
  return version.isStable || channel.startsWith('any');
}

/** The highest stable listed version, else the highest listed one. */
export function latest(releases: Release[]): string | null {
  const listed = releases.filter((release) => !release.isYanked);
  const stable = listed.filter((release) => isStable(release.versionKey));
  const candidates = stable.length > 0 ? stable : listed;
  let highest = candidates[0];
  for (const release of candidates) {
    if (highest && compareVersions(release.versionKey, highest.versionKey) > 0) highest = release;
  }
  return highest?.version ?? null;
}
