import { z } from 'zod';

/** What is kept of a release: what documents say of it. */
export const ComposerMetadata = z.object({
  /** The members of `composer.json` that documents have. */
  manifest: z.record(z.string(), z.unknown()),
  /** The commit that the publisher named. */
  reference: z.string().nullable(),
  sourceUrl: z.string().nullable(),
});
export type ComposerMetadata = z.infer<typeof ComposerMetadata>;
