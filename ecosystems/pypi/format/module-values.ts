import { placeKey } from '../../../domain/place-key.ts';
import type { OpenedFile } from '../../../domain/release-file.ts';
import type { ModuleValue } from './build-settings.ts';
import { limits } from './limits.ts';
import { assignedTo, hasDocstring } from './python-text.ts';

/** A file of the distribution, with the key of its path. */
export interface KeyedFile {
  path: string;
  size: number;
  key: string;
}

/**
 * Number of values that a build gets by running their modules. The folder of a module depends on the backend and its
 * settings: the value must be a literal in every file that can be the module.
 */
export async function countRun(
  file: OpenedFile,
  keyed: readonly KeyedFile[],
  values: readonly ModuleValue[],
): Promise<number> {
  const { count, bytes } = limits.module;
  if (values.length === 0 || values.length > count) return values.length;
  const placed = values.map((value) => ({ value, files: placesOf(value, keyed) }));
  const paths = new Set(placed.flatMap(({ files }) => files.flat()).map(({ path }) => path));
  if (paths.size > count) return values.length;
  const bodies = await file.readAll(paths, bytes);
  const bodyOf = ({ path }: KeyedFile) => bodies.get(path);
  return placed.filter(({ value, files }) => {
    const isText = files.every(([module, ...beside]) => isInText(value, bodyOf(module), beside.map(bodyOf)));
    return files.length === 0 || !isText;
  }).length;
}

/** Every file that may be the module, with the modules beside it that may have the value. */
function placesOf(
  { module, beside }: ModuleValue,
  keyed: readonly KeyedFile[],
): [KeyedFile, ...KeyedFile[]][] {
  const folder = placeKey(module.replaceAll('.', '/'));
  const named = (path: string) => keyed.filter(({ key }) => key === path || key.endsWith(`/${path}`));
  const packages = named(`${folder}/__init__.py`).map((file): [KeyedFile, ...KeyedFile[]] => {
    const here = file.key.slice(0, -'__init__.py'.length);
    const names = new Set(beside.map((name) => `${here}${name}.py`));
    return [file, ...(names.size === 0 ? [] : keyed.filter(({ key }) => names.has(key)))];
  });
  return [...named(`${folder}.py`).map((file): [KeyedFile] => [file]), ...packages];
}

/** Whether the module's text has the value as a literal; false for a module that is too large to read. */
function isInText(
  { name }: ModuleValue,
  module: Buffer | undefined,
  beside: readonly (Buffer | undefined)[],
): boolean {
  if (module === undefined) return false;
  if (name === null) return hasDocstring(module);
  const own = assignedTo(name, module);
  if (own !== 'nothing') return own === 'literal';
  const others = beside.map((body) => (body === undefined ? 'other' : assignedTo(name, body)));
  return others.includes('literal') && !others.includes('other');
}
