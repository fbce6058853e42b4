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

/** Signs texts of the registry. */
export interface Signer {
  /** Null where the instance has no key. */
  readonly key: SigningKey | null;
  /** Null where the instance has no key. Each call makes a new signature: store it where it must not change. */
  sign(text: string): Signature | null;
}
