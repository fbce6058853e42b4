import type { OpenedArchive } from '../../../domain/archive.ts';
import { placeKey } from '../../../domain/place-key.ts';

/** Scripts that the package manager console runs, for the whole package or for one framework. */
const script = /^tools\/(?:[^/]+\/)?(?:init|install)\.ps1$/;

/** Files that run in builds of projects that need the package. */
const buildFile = /^build(?:transitive|multitargeting|crosstargeting)?\/.+\.(?:targets|props)$/;

/** Analyzers and generators, which the compiler loads; the two files of an SDK, which its builds read first. */
const loaded = /^(?:analyzers\/.+\.dll|sdk\/sdk\.(?:targets|props))$/;

/** Number of scripts that run on an install of the package or in builds of dependent projects. */
export function countInstallScripts({ entries }: Pick<OpenedArchive, 'entries'>): number {
  const keys = entries.map(({ path }) => placeKey(path).replaceAll('\\', '/'));
  return keys.filter((key) => [script, buildFile, loaded].some((rule) => rule.test(key))).length;
}
