import type { OpenedArchive } from '../../../domain/archive.ts';
import { placeKey, plainPath } from '../../../domain/place-key.ts';

const folder = 'data.tar.gz/';
/** `Gem.suffixes` names `.rb` and the endings of compiled code, which differ by platform; a file without one is loaded as well. */
const plugin = /^(?:(.*)\/)?rubygems_plugin(?:\.[^./]+)?$/;
/** Clients hand the folders to a search by patterns. */
const isPattern = /[*?[\]{}\\]/;

/** How many files the client loads into itself, from the installation on (`Gem::BasicSpecification#plugins`). */
export function countPlugins(
  { entries }: Pick<OpenedArchive, 'entries'>,
  requirePaths: readonly string[],
): number {
  const folders = requirePaths.length === 0 ? ['lib'] : requirePaths;
  const isAnywhere = folders.some((each) => isPattern.test(each) || each.split('/').includes('..'));
  const searched = new Set(folders.map((each) => placeKey(plainPath(each))));
  return entries.filter(({ path }) => {
    const found = path.startsWith(folder) ? plugin.exec(placeKey(path.slice(folder.length))) : null;
    return found !== null && (isAnywhere || searched.has(found[1] ?? ''));
  }).length;
}
