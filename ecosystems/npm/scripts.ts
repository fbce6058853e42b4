import type { ScanFinding } from '../../domain/findings.ts';
import type { Manifest } from './metadata.ts';

/** Run by an install without anybody asking for it. */
const installScripts = ['preinstall', 'install', 'postinstall'];

export function scriptsOf(manifest: Manifest): ReadonlyMap<string, string> {
  const { scripts } = manifest;
  if (typeof scripts !== 'object' || scripts === null) return new Map();
  const texts = Object.entries(scripts).filter((entry): entry is [string, string] => {
    return typeof entry[1] === 'string' && entry[1] !== '';
  });
  return new Map(texts);
}

/** Whether an install runs code of the package: clients decide by this whether to unpack it early. */
export function hasInstallScript(manifest: Manifest, files: { hasBindings: boolean }): boolean {
  const scripts = scriptsOf(manifest);
  if (installScripts.some((name) => scripts.has(name))) return true;
  return files.hasBindings && manifest['gypfile'] !== false;
}

/** What publishing clients add by themselves. */
const added: Readonly<Record<string, string>> = { install: 'node-gyp rebuild', start: 'node server.js' };

/**
 * The index shows what the publisher declared, an install runs what the archive holds: a difference hides
 * something from whoever reads the one and gets the other.
 */
export function scriptFindings(inside: Manifest, declared: Manifest, file: string): ScanFinding[] {
  const there = scriptsOf(inside);
  const shown = scriptsOf(declared);
  const names = [...new Set([...there.keys(), ...shown.keys()])].sort();
  const different = names.filter((name) => {
    if (!there.has(name) && shown.get(name) === added[name]) return false;
    return plain(there.get(name)) !== plain(shown.get(name));
  });
  if (different.length === 0) return [];
  const isHidden = different.some((name) => installScripts.includes(name) && there.has(name));
  return [
    {
      kind: 'policy_violation',
      severity: isHidden ? 'high' : 'medium',
      title: 'Scripts differ from those declared',
      description: `package.json inside the archive and the published manifest disagree about: ${different.slice(0, 20).join(', ').slice(0, 500)}`,
      file,
      line: null,
      scanner: 'npm-manifest/1',
    },
  ];
}

/** Clients drop the path of local programs, which is searched anyway. */
function plain(script: string | undefined): string | undefined {
  return script?.replaceAll(/(?:^|(?<=\s))(?:\.?[/\\])?node_modules[/\\]\.bin[/\\]/g, '').trim();
}
