/** Raised by hand when a renderer's output changes: stored documents and parts are rendered again. */
export const rendererVersion = 5;
