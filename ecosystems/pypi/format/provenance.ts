/** Attestations and who made them, one document for each file (PEP 740). */
export interface Provenance extends Record<string, unknown> {
  version: 1;
  attestation_bundles: readonly { publisher: Publisher; attestations: readonly unknown[] }[];
}

/** The builder of the file, in the form of the document. */
export type Publisher = { kind: string; claims: null } & Record<string, string | null>;

export const provenanceType = 'application/vnd.pypi.integrity.v1+json';

/** Where it is kept, beside the file. */
export const provenanceOf = (filename: string) => `${filename}.provenance`;
