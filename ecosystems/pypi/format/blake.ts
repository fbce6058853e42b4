import { blake2b } from '@noble/hashes/blake2.js';
import { DomainError } from '../../../domain/errors.ts';
import type { OpenedFile } from '../../../domain/release-file.ts';

/**
 * BLAKE2b of 32 bytes, in hex, which indexes list beside the SHA-256. Node has the one of 64 bytes alone: a second of work for
 * 50 MB, which is why it is done where files are opened. @throws DomainError `digest_mismatch` when the form has another one
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
