import { fieldLimits } from '../../domain/limits/fields.ts';

/** Plies; the engine's limit (`config/deepest-search.test.ts`). */
export const deepestSearch = fieldLimits['analysis depth'].count;

/** The range of depths in plies that a review accepts and the API documents. */
export const reviewDepths = { least: 30, most: deepestSearch } as const;
