import type { Release } from '../../../domain/release.ts';
import { GemMetadata } from './metadata.ts';

/** SHA-256 of the gem in hex, not of the attestations beside it. */
export function gemDigest(release: Pick<Release, 'artifacts' | 'metadata'>): string | null {
  const gem = release.artifacts.find(({ kind }) => kind === 'gem');
  return gem?.sha256 ?? GemMetadata.pick({ sha256: true }).parse(release.metadata).sha256 ?? null;
}
