import { z } from 'zod';
import { FileBuild } from '../../../domain/file-build.ts';

/** Authors put it among their links: `true` asks all who change the gem for a second factor. */
export const secondFactorKey = 'rubygems_mfa_required';

const Clauses = z.array(z.tuple([z.string(), z.string()]));

/** The stored metadata of a release: all that the indexes need. */
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
  /** Beside gems, in the author's words; absent in releases before it was stored. */
  needs: z.array(z.string()).nullish(),
  /** The digest of the gem; absent in releases before it was stored. */
  sha256: z.string().nullish(),
});
export type GemMetadata = z.infer<typeof GemMetadata>;

/** The declaration of the request beside the gem. */
export const Declaration = z.object({
  attestations: z.array(z.unknown()).default([]),
  /** The one that the attestations are of. */
  build: FileBuild.nullable().default(null),
});
export type Declaration = z.infer<typeof Declaration>;

/** Where a release keeps its attestations. */
export const attestationsFile = 'attestations.json';
