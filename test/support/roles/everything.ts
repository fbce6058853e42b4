/** The whole platform in one process, with the engine's threads. */
await Promise.all([import('./packages.ts'), import('../../../activities/engine.ts')]);
