import type { Bound } from '../../../domain/limits.ts';

const MiB = 1024 * 1024;

/** Of one zip; the operator may set a lower one. */
export const maxZipBytes = 256 * MiB;

/** Of `composer.json`, in the zip and beside it. */
export const manifestBound = {
  bytes: MiB,
  depth: 32,
  values: 50_000,
  why: 'one version, which every reader of the package loads',
} as const satisfies Bound;

export const publishBound = {
  bytes: maxZipBytes + 4 * MiB,
  why: 'a zip, as it is or in a form with its composer.json',
} as const satisfies Bound;

export const formLimits = { overheadBytes: 4 * MiB, fieldBytes: MiB, parts: 20 };

/** Of a README that a page shows. */
export const maxReadmeBytes = MiB;

/** Names that one question about advisories or filters may have. */
export const maxNames = 1_000;

/** Packages that one report of downloads counts. */
export const maxCounted = 100;

/** A form of names, each with the key that clients write before it. */
export const namesBound = {
  bytes: 512 * 1024,
  depth: 6,
  values: 4 * maxNames,
  why: 'a question about a thousand packages',
} as const satisfies Bound;

/** What was installed: clients tell of all packages of a project at once. */
export const downloadsBound = {
  bytes: MiB,
  depth: 6,
  values: 40_000,
  why: 'the packages of a large project',
} as const satisfies Bound;

/** Where a repository is, and which of its tags. */
export const importBound = {
  bytes: 4_096,
  depth: 2,
  values: 4,
  why: 'an address and a tag',
} as const satisfies Bound;

export const unyankBound = { bytes: 1_024, why: 'nothing' } as const satisfies Bound;

/** Packages in one list. */
export const maxListed = 50_000;
