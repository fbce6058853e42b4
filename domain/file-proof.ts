import { z } from 'zod';
import type { OpenedFile } from './release-file.ts';

/**
 * The statement of a signature about another file of its release; stored as `proof` in the signature's own metadata.
 */
export const FileProof = z.object({
  kind: z.enum(['openpgp', 'sigstore']),
  /** Name of the signed file. */
  about: z.string(),
  /**
   * Unverified: signed with a key that the owner of the namespace has not published. Invalid proofs are refused, so
   * no release has one.
   */
  status: z.enum(['verified', 'unverified']),
  /**
   * Fingerprint of a published key, or the key id in a signature by an unknown key; null if a certificate names the
   * signer.
   */
  key: z.string().nullable(),
  /** The person named by the key or the certificate. */
  signer: z.string().nullable(),
  /** For the certificate of a build: its source repository, or its issuer. Absent if a person signed. */
  build: z.string().optional(),
  /** Why a signature by a published key is unverified. */
  reason: z.string().optional(),
});
export type FileProof = z.infer<typeof FileProof>;

const Holder = z.object({ proof: FileProof });

/** The proof in the metadata of a file; null without one. */
export function proofOf(metadata: unknown): FileProof | null {
  const held = Holder.safeParse(metadata);
  return held.success ? held.data.proof : null;
}

/** Keys and roots that signatures are checked against. None of them is secret. */
export interface TrustAnchors {
  /** ASCII-armored keys of the owner of the package's namespace. */
  openPgpKeys: readonly string[];
  /** JSON; null: the public root. */
  sigstoreRoot: string | null;
}

/** For an inspection: anchors, and an existing file of the release that the new file is about. */
export interface InspectionTrust extends TrustAnchors {
  beside: readonly OpenedFile[];
}
