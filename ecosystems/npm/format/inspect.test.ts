import { describe, expect, test } from 'vitest';
import { archiveOf } from '../../archive-of-files.ts';
import { inspect } from './inspect.ts';
import type { Manifest } from './metadata.ts';

const name = '@acme/probe';
const version = '1.0.0';

async function inspected(options: {
  inside?: Manifest;
  declared?: Manifest;
  files?: Record<string, string>;
  root?: string;
}) {
  const { inside = {}, declared = inside, files = {}, root = 'package' } = options;
  const all = { 'package.json': JSON.stringify({ name, version, ...inside }), ...files };
  const archive = archiveOf(
    new Map(
      Object.entries(all).map(([path, body]) => [
        path.startsWith('../') ? path.slice('../'.length) : `${root}/${path}`,
        Buffer.from(body),
      ]),
    ),
  );
  const metadata = { manifest: { name, version, ...declared }, publisher: 'alice' };
  const inspection = await inspect(archive, { name, version, metadata });
  const { manifest } = inspection.publication.metadata as { manifest: Manifest };
  return { ...inspection, manifest };
}

describe('a tarball', () => {
  test('may call its top folder anything', async () => {
    const { publication } = await inspected({ root: 'probe-main', files: { 'readme.MD': '# Hello' } });

    expect(publication).toMatchObject({ name, version, readme: '# Hello', metadata: { fileCount: 2 } });
  });

  test('may have a dot for its top folder', async () => {
    const { publication } = await inspected({ root: '.', files: { 'README.md': '# Hello' } });

    expect(publication).toMatchObject({ name, readme: '# Hello' });
  });

  test('has each file in one top folder only: clients drop its name', async () => {
    const apart = await inspected({ files: { '../other/index.js': '', '../index.js': '', 'a.js': '' } });
    const over = inspected({ files: { 'index.js': '', '../other/INDEX.js': '' } });

    expect(apart.publication).toMatchObject({ name });
    await expect(over).rejects.toMatchObject({
      code: 'invalid_archive',
      detail: 'two top folders have the file index.js',
    });
  });

  test('with a byte order mark is read', async () => {
    const text = `\uFEFF${JSON.stringify({ name, version })}`;

    expect(await inspected({ files: { 'package.json': text } })).toMatchObject({ publication: { name } });
  });

  test.each<[Manifest, object]>([
    [{ license: { type: 'MIT' } }, { license: 'MIT' }],
    [{ keywords: 'a, b c' }, { keywords: ['a', 'b', 'c'] }],
    [{ repository: 'acme/probe' }, { repositoryUrl: 'https://github.com/acme/probe' }],
    [{ repository: 'gitlab:acme/probe' }, { repositoryUrl: 'https://gitlab.com/acme/probe' }],
    [
      { repository: { type: 'git', url: 'git+ssh://git@host.test/acme/probe.git' } },
      { repositoryUrl: 'https://host.test/acme/probe' },
    ],
    [
      { repository: { url: 'javascript:alert(1)' }, homepage: 'javascript:alert(1)' },
      { repositoryUrl: null, homepage: null },
    ],
    [
      { dependencies: { a: '1', b: '2' }, optionalDependencies: { b: '2' }, peerDependencies: { c: '*' } },
      {
        dependencies: [
          { name: 'a', requirement: '1', kind: 'runtime' },
          { name: 'b', requirement: '2', kind: 'optional' },
          { name: 'c', requirement: '*', kind: 'peer' },
        ],
      },
    ],
  ])('with %j is described as %j', async (inside, expected) => {
    expect((await inspected({ inside })).publication).toMatchObject(expected);
  });

  test('keeps out of the index what only the registry may say', async () => {
    const declared = {
      deprecated: 'never',
      dist: { tarball: 'http://elsewhere.test' },
      _npmUser: { name: 'mallory' },
      maintainers: [{ name: 'mallory' }],
      readme: 'long',
      hasInstallScript: true,
      bin: 'cli.js',
      bundledDependencies: ['a'],
    };

    const { manifest } = await inspected({ inside: declared, declared });

    expect(manifest).toEqual({
      name,
      version,
      bin: { probe: 'cli.js' },
      bundleDependencies: ['a'],
      dependencies: { a: '*' },
      _hasShrinkwrap: false,
    });
  });

  test.each<[string, Parameters<typeof inspected>[0], boolean]>([
    ['with a script', { inside: { scripts: { preinstall: 'x' } } }, true],
    ['with native bindings', { files: { 'binding.gyp': '{}' } }, true],
    [
      'with native bindings that it builds otherwise',
      { inside: { gypfile: false }, files: { 'binding.gyp': '' } },
      false,
    ],
    ['with scripts for its authors', { inside: { scripts: { test: 'x', prepare: 'x' } } }, false],
  ])('%s: does an install run its code?', async (_title, options, runs) => {
    expect((await inspected(options)).manifest['hasInstallScript'] ?? false).toBe(runs);
  });

  test('says that it brings its own lock file', async () => {
    const { manifest } = await inspected({ files: { 'npm-shrinkwrap.json': '{}' } });

    expect(manifest['_hasShrinkwrap']).toBe(true);
  });

  test('brings its attestations as a file', async () => {
    const attestations = [{ predicateType: 'https://slsa.dev/provenance/v1', bundle: { a: 1 } }];
    const archive = archiveOf(new Map([['p/package.json', Buffer.from(JSON.stringify({ name, version }))]]));
    const metadata = { manifest: {}, publisher: 'alice', attestations };

    const { extracts, publication } = await inspect(archive, { name, version, metadata });

    expect(extracts.map(({ filename, body }) => [filename, JSON.parse(body.toString())])).toEqual([
      ['attestations.json', { attestations }],
    ]);
    expect(publication.metadata).toMatchObject({ provenance: 'https://slsa.dev/provenance/v1' });
  });
});

