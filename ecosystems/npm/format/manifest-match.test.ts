import { describe, expect, test } from 'vitest';
import { agree } from './manifest-match.ts';
import type { Manifest } from './metadata.ts';

const name = '@acme/probe';
const paths = `package.json binding.gyp server.js tools/one tools/deep/two.js tools/.hidden
  index.d.ts lib.d.ts lib/main.d.ts`.split(/\s+/);

function findings(inside: Manifest, declared: Manifest, files = paths) {
  return agree(inside, declared, { name, paths: files }, 'package/package.json');
}

describe('what clients make of the same manifest is no difference', () => {
  test.each<[string, Manifest, Manifest]>([
    ['a command as a text', { bin: './cli.js' }, { bin: { probe: 'cli.js' } }],
    ['a command under the whole name', { bin: 'cli.js' }, { bin: { '@acme/probe': 'cli.js' } }],
    ['commands as a list', { bin: ['./a.js', 'b.js'] }, { bin: { 'a.js': 'a.js', 'b.js': 'b.js' } }],
    [
      'broken commands that some clients drop and others repair',
      { bin: { a: './a.js', c: '/b/c.js', '../d': 'a.js', e: '' } },
      { bin: { a: 'a.js', e: '.' } },
    ],
    [
      'the same, repaired',
      { bin: { a: './a.js', c: '/b/c.js', '../d': 'a.js', e: '' } },
      { bin: { a: 'a.js', c: 'b/c.js', d: 'a.js' } },
    ],
    [
      'a folder of commands',
      { directories: { bin: './tools' } },
      {
        bin: {
          one: 'tools/one',
          deep: 'tools/deep',
          'two.js': 'tools/deep/two.js',
          '.hidden': 'tools/.hidden',
        },
      },
    ],
    ['a folder of commands that is not in the archive', { directories: { bin: 'tools' } }, {}],
    ['no commands', { bin: {} }, {}],
    [
      'dependencies as a list',
      { dependencies: ['a@^1', '@b/c@2', 'd'] },
      { dependencies: { a: '^1', '@b/c': '2', d: '' } },
    ],
    ['dependencies as a text', { devDependencies: 'a@1 b' }, { devDependencies: { a: '1', b: '' } }],
    [
      'optional dependencies among the others',
      { dependencies: { a: '1' }, optionalDependencies: { a: '2', b: '3' } },
      { dependencies: { a: '2', b: '3' }, optionalDependencies: { a: '2', b: '3' } },
    ],
    [
      'dependencies that are in two lists',
      {
        dependencies: { a: '1' },
        optionalDependencies: { b: '1' },
        devDependencies: { a: '1', b: '1', c: '1' },
      },
      { dependencies: { a: '1' }, optionalDependencies: { b: '1' }, devDependencies: { c: '1' } },
    ],
    [
      'repositories in other words',
      { dependencies: { a: 'acme/a', b: 'git@github.com:acme/b.git', c: 'https://github.com/acme/c#v1' } },
      {
        dependencies: {
          a: 'github:acme/a',
          b: 'git+ssh://git@github.com/acme/b.git',
          c: 'git+https://github.com/acme/c.git#v1',
        },
      },
    ],
    ['bundled dependencies by the other name', { bundledDependencies: ['a'] }, { bundleDependencies: ['a'] }],
    [
      'all dependencies bundled',
      { dependencies: { a: '1' }, bundleDependencies: true },
      { dependencies: { a: '1' }, bundleDependencies: ['a'] },
    ],
    ['nothing bundled', { bundleDependencies: false }, { bundleDependencies: [] }],
    [
      'the path of local programs',
      { scripts: { test: './node_modules/.bin/tap' } },
      { scripts: { test: 'tap' } },
    ],
    ['scripts that are none', { scripts: { a: 5, b: '' } }, {}],
    ['the script that builds bindings', {}, { scripts: { install: 'node-gyp rebuild' }, gypfile: true }],
    ['the script that starts a server', {}, { scripts: { start: 'node server.js' } }],
    ['engines as a list', { engines: ['node >= 4'] }, { engines: { node: '>= 4' } }],
    ['one platform', { os: 'linux', libc: ['glibc'] }, { os: ['linux'], libc: 'glibc' }],
    ['types beside the entry point', { main: './lib/main.cjs' }, { types: './lib/main.d.ts' }],
    ['types beside no entry point', {}, { types: './index.d.ts' }],
    ['types beside a folder', { main: 'lib/' }, { types: './lib.d.ts' }],
    ['no entry point', { main: '', bin: null, scripts: 'x' }, { types: './index.d.ts' }],
    [
      'bundled dependencies that are nowhere else',
      {
        bundledDependencies: ['a', 5, '', 'b'],
        devDependencies: { a: '1' },
        optionalDependencies: { b: '1' },
      },
      {
        bundleDependencies: ['a', 'b'],
        dependencies: { a: '*', b: '*' },
        devDependencies: { a: '1' },
        optionalDependencies: { b: '1' },
      },
    ],
    [
      'bundled dependencies as a map',
      { bundleDependencies: { a: true } },
      { bundleDependencies: ['a'], dependencies: { a: '*' } },
    ],
    ['bundled dependencies as a text', { bundleDependencies: 'a' }, {}],
    [
      'repositories of other hosts',
      {
        dependencies: {
          a: 'https://gist.github.com/acme/0a1b2c.git',
          b: 'git@gist.github.com:acme/0a1b2c.git#v1',
          c: 'git@git.sr.ht:~acme/c',
          d: 'https://gitlab.com/acme/group/d.git',
          e: 'https://github.com/acme/e/tree/one/two',
          f: 'http://user@github.com/acme/f',
        },
      },
      {
        dependencies: {
          a: 'git+https://gist.github.com/0a1b2c.git',
          b: 'git+ssh://git@gist.github.com/0a1b2c.git#v1',
          c: 'git+ssh://git@git.sr.ht/~acme/c.git',
          d: 'git+https://gitlab.com/acme/group/d.git',
          e: 'git+https://github.com/acme/e.git#one',
          f: 'git+ssh://git@github.com/acme/f.git',
        },
      },
    ],
    [
      'what a registry or a client says of a publish',
      { author: 'Al', repository: 'acme/x' },
      {
        _id: 'probe@1.0.0',
        _nodeVersion: '24.0.0',
        _npmVersion: '11.0.0',
        _from: 'file:x.tgz',
        _resolved: '/tmp/x.tgz',
        _integrity: 'sha512-x',
        gitHead: '0a1b2c',
        dist: {},
        readme: '# Probe',
        readmeFilename: 'README.md',
        contributors: [{ name: 'Al' }],
        man: ['man/x.1'],
        bugs: { url: 'https://github.com/acme/x/issues' },
        homepage: 'https://github.com/acme/x#readme',
        description: 'of the README',
        licenseText: 'MIT',
        author: { name: 'Al' },
        repository: { type: 'git', url: 'git+https://github.com/acme/x.git' },
      },
    ],
    [
      'what only the archive says',
      { directories: { lib: 'lib' }, modules: 'x', files: 'x', licenses: [] },
      {},
    ],
    [
      'a server and bindings of an old client',
      { scripts: { preinstall: 'x' } },
      {
        scripts: { preinstall: 'x', start: 'node server.js', install: 'node-gyp rebuild' },
      },
    ],
    ['entry points that are not said', { main: 'a.js', exports: './a.js' }, {}],
    [
      'what is only shown',
      { description: 'a', license: { type: 'MIT' }, author: 'Al', keywords: 'a b' },
      { description: 'b', license: 'MIT', author: { name: 'Al' }, keywords: ['a', 'b'], readme: 'x' },
    ],
  ])('%s', (_title, inside, declared) => {
    expect(findings(inside, declared)).toEqual([]);
    expect(findings(inside, inside)).toEqual([]);
  });
});

