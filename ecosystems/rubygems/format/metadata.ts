import { z } from 'zod';

/** Authors put it among their links: `true` asks all who change the gem for a second factor. */
export const secondFactorKey = 'rubygems_mfa_required';

const Clauses = z.array(z.tuple([z.string(), z.string()]));

/** What is kept of a release: all that the indexes say. */
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
  /** Beside gems, in the author's words; absent in what was published before it was kept. */
  needs: z.array(z.string()).nullish(),
  /** Of the gem; absent in what was published before it was kept. */
  sha256: z.string().nullish(),
});
export type GemMetadata = z.infer<typeof GemMetadata>;

/** What the request declared beside the gem. */
export const Declaration = z.object({ attestations: z.array(z.unknown()).default([]) });

/** Where a release keeps its attestations. */
export const attestationsFile = 'attestations.json';