describe('the index', () => {
  test('has what the archive says, and from the request what no archive knows', async () => {
    const inside = {
      bin: './cli.js',
      author: 'Al <al@example.com>',
      license: 'MIT',
      gitHead: 'of another commit',
      _hidden: 1,
    };
    const declared = {
      bin: { probe: 'cli.js' },
      author: { name: 'Mallory' },
      license: 'GPL-3.0',
      description: 'from the README',
      homepage: 'https://probe.example',
      gitHead: 'abc',
      _nodeVersion: '24.0.0',
      funding: 'https://mallory.example',
    };

    const { manifest, publication } = await inspected({ inside, declared });

    expect(manifest).toEqual({
      name,
      version,
      bin: { probe: 'cli.js' },
      author: { name: 'Al', email: 'al@example.com' },
      license: 'MIT',
      description: 'from the README',
      homepage: 'https://probe.example',
      gitHead: 'abc',
      _nodeVersion: '24.0.0',
      _hasShrinkwrap: false,
    });
    expect(publication).toMatchObject({ license: 'MIT', description: 'from the README' });
  });

  test('has the dependencies of the archive where a request may say others', async () => {
    const scripts = { postpack: 'restore' };
    const inside = { scripts, dependencies: { a: '1' } };

    const { manifest, publication, findings } = await inspected({ inside, declared: { scripts } });

    expect(manifest['dependencies']).toEqual({ a: '1' });
    expect(publication.dependencies).toEqual([{ name: 'a', requirement: '1', kind: 'runtime' }]);
    expect(findings).toHaveLength(1);
  });

  test.each<[string, Manifest]>([
    ['nested too deeply', JSON.parse(`{"exports":${'['.repeat(200)}${']'.repeat(200)}}`) as Manifest],
    ['characters that no text can hold', { description: 'a\0b' }],
    ['characters that no text can hold', { keywords: ['\ud800'] }],
  ])('is not made from a manifest with %s', async (reason, inside) => {
    await expect(inspected({ inside, declared: {} })).rejects.toThrow(reason);
  });

  test('knows bindings in whichever folder they are unpacked from', async () => {
    const all = { 'package/package.json': JSON.stringify({ name, version }), 'other/binding.gyp': '{}' };
    const archive = archiveOf(new Map(Object.entries(all).map(([path, body]) => [path, Buffer.from(body)])));

    const { publication } = await inspect(archive, {
      name,
      version,
      metadata: { manifest: {}, publisher: 'alice' },
    });

    expect(publication.metadata).toMatchObject({ manifest: { hasInstallScript: true } });
  });
});

test.each([
  [{ license: 'MIT', licenses: ['GPL-3.0'] }, ['GPL-3.0']],
  [{ license: 'MIT', licenses: [{ type: 'GPL-3.0', url: 'https://example.com' }] }, ['GPL-3.0']],
  [{ licenses: { name: 'ISC' } }, ['ISC']],
  [{ license: ['MIT', 'ISC'] }, ['MIT', 'ISC']],
  [{ license: 'MIT', licenses: 'MIT' }, undefined],
  [{ license: 'MIT' }, undefined],
])('licenses in older forms are declared as well: %j', async (inside, licenses) => {
  expect((await inspected({ inside })).standing.licenses).toEqual(licenses);
});
