import { z } from 'zod';
import { FileBuild } from '../../../domain/file-build.ts';

/** The stored metadata of a release, from its first file. */
export const PypiMetadata = z.object({
  /** The project's name in the spelling of this release. */
  name: z.string().default(''),
  summary: z.string(),
  author: z.string(),
  authorEmail: z.string(),
  maintainer: z.string(),
  maintainerEmail: z.string(),
  license: z.string(),
  keywords: z.string(),
  classifiers: z.array(z.string()),
  projectUrls: z.array(z.string()),
  requiresPython: z.string(),
  requiresDist: z.array(z.string()),
  descriptionType: z.string(),
  homePage: z.string().default(''),
  downloadUrl: z.string().default(''),
  licenseExpression: z.string().default(''),
  licenseFiles: z.array(z.string()).default([]),
  providesExtra: z.array(z.string()).default([]),
  platforms: z.array(z.string()).default([]),
  dynamic: z.array(z.string()).default([]),
});
export type PypiMetadata = z.infer<typeof PypiMetadata>;

/** The stored metadata of one file. */
export const FileMetadata = z.object({
  packageType: z.enum(['bdist_wheel', 'sdist']),
  pythonVersion: z.string(),
  requiresPython: z.string(),
  /** SHA-256 of the METADATA that is served beside the file; null without one. */
  metadataSha256: z.string().nullable(),
  /** In hex; null for files that were stored before this digest was computed. */
  blake2b256: z.string().nullable().default(null),
  /** Whether attestations are served beside the file. */
  hasProvenance: z.boolean().default(false),
});
export type FileMetadata = z.infer<typeof FileMetadata>;

/** The declaration of the upload beside the form, read again in the scanner. */
export const Declaration = z.object({
  /** In hex, from the form; null without one. */
  blake2b256: z.string().nullable().default(null),
  /** Verified attestations in the served form; null without any. */
  provenance: z.record(z.string(), z.unknown()).nullable().default(null),
  /** The build that signed the attestations. */
  build: FileBuild.nullable().default(null),
});
export type Declaration = z.infer<typeof Declaration>;
