import { describe, expect, test } from 'vitest';
import { archiveOf } from '../archive-of-files.ts';
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
    new Map(Object.entries(all).map(([path, body]) => [`${root}/${path}`, Buffer.from(body)])),
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

    const { manifest } = await inspected({ inside: {}, declared });

    expect(manifest).toEqual({
      name,
      version,
      bin: { probe: 'cli.js' },
      bundleDependencies: ['a'],
      _hasShrinkwrap: false,
    });
  });

  test.each<[string, Parameters<typeof inspected>[0], boolean]>([
    ['with a script', { inside: { scripts: { preinstall: 'x' } } }, true],
    [
      'with a script that only its archive has',
      { inside: { scripts: { install: 'x' } }, declared: {} },
      true,
    ],
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

describe('scripts inside and declared', () => {
  test.each<[string, Manifest, Manifest, string | undefined]>([
    ['the same', { test: 'a' }, { test: 'a' }, undefined],
    ['a path that clients drop', { test: 'node_modules/.bin/tap' }, { test: 'tap' }, undefined],
    ['what clients add for bindings', {}, { install: 'node-gyp rebuild' }, undefined],
    ['what clients add for servers', {}, { start: 'node server.js' }, undefined],
    ['empty ones that clients drop', { test: '' }, {}, undefined],
    ['another test', { test: 'a' }, { test: 'b' }, 'medium'],
    ['a hidden install', { postinstall: 'evil' }, {}, 'high'],
    ['another install', { postinstall: 'evil' }, { postinstall: 'good' }, 'high'],
    ['an install that is only declared', {}, { postinstall: 'x' }, 'medium'],
  ])('%s: %j and %j', async (_title, inside, declared, severity) => {
    const { findings } = await inspected({ inside: { scripts: inside }, declared: { scripts: declared } });

    expect(findings?.map((finding) => [finding.kind, finding.severity])).toEqual(
      severity === undefined ? [] : [['policy_violation', severity]],
    );
  });
});
