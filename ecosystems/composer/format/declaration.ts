import { z } from 'zod';

/** The declaration of a publish beside the zip. */
export const Declaration = z.object({
  /** The served members of the `composer.json` that was sent beside it. */
  manifest: z.record(z.string(), z.unknown()).optional(),
  /** The commit that the zip was made of. */
  reference: z.string().optional(),
  source_url: z.string().optional(),
});
export type Declaration = z.infer<typeof Declaration>;
