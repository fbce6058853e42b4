import { z } from 'zod';

/** What is kept of the POM of a release, and of the jar of a plugin. */
export const MavenMetadata = z.object({
  packaging: z.string(),
  title: z.string(),
  /** What the descriptor of a plugin says; null where it says none, and of all else. */
  goalPrefix: z.string().nullable().default(null),
  parent: z.object({ group: z.string(), artifact: z.string(), version: z.string() }).nullable(),
});
export type MavenMetadata = z.infer<typeof MavenMetadata>;
