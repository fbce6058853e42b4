import { createHash, type Hash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { DomainError } from '../../domain/errors.ts';
import type { PartAlgorithm } from '../../ecosystems/context/parts.ts';
import { createBoundedCache } from '../../store/cache/bounded-cache.ts';

const lengths: Record<PartAlgorithm, number> = { sha256: 64, sha512: 128 };

/** Splits `<algorithm>:<hex>`. @throws DomainError `digest_mismatch` for an invalid digest */
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

/** Running digests of a part. */
export interface PartHash {
  update(chunk: Uint8Array): void;
  /** Can be called repeatedly. */
  digests(): PartDigests;
}

/** SHA-256 is the address of every part. SHA-512 doubles the cost and is computed only on request. */
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
/** The size of two hash states, most of it outside of the heap. */
const hashBytes = 1_024;

/**
 * Hash states of uploads whose pieces this process received: only an optimisation. Without one the caller reads the
 * stored bytes again.
 */
export interface LiveHashes {
  /** Removes and returns the hash of exactly the first `sizeBytes`; the caller owns it until it is kept again. */
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
