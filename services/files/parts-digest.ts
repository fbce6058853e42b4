import { createHash, type Hash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { DomainError } from '../../domain/errors.ts';
import type { PartAlgorithm } from '../../ecosystems/context/parts.ts';
import { createBoundedCache } from '../../store/cache/bounded-cache.ts';

const lengths: Record<PartAlgorithm, number> = { sha256: 64, sha512: 128 };

/** `<algorithm>:<hex>` in its parts. @throws DomainError `digest_mismatch` for an impossible digest */
export function parseDigest(digest: string): { algorithm: PartAlgorithm; hex: string } {
  const [, algorithm = '', hex = ''] = /^(sha256|sha512):([0-9a-f]+)$/.exec(digest) ?? [];
  if (isAlgorithm(algorithm) && hex.length === lengths[algorithm]) return { algorithm, hex };
  throw new DomainError('digest_mismatch', 'the digest is neither a sha256 nor a sha512 in hex');
}

function isAlgorithm(value: string): value is PartAlgorithm {
  return Object.hasOwn(lengths, value);
}

export interface PartDigests {
  sha256: string;
  sha512: string | undefined;
}

/** Digests of a part as far as it has come. */
export interface PartHash {
  update(chunk: Uint8Array): void;
  /** May be asked again. */
  digests(): PartDigests;
}

/** SHA-256 is the address of every part; SHA-512 costs as much again and is made only where it was asked for. */
export function createPartHash(algorithm: PartAlgorithm): PartHash {
  const sha256 = createHash('sha256');
  const sha512: Hash | undefined = algorithm === 'sha512' ? createHash('sha512') : undefined;
  return {
    update(chunk) {
      sha256.update(chunk);
      sha512?.update(chunk);
    },
    digests: () => ({
      sha256: sha256.copy().digest('hex'),
      sha512: sha512?.copy().digest('hex'),
    }),
  };
}

export async function hashAll(body: Readable, algorithm: PartAlgorithm): Promise<PartDigests> {
  const hash = createPartHash(algorithm);
  for await (const chunk of body) hash.update(chunk as Buffer);
  return hash.digests();
}

const cacheBytes = 1024 * 1024;
/** State of two hashes, most of it outside of the heap. */
const hashBytes = 1_024;

/**
 * Hashes of uploads whose pieces came through this process: an optimisation only. Without one here the caller reads
 * the stored bytes again.
 */
export interface LiveHashes {
  /** The hash of exactly the first `sizeBytes`; it belongs to the caller until it is kept again. */
  take(uploadId: string, sizeBytes: number, algorithm: PartAlgorithm): PartHash | undefined;
  keep(uploadId: string, sizeBytes: number, hash: PartHash): void;
}

export function createLiveHashes(): LiveHashes {
  const live = createBoundedCache<{ sizeBytes: number; hash: PartHash }>({
    maxBytes: cacheBytes,
    bytesOf: () => hashBytes,
  });
  return {
    take(uploadId, sizeBytes, algorithm) {
      const known = live.get(uploadId);
      live.delete(uploadId);
      if (known?.sizeBytes === sizeBytes) return known.hash;
      return sizeBytes === 0 ? createPartHash(algorithm) : undefined;
    },
    keep(uploadId, sizeBytes, hash) {
      live.set(uploadId, { sizeBytes, hash });
    },
  };
}
