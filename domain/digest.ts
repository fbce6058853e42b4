import { createHash } from 'node:crypto';

/** Hex digests of one stream of bytes, computed in one pass. */
export interface Digests {
  sha256: string;
  sha512: string;
  sha1: string;
  md5: string;
}

export interface DigestBuilder {
  update(chunk: Uint8Array): void;
  digest(): Digests;
}

export function createDigestBuilder(): DigestBuilder {
  const hashes = {
    sha256: createHash('sha256'),
    sha512: createHash('sha512'),
    sha1: createHash('sha1'),
    md5: createHash('md5'),
  };
  return {
    update(chunk) {
      for (const hash of Object.values(hashes)) hash.update(chunk);
    },
    digest: () => ({
      sha256: hashes.sha256.digest('hex'),
      sha512: hashes.sha512.digest('hex'),
      sha1: hashes.sha1.digest('hex'),
      md5: hashes.md5.digest('hex'),
    }),
  };
}

/** All digests of bytes in memory. */
export function digestsOf(body: Uint8Array): Digests {
  const builder = createDigestBuilder();
  builder.update(body);
  return builder.digest();
}

/** SHA-256 in hex: content addresses, ETags, stored tokens. */
export function sha256Hex(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}
