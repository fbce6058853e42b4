import { buildNupkg, buildNuspec } from '../../ecosystems/nuget/fixtures/nupkg.ts';
import { crateFile } from '../../ecosystems/cargo/fixtures/archives.ts';

/** A well-formed archive with a hostile or meaningless manifest. */
export interface HostileManifest {
  kind: string;
  ecosystem: string;
  build(name: string, version: string): Promise<Buffer> | Buffer;
}

const depth = 50_000;
const laughs = Array.from({ length: 12 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join('');

const toml: Record<string, (name: string, version: string) => Promise<Buffer>> = {
  'a zero byte in a text': crate(() => 'description = "a\\u0000b"\n'),
  'a zero byte in a list': crate(() => 'keywords = ["a\\u0000b"]\n'),
  'half of a character': crate(() => 'description = "\\ud800"\n'),
  'invalid UTF-8': async (name, version) =>
    crateFile(name, version, '', { 'Cargo.toml': Buffer.from([0x5b, 0xff, 0xfe]).toString('latin1') }),
  'deep arrays': crate(() => `x = ${'['.repeat(depth)}${']'.repeat(depth)}\n`),
  'many megabytes': crate(() => `description = "${'a'.repeat(8 * 1024 * 1024)}"\n`),
  'no TOML at all': crate(() => '\u0007\n<<<<<<\n'),
  'another name': async (_name, version) => crateFile('another-crate', version, '', {}),
  'another version': async (name) => crateFile(name, '9.9.9', '', {}),
};

const xml: Record<string, (id: string, version: string) => Buffer> = {
  'an entity that multiplies': nuget(() => `<!DOCTYPE package [<!ENTITY l0 "ha">${laughs}]>`, '&l12;'),
  'an entity that reads a file': nuget(
    () => '<!DOCTYPE package [<!ENTITY x SYSTEM "file:///etc/passwd">]>',
    '&x;',
  ),
  'an entity of the network': nuget(() => '<!DOCTYPE package SYSTEM "http://127.0.0.1:1/x.dtd">', ''),
  'deep elements': nuget(() => '', `${'<a>'.repeat(depth)}${'</a>'.repeat(depth)}`),
  'many megabytes': nuget(() => '', 'a'.repeat(8 * 1024 * 1024)),
  'no XML at all': (id, version) => buildNupkg({ id, version, nuspec: '<<<<\u0007' }),
  'no id': (id, version) => buildNupkg({ id, version, nuspec: buildNuspec({ id: '', version }) }),
  'an id with a path': (id, version) =>
    buildNupkg({ id, version, nuspec: buildNuspec({ id: '../../x', version }) }),
  'two manifests in one': (id, version) =>
    buildNupkg({
      id,
      version,
      nuspec: buildNuspec({ id, version }).replace('<metadata>', '<metadata></metadata><metadata>'),
    }),
  'two ids': (id, version) => buildNupkg({ id, version, nuspec: { metadata: '<id>another.id</id>' } }),
};

/** Unusual but harmless manifests: the registry accepts them. */
export const oddManifests: readonly HostileManifest[] = [
  { kind: 'deep tables', ecosystem: 'cargo', build: crate(() => `\n[a${'.a'.repeat(depth)}]\n`) },
  { kind: 'a zero byte', ecosystem: 'nuget', build: nuget(() => '', 'a&#0;b') },
  { kind: 'half of a character', ecosystem: 'nuget', build: nuget(() => '', 'a&#xD800;b') },
  { kind: 'a readme with zero bytes', ecosystem: 'cargo', build: withReadme },
];

function withReadme(name: string, version: string): Promise<Buffer> {
  return crateFile(name, version, 'readme = "README.md"\n', { 'README.md': '# title\n\0\0binary\0' });
}

export const hostileManifests: readonly HostileManifest[] = [
  ...Object.entries(toml).map(([kind, build]) => ({ kind, ecosystem: 'cargo' as const, build })),
  ...Object.entries(xml).map(([kind, build]) => ({ kind, ecosystem: 'nuget' as const, build })),
];

function crate(manifest: () => string) {
  return (name: string, version: string) => crateFile(name, version, manifest(), { 'src/lib.rs': '' });
}

/** `text` is in the description. */
function nuget(prologue: () => string, text: string) {
  return (id: string, version: string) => {
    const nuspec = buildNuspec({ id, version, metadata: `<description>${text}</description>` });
    return buildNupkg({ id, version, nuspec: nuspec.replace('?>', `?>${prologue()}`) });
  };
}
