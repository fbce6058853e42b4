import { payloads } from './payloads.ts';
import { tarEntry, tgz } from './tar-bytes.ts';
import { tgzAttacks } from './tgz-attacks.ts';
import { zipAttacks } from './zip-attacks.ts';
import { zip } from './zip-bytes.ts';

export interface HostileArchive {
  kind: string;
  format: 'tgz' | 'zip';
  /** Identity in the manifest inside, which a publish has to declare. */
  name: string;
  version: string;
  body: Buffer;
  /** A refused archive never becomes a release; a held one becomes a release that must stay invisible. */
  expect: 'refused' | 'held';
}

const version = '1.0.0';

/**
 * All hostile archives, each with one fault. `nameOf` returns the package name, e.g. one per kind where held packages
 * must not collide. Bodies are built on first use: some are large.
 */
export function hostileArchives(nameOf: (kind: string) => string = () => 'hostile'): HostileArchive[] {
  return [...refusedTgz(nameOf), ...refusedZip(nameOf), ...held(nameOf)];
}

/** The manifest of a valid crate. */
export function crateManifest(name: string): string {
  return [
    '[package]',
    `name = "${name}"`,
    `version = "${version}"`,
    'edition = "2021"',
    'description = "A crate"',
    'license = "MIT"',
    '',
  ].join('\n');
}

/** The manifest of a valid NuGet package. */
export function nuspec(id: string): string {
  return `<?xml version="1.0" encoding="utf-8"?>
<package xmlns="http://schemas.microsoft.com/packaging/2013/05/nuspec.xsd">
  <metadata>
    <id>${id}</id>
    <version>${version}</version>
    <authors>Author</authors>
    <description>A package</description>
  </metadata>
</package>
`;
}

function refusedTgz(nameOf: (kind: string) => string): HostileArchive[] {
  const kinds = Object.keys(tgzAttacks('', ''));
  return kinds.map((kind) => {
    const name = nameOf(kind);
    const build = tgzAttacks(`${name}-${version}`, crateManifest(name))[kind];
    return lazy({ kind, format: 'tgz', name, version, expect: 'refused' }, build);
  });
}

function refusedZip(nameOf: (kind: string) => string): HostileArchive[] {
  const kinds = Object.keys(zipAttacks('', ''));
  return kinds.map((kind) => {
    const name = nameOf(kind);
    return lazy(
      { kind, format: 'zip', name, version, expect: 'refused' },
      zipAttacks(name, nuspec(name))[kind],
    );
  });
}

function held(nameOf: (kind: string) => string): HostileArchive[] {
  return payloads().flatMap(({ kind, file, body }) => {
    const name = nameOf(kind);
    const root = `${name}-${version}`;
    const buildTgz = () =>
      tgz(
        tarEntry({ name: `${root}/Cargo.toml`, body: crateManifest(name) }),
        tarEntry({ name: `${root}/${file}`, body }),
      );
    const buildZip = () =>
      zip([
        { name: `${name}.nuspec`, body: nuspec(name) },
        { name: file, body, method: 0 },
      ]);
    return [
      lazy({ kind, format: 'tgz', name, version, expect: 'held' }, buildTgz),
      lazy({ kind, format: 'zip', name, version, expect: 'held' }, buildZip),
    ];
  });
}

function lazy(facts: Omit<HostileArchive, 'body'>, build: (() => Buffer) | undefined): HostileArchive {
  let built: Buffer | undefined;
  return {
    ...facts,
    get body() {
      built ??= build?.();
      if (built === undefined) throw new Error(`no builder for ${facts.kind}`);
      return built;
    },
  };
}
