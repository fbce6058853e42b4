import { placeKey } from '../../../domain/place-key.ts';
import type { OpenedFile } from '../../../domain/release-file.ts';
import { type BuildSettings, readHatch, readProject } from './build-settings.ts';
import { limits } from './limits.ts';
import { countRun, type KeyedFile } from './module-values.ts';
import { readSetupCfg } from './setup-cfg.ts';

/**
 * Keys of files of a source distribution that run in its build, with any backend. If files are beside the only folder,
 * installers use the root as the project.
 */
const builds =
  /^(?:[^/]+\/)?(?:setup\.py|hatch_build\.py|pdm_build\.py|meson\.build|cmakelists\.txt|sconstruct)$/;
/** Keys of crates and their build scripts, at paths from the backend's settings: Cargo runs code of each. */
const crates = /(?:^|\/)(?:cargo\.toml|build\.rs)$/;
const setup = /^(?:[^/]+\/)?setup\.py$/;
const settings = /^(?:[^/]+\/)?(pyproject\.toml|setup\.cfg|hatch\.toml)$/;

/** Keys of files that the interpreter runs at every start (module `site`). */
const starts = /^(?:[^/]+\.pth|(?:site|user)customize(?:\.[^/]+|\/__init__\.[^/]+))$/;

/**
 * Number of files that run in the build of a source distribution, or at the interpreter's start after a wheel's
 * install.
 */
export async function countInstallScripts(file: OpenedFile, packageType: string): Promise<number> {
  const keyed = file.entries.map(({ path, size }) => ({ path, size, key: placeKey(path) }));
  if (packageType !== 'sdist') return keyed.filter(({ key }) => starts.test(installedAt(key))).length;
  const { hooks, values } = await readSettings(file, keyed);
  const run = await countRun(file, keyed, values);
  return keyed.filter(({ key }) => builds.test(key) || crates.test(key)).length + hooks + run;
}

/**
 * Reads the settings. Unread settings count as hooks: files in further folders, and large files, which a build reads.
 */
async function readSettings(file: OpenedFile, keyed: readonly KeyedFile[]): Promise<BuildSettings> {
  const all = keyed.filter(({ key }) => settings.test(key));
  const isScripted = keyed.some(({ key }) => setup.test(key));
  const opened = all.slice(0, limits.settings.count);
  const bodies = await file.readAll(new Set(opened.map(({ path }) => path)), limits.settings.bytes);
  const found = opened.flatMap(({ path, key }) => {
    const text = bodies.get(path)?.toString('utf8');
    return text === undefined ? [] : [read(key, text, isScripted)];
  });
  return {
    hooks: found.reduce((total, { hooks }) => total + hooks, all.length - found.length),
    values: found.flatMap(({ values }) => values),
  };
}

function read(key: string, text: string, isScripted: boolean): BuildSettings {
  if (key.endsWith('setup.cfg')) return readSetupCfg(text);
  return key.endsWith('hatch.toml') ? readHatch(text) : readProject(text, isScripted);
}

/** The installed path of a wheel's file below `site-packages`; the scheme `data` is relative to the prefix. */
function installedAt(path: string): string {
  const [folder = '', scheme = '', ...rest] = path.split('/');
  if (!folder.endsWith('.data') || folder === '.data') return path;
  if (scheme === 'purelib' || scheme === 'platlib') return rest.join('/');
  const packages = rest.findIndex((segment) => /^(?:site|dist)-packages$/.test(segment));
  return scheme === 'data' && packages !== -1 ? rest.slice(packages + 1).join('/') : path;
}
