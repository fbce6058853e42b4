/** A signature over a release, with the id of the key that verifies it. */
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
  /** Null if the instance has no key. */
  readonly key: SigningKey | null;
  /** Null if the instance has no key. Each call creates a new signature: store the result if it must not change. */
  sign(text: string): Signature | null;
}
