import { createHash, createVerify, type KeyObject, X509Certificate } from 'node:crypto';
import type { Bundle } from '@sigstore/bundle';
import { HashAlgorithm } from '@sigstore/protobuf-specs';
import type { SignatureContent } from './bundle.ts';

/** Algorithms by the digest name of a bundle. A bundle with another digest proves no signature. */
const algorithms = new Map<HashAlgorithm, string>([
  [HashAlgorithm.HASH_ALGORITHM_UNSPECIFIED, 'sha256'],
  [HashAlgorithm.SHA2_256, 'sha256'],
  [HashAlgorithm.SHA2_384, 'sha384'],
  [HashAlgorithm.SHA2_512, 'sha512'],
]);

/**
 * The content for a signature of a file's bytes. The bytes are read once and in pieces, as the file may be too large
 * for memory. Undefined for a bundle that signs a statement: such a bundle contains the signed bytes.
 */
export async function readSignedBytes(
  bundle: Bundle,
  file: { pieces(): AsyncIterable<Uint8Array> },
): Promise<SignatureContent | undefined> {
  if (bundle.content.$case !== 'messageSignature') return undefined;
  const { signature, messageDigest } = bundle.content.messageSignature;
  const algorithm = algorithms.get(messageDigest.algorithm);
  const key = keyOf(bundle);
  const { digest, isGenuine } =
    key === undefined || algorithm === undefined
      ? { digest: Buffer.alloc(0), isGenuine: false }
      : await verifyPieces(file.pieces(), { algorithm, key, signature });
  return {
    signature,
    compareSignature: (other) => other.equals(signature),
    compareDigest: (other) => other.equals(digest),
    compareSignedDigest: (other) => other.equals(digest),
    // the signature was checked with `key` only; the algorithm of another key is unknown
    verifySignature: (other) => isGenuine && key?.equals(other) === true,
  };
}

function keyOf({ verificationMaterial: { content } }: Bundle): KeyObject | undefined {
  const certificate =
    content.$case === 'certificate'
      ? content.certificate
      : content.$case === 'x509CertificateChain'
        ? content.x509CertificateChain.certificates[0]
        : undefined;
  if (certificate === undefined) return undefined;
  try {
    return new X509Certificate(certificate.rawBytes).publicKey;
  } catch {
    // the verifier reports the fault
    return undefined;
  }
}

async function verifyPieces(
  pieces: AsyncIterable<Uint8Array>,
  { algorithm, key, signature }: { algorithm: string; key: KeyObject; signature: Buffer },
): Promise<{ digest: Buffer; isGenuine: boolean }> {
  const hash = createHash(algorithm);
  const verify = createVerify(algorithm);
  for await (const piece of pieces) {
    hash.update(piece);
    verify.update(piece);
  }
  return { digest: hash.digest(), isGenuine: isBySigner() };

  function isBySigner(): boolean {
    try {
      return verify.verify(key, signature);
    } catch {
      return false;
    }
  }
}
