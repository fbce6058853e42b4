import { z } from 'zod';

/** The stored metadata of a release, for its documents. */
export const ComposerMetadata = z.object({
  /** The members of `composer.json` that documents repeat. */
  manifest: z.record(z.string(), z.unknown()),
  /** The commit that the publisher named. */
  reference: z.string().nullable(),
  sourceUrl: z.string().nullable(),
});
export type ComposerMetadata = z.infer<typeof ComposerMetadata>;
