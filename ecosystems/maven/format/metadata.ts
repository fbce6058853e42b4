import { z } from 'zod';

/** The stored part of a release's POM, and of a plugin's jar. */
export const MavenMetadata = z.object({
  packaging: z.string(),
  title: z.string(),
  /** The prefix in the descriptor of a plugin; null for a plugin without a prefix and for other artifacts. */
  goalPrefix: z.string().nullable().default(null),
  parent: z.object({ group: z.string(), artifact: z.string(), version: z.string() }).nullable(),
});
export type MavenMetadata = z.infer<typeof MavenMetadata>;
