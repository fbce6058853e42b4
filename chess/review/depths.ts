/** Plies that a review may be asked to search: no less than the contract promises, no more than the engine knows. */
export const reviewDepths = { least: 30, most: 128 } as const;
