import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Folder of this installation. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Commands work from any folder, so the default data folder is the installation's, not the current one's. */
export function setDefaultDataDir(env: NodeJS.ProcessEnv): void {
  const chosen = env['DATA_DIR'];
  env['DATA_DIR'] = chosen === undefined || chosen === '' ? join(root, '.rookery') : resolve(chosen);
}
