import { expect, test } from 'vitest';
import { archiveOf } from '../../archive-of-files.ts';
import type { Declared } from '../../format.ts';
import { plainDependency, richDeclared, richFiles } from '../fixtures/manifests.ts';
import { inspect } from './inspect.ts';

function inspectRich(declared: Declared = richDeclared, files = richFiles) {
  return inspect(
    archiveOf(new Map(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)]))),
    declared,
  );
}

function redeclare(change: (metadata: typeof richDeclared.metadata) => void): Declared {
  const declared = structuredClone(richDeclared);
  change(declared.metadata);
  return declared;
}

test('dependencies keep alias, target, registry and kind, the normal one of a name first', async () => {
  const { publication } = await inspectRich();

  expect(publication.metadata['deps']).toMatchObject([
    {
      name: 'base',
      package: 'probe-base',
      req: '^1',
      optional: true,
      default_features: false,
      registry: null,
    },
    { name: 'cfg-if', registry: 'https://github.com/rust-lang/crates.io-index', package: null },
    { name: 'elsewhere', kind: 'build', registry: 'sparse+https://other.example/index/' },
    { name: 'probe-base', kind: 'normal', req: '>=1.0, <2', registry: null, package: null },
    { name: 'probe-base', kind: 'dev', req: '*' },
    { name: 'wild', package: 'probe-base', req: '1.*', target: 'cfg( any( unix, windows, ) )' },
  ]);
});

test('features that old clients cannot read are kept apart', async () => {
  const { publication } = await inspectRich();

  expect(publication.metadata).toMatchObject({
    features: { default: ['std'], std: [] },
    features2: { serde: ['dep:base'], weak: ['base?/std'] },
    links: 'probe',
    rust_version: '1.70',
    categories: ['development-tools'],
  });
});

test('a page gets its texts from the archive', async () => {
  const { publication } = await inspectRich();

  expect(publication).toMatchObject({
    name: 'probe-rich',
    version: '0.2.0-rc.1+build.5',
    description: 'Many dependencies',
    readme: '# Rich',
    license: 'MIT',
    repositoryUrl: 'https://example.org/probe',
    keywords: ['probe'],
    isPrerelease: true,
  });
  expect(publication.dependencies).toContainEqual({
    name: 'probe-base',
    requirement: '^1',
    kind: 'optional',
  });
});

test.each<[string, (metadata: typeof richDeclared.metadata) => void]>([
  ['deps.base.req', ({ deps }) => Object.assign(deps[0] ?? {}, { version_req: '^2' })],
  ['deps.base.package', ({ deps }) => Object.assign(deps[0] ?? {}, { name: 'evil' })],
  ['deps.base.optional', ({ deps }) => Object.assign(deps[0] ?? {}, { optional: false })],
  ['deps.base.default_features', ({ deps }) => Object.assign(deps[0] ?? {}, { default_features: true })],
  ['deps.base.features', ({ deps }) => Object.assign(deps[0] ?? {}, { features: [] })],
  ['deps.cfg-if.registry', ({ deps }) => Object.assign(deps[1] ?? {}, { registry: null })],
  ['deps.elsewhere.registry', ({ deps }) => Object.assign(deps[4] ?? {}, { registry: null })],
  ['deps.wild', ({ deps }) => deps.pop()],
  ['deps.wild', ({ deps }) => Object.assign(deps[5] ?? {}, { target: 'cfg(unix)' })],
  ['deps.extra', ({ deps }) => deps.push({ ...plainDependency, name: 'extra', version_req: '*' })],
  ['deps', ({ deps }) => deps.push(...richDeclared.metadata.deps.slice(1, 2))],
  ['features.std', ({ features }) => features.std.push('default' as never)],
  ['features.more', ({ features }) => Object.assign(features, { more: [] })],
  ['links', (metadata) => Object.assign(metadata, { links: null })],
  ['rust_version', (metadata) => Object.assign(metadata, { rust_version: '1.60' })],
])('a declaration that differs in %s is refused by that name', async (field, change) => {
  await expect(inspectRich(redeclare(change))).rejects.toMatchObject({
    code: 'manifest_mismatch',
    message: expect.stringMatching(new RegExp(`^${field.replaceAll('.', String.raw`\.`)} in the`)),
  });
});

test('clients that declare no rust version or links are not asked for them', async () => {
  const declared = redeclare((metadata) => {
    Reflect.deleteProperty(metadata, 'rust_version');
    Reflect.deleteProperty(metadata, 'links');
  });

  const { publication } = await inspectRich(declared);

  expect(publication.metadata).toMatchObject({ rust_version: '1.70', links: 'probe' });
});

const tomlOf = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => line(index)).join('\n');
const root = 'probe-crowded-1.0.0/';
const identity = '[package]\nname = "probe-crowded"\nversion = "1.0.0"\n';

test.each([
  ['dependencies', `[dependencies]\n${tomlOf(1_001, (index) => `d${index} = "1"`)}`],
  [
    'dependencies of several kinds',
    `[dependencies]\n${tomlOf(600, (index) => `d${index} = "1"`)}
     [dev-dependencies]\n${tomlOf(600, (index) => `d${index} = "1"`)}`,
  ],
  ['features', `[features]\n${tomlOf(2_001, (index) => `f${index} = []`)}`],
])('a crate with too many %s is refused', async (what, tables) => {
  const declared = { name: 'probe-crowded', version: '1.0.0', metadata: {} };

  await expect(inspectRich(declared, { [`${root}Cargo.toml`]: identity + tables })).rejects.toMatchObject({
    code: 'invalid_archive',
    message: expect.stringContaining(what.split(' ')[0] ?? what),
  });
});

test.each([
  ['names its script', 'build = "build.rs"', 'build.rs', 1],
  ['names another script', 'build = "tools/build.rs"', 'tools/build.rs', 1],
  ['says nothing and has build.rs', '', 'build.rs', 1],
  ['says nothing and has one in other letters', '', 'Build.RS', 1],
  ['says nothing and has another one', '', 'src/build.rs', 0],
  ['says that it has none', 'build = false', 'build.rs', 0],
])('a crate that %s', async (_what, line, path, installScripts) => {
  const root = Object.keys(richFiles)[0]?.split('/')[0] ?? '';
  const manifest = richFiles[`${root}/Cargo.toml`]?.replace('build = "build.rs"', line) ?? '';
  const files = { ...richFiles, [`${root}/Cargo.toml`]: manifest, [`${root}/${path}`]: 'fn main() {}' };

  const { standing } = await inspectRich(richDeclared, files);

  expect(standing).toEqual({ vouchers: [], installScripts });
});

test.each([
  ['proc-macro = true', 1],
  ['crate-type = ["proc-macro"]', 1],
  ['crate-type = ["cdylib"]', 0],
])('a library with %s runs in the compiler: %d', async (line, installScripts) => {
  const [path = ''] = Object.keys(richFiles).filter((each) => each.endsWith('/Cargo.toml'));
  const manifest = richFiles[path]?.replace('build = "build.rs"', 'build = false') ?? '';

  const { standing } = await inspectRich(richDeclared, {
    ...richFiles,
    [path]: `${manifest}\n[lib]\n${line}\n`,
  });

  expect(standing).toMatchObject({ installScripts });
});
