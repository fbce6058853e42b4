import type { OpenedArchive } from '../../../domain/archive.ts';
import { placeKey, plainPath } from '../../../domain/place-key.ts';

const folder = 'data.tar.gz/';
/**
 * `Gem.suffixes` has `.rb` and the platform's endings of compiled code; the client also loads a file without ending.
 */
const plugin = /^(?:(.*)\/)?rubygems_plugin(?:\.[^./]+)?$/;
/** Whether a folder is a pattern: clients search folders by patterns. */
const isPattern = /[*?[\]{}\\]/;

/** Number of files that the client itself loads after the install (`Gem::BasicSpecification#plugins`). */
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
