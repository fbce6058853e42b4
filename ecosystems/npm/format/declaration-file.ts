import { posix } from 'node:path';
import type { Manifest } from './metadata.ts';

/**
 * The types of a package whose manifest has none: npm finds the declaration file beside the entry point and writes it
 * into the published manifest (`fillTypes` of `@npmcli/package-json`). `paths`: files inside the package.
 */
export function foundTypes(manifest: Manifest, paths: readonly string[]): string | undefined {
  if ('types' in manifest || 'typings' in manifest) return undefined;
  const main = manifest['main'] || 'index.js';
  if (typeof main !== 'string') return undefined;
  const { dir, name } = posix.parse(main);
  const file = `${posix.join(dir, name)}.d.ts`;
  return paths.includes(file) ? `./${file}` : undefined;
}
