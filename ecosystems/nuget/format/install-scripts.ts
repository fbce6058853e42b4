import type { OpenedArchive } from '../../../domain/archive.ts';
import { unescaped } from './embedded.ts';

/** The console of package managers runs them, for the whole package or for one framework. */
const script = /^tools\/(?:[^/]+\/)?(?:init|install)\.ps1$/i;

/** Files that run in builds of projects that need the package. */
const buildFile = /^build(?:transitive|multitargeting|crosstargeting)?\/.+\.(?:targets|props)$/i;

/** The compiler loads analyzers and generators; builds by an SDK read its two files before everything else. */
const loaded = /^(?:analyzers\/.+\.dll|sdk\/sdk\.(?:targets|props))$/i;

/** The scripts that run on an install of the package, or in builds of projects that need it. */
export function countInstallScripts({ entries }: Pick<OpenedArchive, 'entries'>): number {
  const paths = entries.map(({ path }) => unescaped(path).replaceAll('\\', '/'));
  return paths.filter((path) => script.test(path) || buildFile.test(path) || loaded.test(path)).length;
}
