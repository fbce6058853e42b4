import { canonicalId } from './name.ts';
import { canonicalVersion } from './version.ts';

/** `registration` has every version; `registration-semver1` omits versions that older clients cannot read. */
export type Hive = 'registration' | 'registration-semver1';

export const hives: readonly Hive[] = ['registration', 'registration-semver1'];

/** Paths below a mount. Keys are canonical and therefore need no escaping. */
export const paths = {
  versions: (idKey: string) => `v3-flatcontainer/${idKey}/index.json`,
  file: (idKey: string, versionKey: string, filename: string) =>
    `v3-flatcontainer/${idKey}/${versionKey}/${filename}`,
  nupkg: (idKey: string, versionKey: string) => paths.file(idKey, versionKey, nupkgName(idKey, versionKey)),
  vulnerabilities: (page: string) => `v3/vulnerabilities/${page}.json`,
  registration: (hive: Hive, idKey: string) => `v3/${hive}/${idKey}/index.json`,
  leaf: (hive: Hive, idKey: string, versionKey: string) => `v3/${hive}/${idKey}/${versionKey}.json`,
};

export function nupkgName(idKey: string, versionKey: string): string {
  return `${idKey}.${versionKey}.nupkg`;
}

/** Filename of the symbols of a version in any spelling. */
export function symbolsOf(id: string, version: string): string {
  return snupkgName(canonicalId(id), canonicalVersion(version));
}

/** Filename of the symbols beside their package. */
export function snupkgName(idKey: string, versionKey: string): string {
  return `${idKey}.${versionKey}.snupkg`;
}
