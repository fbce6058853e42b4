/** A signature over a release, with the key it can be checked with. */
export interface Signature {
  /** `SHA256:` and the base64 digest of the public key (SPKI), without padding. */
  keyId: string;
  /** ECDSA P-256 over SHA-256 in DER, base64. */
  signature: string;
}

/** Public half of a key. */
export interface SigningKey {
  keyId: string;
  /** SPKI in DER, base64. */
  publicKey: string;
}

/** Signs what the registry vouches for. */
export interface Signer {
  /** Null where the instance has no key. */
  readonly key: SigningKey | null;
  /** Null where the instance has no key. Each call signs afresh: keep what must not change. */
  sign(text: string): Signature | null;
}
