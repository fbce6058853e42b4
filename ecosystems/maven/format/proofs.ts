import { wholeFile } from '../../../domain/archive.ts';
import { DomainError } from '../../../domain/errors.ts';
import { fileBuildOf } from '../../../domain/file-build.ts';
import type { FileProof, InspectionTrust } from '../../../domain/file-proof.ts';
import { type FileStanding, plainStanding } from '../../../domain/file-standing.ts';
import type { AttestedFile } from '../../../domain/publication.ts';
import type { OpenedFile } from '../../../domain/release-file.ts';
import { signedBy } from './file.ts';
import { limits } from './limits.ts';

export interface Proofs {
  /** By filename of the signature. */
  files: Record<string, { proof: FileProof }>;
  builds: AttestedFile[];
}

/**
 * Checks every signature and every bundle against its file. The libraries are loaded on demand, because most releases
 * have no proofs. @throws DomainError `invalid_archive`, `bad_request`, `policy_violation` for an invalid proof
 */
export async function checkProofs(files: readonly OpenedFile[], trust: InspectionTrust): Promise<Proofs> {
  const proofs: Proofs = { files: {}, builds: [] };
  for (const file of files) {
    const about = signedBy(file.filename);
    if (about === null) continue;
    const signed = [...files, ...trust.beside].find(({ filename }) => filename === about);
    if (signed === undefined)
      throw new DomainError('invalid_archive', `${file.filename} came without ${about}`);
    if (file.sizeBytes > limits.proof.bytes) {
      throw new DomainError('invalid_archive', `${file.filename} is larger than ${limits.proof.bytes} bytes`);
    }
    if (file.kind === 'signature')
      proofs.files[file.filename] = { proof: await checkSignature(file, signed, trust) };
    else await addAttestation(proofs, { file, signed, trust });
  }
  return proofs;
}

/** The standings from signatures and bundles: a signature by an unknown key satisfies no policy. */
export function standingsOf({ files, builds }: Proofs): Record<string, FileStanding> {
  const built = new Map(builds.map(({ filename, build }) => [filename, build]));
  const entries = Object.entries(files).map(([filename, { proof }]) => {
    const build = built.get(filename) ?? null;
    return [
      filename,
      { ...standingOf(proof), ...(build !== null && { build: fileBuildOf(build) }) },
    ] as const;
  });
  return Object.fromEntries(entries);
}

function standingOf({ kind, status, build }: FileProof): FileStanding {
  if (status !== 'verified') return plainStanding;
  if (kind === 'openpgp') return { ...plainStanding, vouchers: ['signature'] };
  return build === undefined ? plainStanding : { ...plainStanding, vouchers: ['attestation'] };
}

async function checkSignature(
  file: OpenedFile,
  signed: OpenedFile,
  { openPgpKeys }: InspectionTrust,
): Promise<FileProof> {
  const { verifyDetached } = await import('../../openpgp/detached.ts');
  const armored = (await file.read(wholeFile, limits.proof.bytes)).toString('latin1');
  const { filename: about } = signed;
  const body = { sizeBytes: signed.sizeBytes, read: () => signed.read(wholeFile, limits.signed.bytes) };
  const found = await verifyDetached(armored, body, {
    keys: openPgpKeys,
    what: file.filename,
    maxBytes: limits.signed.bytes,
  });
  if (found.status === 'verified') {
    return { kind: 'openpgp', about, status: 'verified', key: found.fingerprint, signer: found.userId };
  }
  const { keyId: key, reason } = found;
  return { kind: 'openpgp', about, status: 'unverified', key, signer: null, ...(reason && { reason }) };
}

async function addAttestation(
  proofs: Proofs,
  { file, signed, trust }: { file: OpenedFile; signed: OpenedFile; trust: InspectionTrust },
): Promise<void> {
  const { verifyFileBundle } = await import('../../sigstore/file-bundle.ts');
  const text = await file.read(wholeFile, limits.proof.bytes);
  const { filename: about } = signed;
  const { signer, build } = await verifyFileBundle(text, signed, {
    root: trust.sigstoreRoot,
    what: file.filename,
  });
  const of = build === null ? {} : { build: build.repository ?? build.issuer };
  proofs.files[file.filename] = {
    proof: { kind: 'sigstore', about, status: 'verified', key: null, signer, ...of },
  };
  proofs.builds.push({ filename: file.filename, build });
}
