import { z } from 'zod';

/** What is kept of the POM of a release. */
export const MavenMetadata = z.object({
  packaging: z.string(),
  title: z.string(),
  parent: z.object({ group: z.string(), artifact: z.string(), version: z.string() }).nullable(),
});
export type MavenMetadata = z.infer<typeof MavenMetadata>;
