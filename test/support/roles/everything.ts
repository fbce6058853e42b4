/** The whole platform in one process, the engine's threads included. */
await Promise.all([import('./packages.ts'), import('../../../activities/engine.ts')]);
