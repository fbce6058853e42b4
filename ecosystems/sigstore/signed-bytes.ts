import { createVerify, type KeyObject, X509Certificate } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Bundle } from '@sigstore/bundle';
import type { SignatureContent } from './bundle.ts';

/**
 * What a signature of the bytes of a file is compared with: they are read once, in pieces, as there may be too many to hold.
 * Undefined for a bundle that signs a statement, which holds all there is.
 */
export async function readSignedBytes(
  bundle: Bundle,
  file: { path: string; sha256: string },
): Promise<SignatureContent | undefined> {
  if (bundle.content.$case !== 'messageSignature') return undefined;
  const { signature } = bundle.content.messageSignature;
  const digest = Buffer.from(file.sha256, 'hex');
  const key = keyOf(bundle);
  const isGenuine = key !== undefined && (await verifyFile(file.path, key, signature));
  return {
    signature,
    compareSignature: (other) => other.equals(signature),
    compareDigest: (other) => other.equals(digest),
    compareSignedDigest: (other) => other.equals(digest),
    // of another key nothing is known
    verifySignature: (other) => isGenuine && key.equals(other),
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
    // the verifier says what is wrong with it
    return undefined;
  }
}

async function verifyFile(path: string, key: KeyObject, signature: Buffer): Promise<boolean> {
  const verify = createVerify('sha256');
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) verify.update(chunk);
  try {
    return verify.verify(key, signature);
  } catch {
    return false;
  }
}
