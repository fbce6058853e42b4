import { accessSync, constants, mkdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readRecipe, type Recipe } from './recipe.ts';

export const moduleFolder = dirname(fileURLToPath(import.meta.url));

export function ourRecipe(): Recipe {
  const read = (name: string) => readFileSync(join(moduleFolder, name), 'utf8');
  return readRecipe(read('go.mod'), read('go.sum'));
}

/**
 * The cache folder of the binary for this recipe: in `ROOKERY_CACHE`, else in the home folder, else in the
 * repository's build folder.
 */
export function cacheFolder(key: string, env: NodeJS.ProcessEnv): string {
  return join(cacheRoot(env), `temporal-${key}`);
}

function cacheRoot(env: NodeJS.ProcessEnv): string {
  const chosen = env['ROOKERY_CACHE'];
  if (chosen !== undefined && chosen !== '') return chosen;
  const own = join(homedir(), '.cache', 'rookery');
  return isWritable(own) ? own : join(moduleFolder, '..', '..', 'build', 'cache');
}

/** Service accounts often have a missing or foreign home folder. */
function isWritable(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
