import { expect, test } from 'vitest';
import { parseHosted } from './hosted-repository.ts';
import type { Manifest } from './metadata.ts';
import { normaliseManifest } from './normalise.ts';

const name = '@acme/probe';

function normalised(inside: Manifest, paths: string[] = []): Manifest {
  return normaliseManifest(inside, { name, paths });
}

test.each<[string, Manifest, Manifest, string[]?]>([
  ['a command as a text', { bin: './cli.js' }, { bin: { probe: 'cli.js' } }],
  ['commands as a list', { bin: ['./a.js'] }, { bin: { 'a.js': 'a.js' } }],
  [
    'commands outside the package',
    { bin: { '../../x': '../../y.js', 'C:\\z': 'a\\..\\b.js', no: 5, none: '/' } },
    { bin: { x: 'y.js', z: 'b.js' } },
  ],
  [
    'a folder of commands',
    { directories: { bin: './tools/' } },
    { directories: { bin: './tools/' }, bin: { one: 'tools/one', 'two.js': 'tools/deep/two.js' } },
    ['tools/one', 'tools/deep/two.js', 'tools/.hidden', 'other/three', 'toolsmith'],
  ],
  ['an empty map of commands', { bin: {} }, {}],
  ['dependencies as a list', { dependencies: ['@a/b@^1', 'c'] }, { dependencies: { '@a/b': '^1', c: '' } }],
  ['dependencies without a range', { dependencies: { a: '1', b: 2 } }, { dependencies: { a: '1' } }],
  [
    'the other name of bundled ones',
    { bundledDependencies: ['a'] },
    { bundleDependencies: ['a'], dependencies: { a: '*' } },
  ],
  [
    'all of them bundled',
    { dependencies: { a: '1' }, bundleDependencies: true },
    { dependencies: { a: '1' }, bundleDependencies: ['a'] },
  ],
  ['none of them bundled', { bundleDependencies: false }, {}],
  ['scripts', { scripts: { test: 'node_modules/.bin/tap', no: 1, empty: '' } }, { scripts: { test: 'tap' } }],
  ['native bindings', {}, { scripts: { install: 'node-gyp rebuild' }, gypfile: true }, ['binding.gyp']],
  ['native bindings that are built otherwise', { gypfile: false }, { gypfile: false }, ['binding.gyp']],
  [
    'native bindings with a script of their own',
    { scripts: { preinstall: 'x' } },
    { scripts: { preinstall: 'x' } },
    ['binding.gyp'],
  ],
  ['types beside the entry point', { main: 'a/b.js' }, { main: 'a/b.js', types: './a/b.d.ts' }, ['a/b.d.ts']],
  ['types of its own', { typings: './x.d.ts' }, { typings: './x.d.ts' }, ['index.d.ts']],
  [
    'bundled dependencies that are nowhere else',
    { bundleDependencies: ['a', 'b'], dependencies: { b: '1' } },
    { bundleDependencies: ['a', 'b'], dependencies: { b: '1', a: '*' } },
  ],
  [
    'people',
    { author: 'Al <al@example.com> (https://al.example)', contributors: ['Bo', { name: 'Cy' }] },
    {
      author: { name: 'Al', email: 'al@example.com', url: 'https://al.example' },
      contributors: [{ name: 'Bo' }, { name: 'Cy' }],
    },
  ],
  [
    'a repository in short',
    { repository: 'acme/probe' },
    { repository: { type: 'git', url: 'git+https://github.com/acme/probe.git' } },
  ],
  [
    'a repository with its folder',
    { repository: { type: 'git', url: 'git@gitlab.com:acme/probe.git', directory: 'a' } },
    { repository: { type: 'git', url: 'git+ssh://git@gitlab.com/acme/probe.git', directory: 'a' } },
  ],
  ['an address for bugs', { bugs: 'https://bugs.example' }, { bugs: { url: 'https://bugs.example' } }],
  ['a mailbox for bugs', { bugs: 'bugs@example.com' }, { bugs: { email: 'bugs@example.com' } }],
  ['a page without its scheme', { homepage: 'probe.example' }, { homepage: 'http://probe.example' }],
  ['words', { keywords: 'a, b c' }, { keywords: ['a', 'b', 'c'] }],
  ['pages of a manual', { man: './man/x.1' }, { man: ['man/x.1'] }],
  ['old engines', { engines: ['node >= 4'] }, { engines: { node: '>= 4' } }],
  ['what is a client’s own', { _from: 'x', _custom: 1, custom: null }, {}],
  [
    'what has one form',
    { exports: { '.': './a.js' }, files: ['a'] },
    { exports: { '.': './a.js' }, files: ['a'] },
  ],
])('%s', (_title, inside, expected, paths) => {
  expect(normalised(inside, paths)).toEqual(expected);
});

test.each([
  ['acme/x', 'github.com/acme/x#'],
  ['github:acme/x#semver:^1', 'github.com/acme/x#semver:^1'],
  ['gitlab:a/b', 'gitlab.com/a/b#'],
  ['git+https://github.com/acme/x.git', 'github.com/acme/x#'],
  ['https://www.github.com/Acme/X/', 'github.com/acme/x#'],
  ['git://github.com/acme/x.git#abc', 'github.com/acme/x#abc'],
  ['git@github.com:acme/x.git', 'github.com/acme/x#'],
  ['git+ssh://git@github.com:acme/x.git#v1', 'github.com/acme/x#v1'],
  ['https://github.com/acme/x/tree/v1', 'github.com/acme/x#v1'],
])('%s is the repository %s', (raw, key) => {
  expect(parseHosted(raw)?.key).toBe(key);
});

test.each([
  '^1.0.0',
  'file:../x',
  '../x',
  './a/b',
  '~/x',
  '@acme/x',
  'npm:left-pad@1',
  'workspace:^',
  'https://example.com/acme/x',
  'https://github.com/acme/x/archive/v1.tar.gz',
  'latest',
  '',
])('%j is no repository of a known host', (raw) => {
  expect(parseHosted(raw)).toBeUndefined();
});
