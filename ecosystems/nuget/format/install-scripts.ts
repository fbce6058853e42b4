import type { OpenedArchive } from '../../../domain/archive.ts';
import { placeKey } from '../../../domain/place-key.ts';

/** The console of package managers runs them, for the whole package or for one framework. */
const script = /^tools\/(?:[^/]+\/)?(?:init|install)\.ps1$/;

/** Files that run in builds of projects that need the package. */
const buildFile = /^build(?:transitive|multitargeting|crosstargeting)?\/.+\.(?:targets|props)$/;

/** The compiler loads analyzers and generators; builds by an SDK read its two files before everything else. */
const loaded = /^(?:analyzers\/.+\.dll|sdk\/sdk\.(?:targets|props))$/;

/** The scripts that run on an install of the package, or in builds of projects that need it. */
export function countInstallScripts({ entries }: Pick<OpenedArchive, 'entries'>): number {
  const keys = entries.map(({ path }) => placeKey(path).replaceAll('\\', '/'));
  return keys.filter((key) => [script, buildFile, loaded].some((rule) => rule.test(key))).length;
}
