import { limits } from './limits.ts';
import type { OpenedArchive } from '../../../domain/archive.ts';
import { placeKey } from '../../../domain/place-key.ts';
import type { Manifest } from './metadata.ts';

/** Scripts that an install runs automatically. */
const installScripts = ['preinstall', 'install', 'postinstall'];

/** Scripts that run during packing: they may change the manifest before or after a client reads it. */
const packScripts = ['prepublish', 'prepublishOnly', 'prepare', 'prepack', 'postpack'];

const build = 'node-gyp rebuild';

export function scriptsOf(manifest: Manifest): ReadonlyMap<string, string> {
  const { scripts } = manifest;
  if (typeof scripts !== 'object' || scripts === null) return new Map();
  const texts = Object.entries(scripts).filter((entry): entry is [string, string] => {
    return typeof entry[1] === 'string' && entry[1] !== '';
  });
  return new Map(texts);
}

/** The package's own scripts that an install runs. */
function installScriptsOf(manifest: Manifest): readonly string[] {
  const scripts = scriptsOf(manifest);
  return installScripts.filter((name) => scripts.has(name));
}

/** The number of scripts that an install runs, with the implicit one that builds native bindings. */
export function countInstallScripts(manifest: Manifest, paths: readonly string[]): number {
  const scripts = installScriptsOf(manifest).length;
  if (scripts > 0) return scripts;
  return manifest['gypfile'] !== false && paths.some((path) => placeKey(path) === 'binding.gyp') ? 1 : 0;
}

/** Maximum number of bundled packages that are opened: each may cost another pass through the tarball. */
const maxBundled = limits['bundled packages'].count;
const bundledManifest = /(?:^|\/)node_modules\/(?:@[^/]+\/)?[^/]+\/package\.json$/;

/**
 * Number of scripts of bundled packages that an install runs: installs treat bundled packages like fetched ones. A
 * bundled package that is unreadable or beyond `maxBundled` counts as one script.
 */
export async function countBundledScripts(archive: OpenedArchive, maxBytes: number): Promise<number> {
  const keyed = archive.entries.map(({ path, size }) => ({ path, size, key: placeKey(path) }));
  const keys = new Set(keyed.map(({ key }) => key));
  const found = keyed.filter(({ key }) => bundledManifest.test(key));
  let count = Math.max(0, found.length - maxBundled);
  for (const { path, size, key } of found.slice(0, maxBundled)) {
    const folder = key.slice(0, -'package.json'.length);
    const paths = keys.has(`${folder}binding.gyp`) ? ['binding.gyp'] : [];
    const manifest = size <= maxBytes ? manifestIn(await archive.read(path, maxBytes)) : undefined;
    count += manifest === undefined ? 1 : countInstallScripts(manifest, paths);
  }
  return count;
}

function manifestIn(bytes: Buffer): Manifest | undefined {
  try {
    const manifest: unknown = JSON.parse(bytes.toString('utf8').replace(/^\ufeff/, ''));
    return typeof manifest === 'object' && manifest !== null ? (manifest as Manifest) : undefined;
  } catch {
    return undefined;
  }
}

export function hasPackScript(manifest: Manifest): boolean {
  const scripts = scriptsOf(manifest);
  return packScripts.some((name) => scripts.has(name));
}

/** The scripts in the index, including the implicit one that builds native bindings. */
export function indexedScripts(
  manifest: Manifest,
  paths: readonly string[],
): { scripts?: Record<string, string>; gypfile?: unknown } {
  const scripts = new Map([...scriptsOf(manifest)].map(([name, script]) => [name, withoutBinPath(script)]));
  const isBuilt = manifest['gypfile'] !== false && paths.includes('binding.gyp');
  const addsBuild = isBuilt && !scripts.has('install') && !scripts.has('preinstall');
  if (addsBuild) scripts.set('install', build);
  return {
    ...(scripts.size === 0 ? {} : { scripts: Object.fromEntries(scripts) }),
    ...(addsBuild ? { gypfile: true } : {}),
  };
}

/** The script that differs between two manifests; undefined if they agree. Clients add some scripts automatically. */
export function differingScript(
  inside: Manifest,
  declared: Manifest,
  paths: readonly string[],
): string | undefined {
  const there = scriptsOf(inside);
  const said = scriptsOf(declared);
  return [...new Set([...there.keys(), ...said.keys()])].find((name) => {
    if (!there.has(name) && said.get(name) === addedScript(name, paths)) return false;
    return plain(there.get(name)) !== plain(said.get(name));
  });
}

function addedScript(name: string, paths: readonly string[]): string | undefined {
  const isAtRoot = (ending: string) => paths.some((path) => !path.includes('/') && path.endsWith(ending));
  if (name === 'install' && isAtRoot('.gyp')) return build;
  return name === 'start' && paths.includes('server.js') ? 'node server.js' : undefined;
}

function plain(script: string | undefined): string | undefined {
  return script === undefined ? undefined : withoutBinPath(script).trim();
}

/** Clients remove the folder of local programs, because it is in the search path. */
function withoutBinPath(script: string): string {
  return script.replace(/^(?:\.[/\\])?node_modules[/\\]\.bin[/\\]/, '');
}
