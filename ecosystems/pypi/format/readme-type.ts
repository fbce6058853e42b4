import { z } from 'zod';

const Described = z
  .object({ descriptionType: z.string().nullish().catch(null) })
  .catch({ descriptionType: null });

/** `Description-Content-Type` of the core metadata; without one a description is reStructuredText. */
export function readmeType(metadata: unknown): 'markdown' | 'text' {
  const { descriptionType } = Described.parse(metadata);
  return /^text\/markdown\b/i.test(descriptionType ?? '') ? 'markdown' : 'text';
}
