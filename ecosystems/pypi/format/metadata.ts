import { z } from 'zod';

/** What is kept of a release, from the first of its files. */
export const PypiMetadata = z.object({
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
});
export type PypiMetadata = z.infer<typeof PypiMetadata>;

/** What is kept of one file. */
export const FileMetadata = z.object({
  packageType: z.enum(['bdist_wheel', 'sdist']),
  pythonVersion: z.string(),
  requiresPython: z.string(),
  /** SHA-256 of the METADATA that is served beside it; null where none is. */
  metadataSha256: z.string().nullable(),
});
export type FileMetadata = z.infer<typeof FileMetadata>;
