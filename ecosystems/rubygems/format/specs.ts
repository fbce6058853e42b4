import { marshal, type MarshalValue } from './marshal.ts';
import { versionValue } from './quick-specification.ts';
import { compareVersions, isStable, splitVersion } from './version.ts';

export type SpecsKind = 'specs' | 'latest_specs' | 'prerelease_specs';

interface Line {
  name: string;
  version: string;
}

/** The whole index for older clients, from lines of name and version. */
export function marshalSpecs(kind: SpecsKind, lines: string): Buffer {
  const all = lines.split('\n').flatMap((line): Line[] => {
    const [name = '', version] = line.split(' ');
    return version === undefined ? [] : [{ name, version }];
  });
  const stable = all.filter(({ version }) => isStable(version));
  const prerelease = all.filter(({ version }) => !isStable(version));
  const wanted = kind === 'prerelease_specs' ? prerelease : kind === 'specs' ? stable : newestOf(stable);
  return marshal(
    wanted.map(({ name, version }): MarshalValue => {
      const { number, platform } = splitVersion(version);
      return [name, versionValue(number), platform];
    }),
  );
}

/** The newest version of each gem for each platform. */
function newestOf(lines: readonly Line[]): Line[] {
  const newest = new Map<string, Line>();
  for (const line of lines) {
    const key = `${line.name} ${splitVersion(line.version).platform}`;
    const known = newest.get(key);
    if (!known || compareVersions(line.version, known.version) > 0) newest.set(key, line);
  }
  return [...newest.values()];
}
