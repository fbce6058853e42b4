import { z } from 'zod';
import { FileBuild } from '../../../domain/file-build.ts';

/** A manifest as its author published it, without members of the registry. */
export const Manifest = z.record(z.string(), z.unknown());
export type Manifest = z.infer<typeof Manifest>;

/** Our own jsonb of a release. */
export const NpmMetadata = z.object({
  manifest: Manifest,
  /** Username. */
  publisher: z.string().nullable(),
  fileCount: z.number(),
  /** In bytes. */
  unpackedSize: z.number(),
  /** Predicate type of the client's attestation, if there was one. */
  provenance: z.string().nullable(),
});
export type NpmMetadata = z.infer<typeof NpmMetadata>;

/** The declaration of the publish request; read again in the scanner. A release with separately uploaded files declares nothing. */
export const Declaration = z.object({
  manifest: Manifest.nullish(),
  publisher: z.string().nullish(),
  /** Served as they are: predicate types and bundles. */
  attestations: z
    .array(z.object({ predicateType: z.string(), bundle: z.unknown() }))
    .nullish()
    .transform((given) => given ?? []),
  /** The one that the attestations are of. */
  build: FileBuild.nullish().transform((given) => given ?? null),
});
export type Declaration = z.infer<typeof Declaration>;

/** Where a release keeps its attestations. */
export const attestationsFile = 'attestations.json';
