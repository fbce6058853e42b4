import { z } from 'zod';

/** The declaration of a publish beside the zip. */
export const Declaration = z.object({
  /** The served members of the `composer.json` beside the zip. */
  manifest: z.record(z.string(), z.unknown()).optional(),
  /** The source commit of the zip. */
  reference: z.string().optional(),
  source_url: z.string().optional(),
});
export type Declaration = z.infer<typeof Declaration>;
