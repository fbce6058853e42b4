import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Folder of this installation. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** The default data folder is in the installation, not in the current folder: commands work from any folder. */
export function setDefaultDataDir(env: NodeJS.ProcessEnv): void {
  const chosen = env['DATA_DIR'];
  env['DATA_DIR'] = chosen === undefined || chosen === '' ? join(root, '.rookery') : resolve(chosen);
}