describe('what differs is refused by its name', () => {
  test.each<[string, Manifest, Manifest]>([
    ['dependencies.evil', { dependencies: { evil: '1' } }, {}],
    ['dependencies.evil', {}, { dependencies: { evil: '1' } }],
    ['dependencies.a', { dependencies: { a: '^1' } }, { dependencies: { a: '^2' } }],
    ['dependencies.a', { dependencies: { a: 'acme/a' } }, { dependencies: { a: 'evil/a' } }],
    ['dependencies.a', { dependencies: { a: 'acme/a#v1' } }, { dependencies: { a: 'acme/a#v2' } }],
    ['devDependencies.a', { devDependencies: { a: '1' } }, {}],
    ['dependencies.a', { optionalDependencies: { a: '1' } }, { dependencies: { a: '1' } }],
    ['optionalDependencies.a', { optionalDependencies: { a: '1' } }, {}],
    ['peerDependencies.a', { peerDependencies: { a: '1' } }, { peerDependencies: { a: '*' } }],
    ['peerDependenciesMeta', {}, { peerDependenciesMeta: { a: { optional: true } } }],
    ['bundleDependencies', { bundleDependencies: ['a'] }, {}],
    ['bin.evil', { bin: { evil: 'x.js' } }, {}],
    ['bin.evil', {}, { bin: { evil: 'x.js' } }],
    ['bin.probe', { bin: 'a.js' }, { bin: 'b.js' }],
    ['bin.evil', { directories: { bin: 'tools' } }, { bin: { evil: 'tools/one' } }],
    ['bin.three', { directories: { bin: 'tools' } }, { bin: { three: 'tools/three' } }],
    ['scripts.postinstall', { scripts: { postinstall: 'evil' } }, {}],
    ['scripts.postinstall', {}, { scripts: { postinstall: 'x' } }],
    ['scripts.install', { scripts: { install: 'evil' } }, { scripts: { install: 'node-gyp rebuild' } }],
    ['scripts.test', { scripts: { test: 'a' } }, { scripts: { test: 'b' } }],
    ['engines', { engines: { node: '>=4' } }, { engines: { node: '>=99' } }],
    ['os', { os: ['linux'] }, {}],
    ['cpu', {}, { cpu: ['x64'] }],
    ['main', { main: 'a.js' }, { main: 'b.js' }],
    ['exports', {}, { exports: { '.': './x.js' } }],
    ['types', { main: 'lib/other.js' }, { types: './lib/other.d.ts' }],
    ['types', {}, { types: './lib/main.d.ts' }],
    ['types', { types: './lib/main.d.ts' }, { types: './index.d.ts' }],
    ['types', { typings: './lib/main.d.ts' }, { types: './index.d.ts' }],
    [
      'dependencies.a',
      { bundleDependencies: ['a'] },
      { bundleDependencies: ['a'], dependencies: { a: '^2' } },
    ],
    [
      'dependencies.b',
      { bundleDependencies: ['a'] },
      { bundleDependencies: ['a'], dependencies: { b: '*' } },
    ],
    ['dependencies.a', { dependencies: { a: 'gist:0a1b2c' } }, { dependencies: { a: 'gist:0a1b2d' } }],
  ])('%s of %j and %j', (field, inside, declared) => {
    expect(() => findings(inside, declared)).toThrow(
      expect.objectContaining({
        code: 'manifest_mismatch',
        detail: `${field} in the publish request differs from package.json inside the archive`,
      }),
    );
  });

  test.each<[string, Manifest]>([
    ['scripts.install', { scripts: { install: 'node-gyp rebuild' } }],
    ['scripts.start', { scripts: { start: 'node server.js' } }],
  ])('%s that no file explains', (field, declared) => {
    expect(() => findings({}, declared, ['package.json'])).toThrow(`${field} in the publish request`);
  });
});

test('what a package changes while it is packed is noted: clients read it before or after', () => {
  const scripts = { prepack: 'pinst --disable', postpack: 'pinst --enable' };
  const inside = { scripts: { ...scripts, _postinstall: 'husky' } };
  const declared = { scripts: { ...scripts, postinstall: 'husky' }, devDependencies: { husky: '1' } };

  expect(findings(inside, declared)).toMatchObject([
    {
      kind: 'policy_violation',
      severity: 'medium',
      file: 'package/package.json',
      description: expect.stringMatching(/about: devDependencies\.husky, scripts\._postinstall$/),
    },
  ]);
});
