import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const notShipped = /\.test\.ts$|\/(?:fixtures|testing)\/|\/(?:contract|conformance)[a-z-]*\.ts$/;

/** Paths of a folder's source files below `root`, without tests and test support. */
export function sourceFiles(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.ts') && !notShipped.test(path))
    .sort();
}
