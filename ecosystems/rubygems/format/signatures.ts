import { createHash, verify, X509Certificate } from 'node:crypto';
import type { OpenedArchive } from '../../../domain/archive.ts';
import { DomainError } from '../../../domain/errors.ts';
import { limits } from './limits.ts';

const packed = ['metadata.gz', 'data.tar.gz', 'checksums.yaml.gz'] as const;
/** Algorithms of signatures: the client signs a digest of the digest, and its versions use different algorithms. */
const algorithms = ['sha256', 'sha512', 'sha1'] as const;

const refusal = (detail: string, cause?: unknown) => new DomainError('invalid_archive', detail, {}, cause);

/**
 * Checks a signed gem: the last certificate of the chain signs every member, and each certificate is issued by the
 * previous one. Installers decide about trust and expired certificates. @throws DomainError `invalid_archive`
 */
export async function assertSignatures(gem: OpenedArchive, certificates: readonly string[]): Promise<void> {
  const paths = new Set(gem.entries.map(({ path }) => path));
  const signed = packed.filter((member) => paths.has(`${member}.sig`));
  if (certificates.length === 0 && signed.length === 0) return;
  if (certificates.length === 0) throw refusal('the gem has signatures and no certificates');
  const signer = readChain(certificates).at(-1);
  for (const member of packed.filter((each) => paths.has(each))) {
    if (!paths.has(`${member}.sig`)) throw refusal(`the gem is signed and has no signature of ${member}`);
    const signature = await gem.read(`${member}.sig`, limits.signature.bytes);
    const body = await gem.read(member, limits.gem.bytes);
    if (!signer || !isSignedBy(signer, body, signature)) {
      throw refusal(`the signature of ${member} is not of the gem's certificate`);
    }
  }
}

function readChain(texts: readonly string[]): X509Certificate[] {
  if (texts.length > limits.certificates.count)
    throw refusal(`the gem has more than ${limits.certificates.count} certificates`);
  const chain = texts.map((text) => readCertificate(text));
  for (const [index, certificate] of chain.entries()) {
    // the first certificate is self-signed
    const issuer = chain[Math.max(index - 1, 0)];
    if (issuer && isIssuedBy(certificate, issuer)) continue;
    throw refusal('the certificates of the gem are no chain: each must be issued by the one before it');
  }
  return chain;
}

function readCertificate(text: string): X509Certificate {
  try {
    return new X509Certificate(text);
  } catch (error) {
    throw refusal('a certificate of the gem can not be read', error);
  }
}

function isIssuedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  try {
    return certificate.issuer === issuer.subject && certificate.verify(issuer.publicKey);
  } catch {
    return false;
  }
}

function isSignedBy({ publicKey }: X509Certificate, body: Buffer, signature: Buffer): boolean {
  return algorithms.some((algorithm) => {
    const digest = createHash(algorithm).update(body).digest();
    try {
      return verify(algorithm, digest, publicKey, signature);
    } catch {
      return false;
    }
  });
}
