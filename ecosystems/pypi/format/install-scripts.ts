import { parse } from 'smol-toml';
import { DomainError } from '../../../domain/errors.ts';
import { placeKey } from '../../../domain/place-key.ts';
import type { OpenedFile } from '../../../domain/release-file.ts';
import { limits } from './limits.ts';

/**
 * Keys of files of a source distribution that run in its build, with any backend. Installers take the root itself for
 * the project where files lie beside the only folder.
 */
const builds =
  /^(?:[^/]+\/)?(?:setup\.py|hatch_build\.py|pdm_build\.py|meson\.build|cmakelists\.txt|build\.rs)$/;
/** More are not opened, and count. */
const maxProjects = limits.settings.count;
const projectFile = /^(?:[^/]+\/)?pyproject\.toml$/;

/** Keys of files that the interpreter runs at each start (module `site`). */
const starts = /^(?:[^/]+\.pth|(?:site|user)customize(?:\.[^/]+|\/__init__\.[^/]+))$/;

/** Code that runs when a source distribution is built, or when an interpreter starts that has a wheel installed. */
export async function countInstallScripts(file: OpenedFile, packageType: string): Promise<number> {
  const keyed = file.entries.map(({ path, size }) => ({ path, size, key: placeKey(path) }));
  if (packageType !== 'sdist') return keyed.filter(({ key }) => starts.test(installedAt(key))).length;
  const projects = keyed.filter(({ key }) => projectFile.test(key));
  let count = keyed.filter(({ key }) => builds.test(key)).length + Math.max(0, projects.length - maxProjects);
  for (const { path, size } of projects.slice(0, maxProjects)) {
    // only a build reads so long a file
    const isRead = size <= limits.metadata.bytes;
    count += isRead ? countHooks((await file.read(path, limits.metadata.bytes)).toString('utf8')) : 1;
  }
  return count;
}

/** The path of a file of a wheel below `site-packages`; the scheme `data` counts from the prefix. */
function installedAt(path: string): string {
  const [folder = '', scheme = '', ...rest] = path.split('/');
  if (!folder.endsWith('.data') || folder === '.data') return path;
  if (scheme === 'purelib' || scheme === 'platlib') return rest.join('/');
  const packages = rest.findIndex((segment) => /^(?:site|dist)-packages$/.test(segment));
  return scheme === 'data' && packages !== -1 ? rest.slice(packages + 1).join('/') : path;
}

/** A file that can't be read here may still be one to a build. */
function countHooks(text: string): number {
  try {
    const project = parse(text);
    return hooks.filter((path) => valueAt(project, path) !== undefined).length;
  } catch (error) {
    if (error instanceof DomainError) throw error;
    return 1;
  }
}

/** In-tree backends (PEP 517), and other code of the project that backends run. */
const hooks: readonly (readonly string[])[] = [
  ['build-system', 'backend-path'],
  ['tool', 'hatch', 'build', 'hooks', 'custom'],
  ['tool', 'hatch', 'metadata', 'hooks', 'custom'],
  ['tool', 'poetry', 'build'],
  ['tool', 'pdm', 'build', 'custom-hook'],
];

function valueAt(value: unknown, path: readonly string[]): unknown {
  let found = value;
  for (const key of path) {
    if (typeof found !== 'object' || found === null) return undefined;
    found = new Map(Object.entries(found)).get(key);
  }
  return found;
}
