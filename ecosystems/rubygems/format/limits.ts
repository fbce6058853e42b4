import type { Bound } from '../../../domain/limits.ts';

const MiB = 1024 * 1024;

/** Of one gem; the operator may set a lower one. */
export const maxGemBytes = 128 * MiB;

export const gemBound = {
  bytes: maxGemBytes + MiB,
  why: 'a gem, as it is or in a form',
} as const satisfies Bound;

export const formLimits = { overheadBytes: MiB, fieldBytes: 256 * 1024, parts: 10 };

/** Of a specification, unpacked: most of it are names of files. */
export const maxSpecificationBytes = MiB;

/** Of the list of checksums, unpacked. */
export const maxChecksumBytes = 64 * 1024;

/** Of a README that a page shows. */
export const maxReadmeBytes = MiB;

/** Of a tar without files, unpacked: writers fill it up with zeros to a block of theirs. */
export const maxEmptyTarBytes = 64 * 1024;

/** Versions of a number or of a platform: characters. */
export const maxPartCharacters = 64;

/** A short form: a name, a version, scopes. */
export const shortForm = { bytes: 16 * 1024, why: 'a form of a few texts' } as const satisfies Bound;

/** Of an address that is told of pushes. */
export const maxUrlCharacters = 2_000;

/** An identity token with its braces. */
export const tokenBound = {
  bytes: 64 * 1024,
  depth: 4,
  values: 10,
  why: 'one identity token',
} as const satisfies Bound;

/** How many bundles a gem comes with. */
export const maxAttestations = 10;

export const attestationBound = {
  bytes: formLimits.fieldBytes,
  depth: 34,
  values: 50_000,
  why: 'a list of bundles with their certificates',
} as const satisfies Bound;

/** In the chain of a signed gem. */
export const maxCertificates = 10;

/** One signature: of the longest keys that there are, many times over. */
export const maxSignatureBytes = 16 * 1024;
