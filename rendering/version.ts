/** Incremented manually when a renderer's output changes: stored documents and parts are then rendered again. */
export const rendererVersion = 5;
