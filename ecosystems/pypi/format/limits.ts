import type { Bound } from '../../../domain/limits.ts';

const MiB = 1024 * 1024;

/** Of one file; the operator may set a lower one. */
export const maxFileBytes = 512 * MiB;

/** A form with one file and its metadata, which old clients repeat in fields. */
export const uploadBound = {
  bytes: maxFileBytes + 16 * MiB,
  why: 'a wheel or source distribution, with a README in a field beside it',
} as const satisfies Bound;

export const formLimits = { overheadBytes: 16 * MiB, fieldBytes: 4 * MiB, parts: 2_000 };

/** Of METADATA and PKG-INFO, with the README in them. */
export const maxMetadataBytes = 4 * MiB;

/** Of RECORD: a line for every file. */
export const maxRecordBytes = 16 * MiB;

/** Up to here every file of a wheel is held to its digest in RECORD; in larger wheels to its size. */
export const hashedBytes = 128 * MiB;

/** Attestations of one file: as many as there are kinds of them. */
export const attestationsBound = {
  bytes: 512 * 1024,
  depth: 32,
  values: 20_000,
  why: 'attestations of one file, with their certificates',
} as const satisfies Bound;
export const maxAttestations = 2;

/** An identity token with its braces. */
export const tokenBound = {
  bytes: 64 * 1024,
  depth: 4,
  values: 10,
  why: 'one identity token',
} as const satisfies Bound;
