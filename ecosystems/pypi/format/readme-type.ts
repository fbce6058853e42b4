import { z } from 'zod';

const Described = z
  .object({ descriptionType: z.string().nullish().catch(null) })
  .catch({ descriptionType: null });

/** The format by `Description-Content-Type` of the core metadata; the default there is reStructuredText. */
export function readmeType(metadata: unknown): 'markdown' | 'text' {
  const { descriptionType } = Described.parse(metadata);
  return /^text\/markdown\b/i.test(descriptionType ?? '') ? 'markdown' : 'text';
}
