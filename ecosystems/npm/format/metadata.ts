import { z } from 'zod';
import { FileBuild } from '../../../domain/file-build.ts';

/** The author's manifest, without members of the registry. */
export const Manifest = z.record(z.string(), z.unknown());
export type Manifest = z.infer<typeof Manifest>;

/** The stored metadata of a release. */
export const NpmMetadata = z.object({
  manifest: Manifest,
  /** Username. */
  publisher: z.string().nullable(),
  fileCount: z.number(),
  /** In bytes. */
  unpackedSize: z.number(),
  /** Predicate type of the client's attestation; null without one. */
  provenance: z.string().nullable(),
});
export type NpmMetadata = z.infer<typeof NpmMetadata>;

/**
 * The declaration of the publish request, which the scanner reads again. Releases with separately uploaded files
 * declare nothing.
 */
export const Declaration = z.object({
  manifest: Manifest.nullish(),
  publisher: z.string().nullish(),
  /** Predicate types and bundles, served unchanged. */
  attestations: z
    .array(z.object({ predicateType: z.string(), bundle: z.unknown() }))
    .nullish()
    .transform((given) => given ?? []),
  /** The build that signed the attestations. */
  build: FileBuild.nullish().transform((given) => given ?? null),
});
export type Declaration = z.infer<typeof Declaration>;

/** Filename of a release's attestations. */
export const attestationsFile = 'attestations.json';
