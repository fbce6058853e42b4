import { blake2b } from '@noble/hashes/blake2.js';
import { DomainError } from '../../../domain/errors.ts';
import type { OpenedFile } from '../../../domain/release-file.ts';

/**
 * BLAKE2b of 32 bytes in hex, which indexes list beside the SHA-256. Node only has BLAKE2b of 64 bytes, and JavaScript
 * needs a second per 50 MB: so the digest is computed during the inspection.
 * @throws DomainError `digest_mismatch` for another digest in the form
 */
export async function blakeOf({ pieces }: Pick<OpenedFile, 'pieces'>, said: string | null): Promise<string> {
  const hash = blake2b.create({ dkLen: 32 });
  for await (const piece of pieces()) hash.update(piece);
  const digest = Buffer.from(hash.digest()).toString('hex');
  if (said === null || said === digest) return digest;
  throw new DomainError(
    'digest_mismatch',
    `the file arrived with the blake2_256_digest ${digest}, the form says ${said}`,
  );
}
