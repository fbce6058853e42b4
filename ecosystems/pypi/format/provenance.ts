/** Attestations and their publishers, one document per file (PEP 740). */
export interface Provenance extends Record<string, unknown> {
  version: 1;
  attestation_bundles: readonly { publisher: Publisher; attestations: readonly unknown[] }[];
}

/** The build that made the file, in the document's form. */
export type Publisher = { kind: string; claims: null } & Record<string, string | null>;

export const provenanceType = 'application/vnd.pypi.integrity.v1+json';

/** Filename of the provenance document beside the file. */
export const provenanceOf = (filename: string) => `${filename}.provenance`;
