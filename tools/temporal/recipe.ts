import { createHash } from 'node:crypto';

/** The pins of the two Go module files: a key for the cache, a version for the official download. */
export interface Recipe {
  key: string;
  version: string;
}

const cli = 'github.com/temporalio/cli';

/**
 * Reads the recipe. Its key changes with every byte of the module files, so a cached binary never outlives its
 * recipe.
 * @throws Error when go.mod does not require the CLI
 */
export function readRecipe(goMod: string, goSum: string): Recipe {
  const required = goMod.split('\n').map((line) =>
    line
      .trim()
      .replace(/^require\s+/, '')
      .split(' '),
  );
  const version = required.find(([module, version]) => module === cli && version?.startsWith('v'))?.[1];
  if (version === undefined) throw new Error(`tools/temporal/go.mod does not name ${cli}`);
  const key = createHash('sha256').update(goMod).update('\0').update(goSum).digest('hex').slice(0, 16);
  return { key, version };
}
