/** Plies; the engine knows no more (`config/deepest-search.test.ts`). */
export const deepestSearch = 128;

/** Plies that a review may be asked to search; the API promises no less. */
export const reviewDepths = { least: 30, most: deepestSearch } as const;
