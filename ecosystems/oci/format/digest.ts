import { createHash } from 'node:crypto';
import { DomainError } from '../../../domain/errors.ts';
import type { PartAlgorithm } from '../../context/parts.ts';

const hexLength = { sha256: 64, sha512: 128 } as const satisfies Record<PartAlgorithm, number>;

/**
 * The digest of a manifest, which is its version. @throws DomainError `invalid_version` for malformed digests and
 * unregistered algorithms
 */
export function canonicalDigest(raw: string): string {
  if (isDigest(raw)) return raw;
  throw new DomainError(
    'invalid_version',
    'a digest is sha256: with 64 or sha512: with 128 lower-case hex digits',
  );
}

export function isDigest(raw: string): boolean {
  const colon = raw.indexOf(':');
  const algorithm = raw.slice(0, colon);
  if (algorithm !== 'sha256' && algorithm !== 'sha512') return false;
  const hex = raw.slice(colon + 1);
  return hex.length === hexLength[algorithm] && /^[0-9a-f]+$/.test(hex);
}

/** The algorithm of a digest that {@link canonicalDigest} accepted. */
export function algorithmOf(digest: string): PartAlgorithm {
  return digest.startsWith('sha512:') ? 'sha512' : 'sha256';
}

export function digestOf(bytes: Uint8Array, algorithm: PartAlgorithm = 'sha256'): string {
  return `${algorithm}:${createHash(algorithm).update(bytes).digest('hex')}`;
}

/** Digests have no natural order: any fixed order is sufficient. */
export function compareDigests(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Tag under which clients of registries without referrers keep the list of a manifest's referrers. */
export function fallbackTag(digest: string): string {
  const [algorithm = '', hex = ''] = digest.split(':');
  return `${algorithm.slice(0, 32)}-${hex.slice(0, 64)}`;
}
