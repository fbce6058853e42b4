import { DomainError } from '../../../domain/errors.ts';
import type { Checksum } from './path.ts';

const digits: Readonly<Record<Checksum, number>> = { md5: 32, sha1: 40, sha256: 64, sha512: 128 };

/**
 * The digest in a checksum file, in lower-case hex. The file has the digest alone, or with a filename in the order of
 * `md5sum` or `openssl`. @throws DomainError `bad_request`
 */
export function readChecksum(body: Buffer, algorithm: Checksum): string {
  const words = body.toString('latin1').split(/[\s=]/);
  const digest = words.find((word) => word.length === digits[algorithm] && /^[0-9a-fA-F]+$/.test(word));
  if (digest !== undefined) return digest.toLowerCase();
  throw new DomainError('bad_request', `this is no ${algorithm} checksum in hexadecimal`);
}
