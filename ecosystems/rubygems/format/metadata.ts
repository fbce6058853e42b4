import { z } from 'zod';
import { FileBuild } from '../../../domain/file-build.ts';

/** A key in the author's links: with `true`, changes of the gem need a second factor. */
export const secondFactorKey = 'rubygems_mfa_required';

const Clauses = z.array(z.tuple([z.string(), z.string()]));

/** The stored metadata of a release, for the indexes. */
export const GemMetadata = z.object({
  number: z.string(),
  platform: z.string(),
  authors: z.array(z.string()),
  emails: z.array(z.string()),
  summary: z.string(),
  description: z.string(),
  homepage: z.string(),
  licenses: z.array(z.string()),
  requiredRuby: Clauses,
  requiredRubygems: Clauses,
  dependencies: z.array(
    z.object({ name: z.string(), type: z.enum(['runtime', 'development']), clauses: Clauses }),
  ),
  links: z.record(z.string(), z.string()),
  date: z.string(),
  rubygemsVersion: z.string(),
  isSigned: z.boolean(),
  /** Requirements that are not gems, in the author's words; absent in releases from before the member existed. */
  needs: z.array(z.string()).nullish(),
  /** The digest of the gem; absent in releases from before the member existed. */
  sha256: z.string().nullish(),
});
export type GemMetadata = z.infer<typeof GemMetadata>;

/** The declaration of the request beside the gem. */
export const Declaration = z.object({
  attestations: z.array(z.unknown()).default([]),
  /** The build that signed the attestations. */
  build: FileBuild.nullable().default(null),
});
export type Declaration = z.infer<typeof Declaration>;

/** Filename of a release's attestations. */
export const attestationsFile = 'attestations.json';
