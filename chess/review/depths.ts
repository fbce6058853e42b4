/** Plies; the engine's limit (`config/deepest-search.test.ts`). */
export const deepestSearch = 128;

/** The range of depths in plies that a review accepts and the API documents. */
export const reviewDepths = { least: 30, most: deepestSearch } as const;
