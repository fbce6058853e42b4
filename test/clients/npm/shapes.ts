import type { ClientName } from '../../support/npm-clients.ts';
import { library } from './packages.ts';

/** A package of a common form, and the index entry that every client has to produce for it. */
export interface Shape {
  files: Record<string, string | object>;
  indexed: Record<string, unknown>;
}

type Base = { name: string; version: string };

/** Has every field with several forms: a command, people, addresses, overlapping lists of dependencies. */
export function commandLineTool(name: string, base: Base): Shape {
  const range = `^${base.version}`;
  return {
    files: {
      ...library(name, 'v1.0.0', {
        bin: './cli.js',
        man: './man/tool.1',
        author: 'Al <al@example.com> (https://al.example)',
        repository: 'acme/tool',
        bugs: 'https://bugs.example',
        keywords: 'one, two',
        engines: { node: '>=4' },
        funding: 'https://fund.example',
        files: ['cli.js', 'man', 'index.js', 'index.d.ts'],
        scripts: { test: 'node_modules/.bin/tap', build: 'tsc' },
        dependencies: { [base.name]: range },
        devDependencies: { [base.name]: range },
        optionalDependencies: { [`${base.name}-more`]: range },
        peerDependencies: { host: '*' },
        peerDependenciesMeta: { host: { optional: true } },
        exports: { '.': './index.js', './package.json': './package.json' },
        type: 'commonjs',
      }),
      'cli.js': '#!/usr/bin/env node\n',
      'man/tool.1': '.TH tool 1\n',
      'index.d.ts': 'export {};\n',
    },
    indexed: {
      version: '1.0.0',
      bin: { [name.slice(name.indexOf('/') + 1)]: 'cli.js' },
      man: ['man/tool.1'],
      types: './index.d.ts',
      author: { name: 'Al', email: 'al@example.com', url: 'https://al.example' },
      repository: { type: 'git', url: 'git+https://github.com/acme/tool.git' },
      bugs: { url: 'https://bugs.example' },
      keywords: ['one', 'two'],
      engines: { node: '>=4' },
      scripts: { test: 'tap', build: 'tsc' },
      dependencies: { [base.name]: range },
      optionalDependencies: { [`${base.name}-more`]: range },
      peerDependencies: { host: '*' },
      peerDependenciesMeta: { host: { optional: true } },
    },
  };
}

/** These clients bundle only packages that they linked themselves, in a layout that is not their default. */
const bundlesNothing: readonly ClientName[] = ['pnpm10', 'pnpm11', 'yarn1', 'yarn4'];

/** A native addon that an install builds, a folder of commands, a server, bundled packages. */
export function nativeAddon(name: string, base: Base, client: ClientName): Shape {
  const bundles = !bundlesNothing.includes(client);
  const dependencies = { [base.name]: base.version };
  return {
    files: {
      ...library(name, '1.0.0', {
        directories: { bin: './tools', lib: 'lib' },
        os: ['linux', 'darwin', 'win32'],
        cpu: ['x64', 'arm64'],
        dependencies,
        ...(bundles ? { bundledDependencies: [base.name] } : {}),
      }),
      'binding.gyp': '{}',
      'server.js': '',
      AUTHORS: 'Al <al@example.com>\n',
      'tools/one': '#!/usr/bin/env node\n',
      'tools/two.js': '#!/usr/bin/env node\n',
      [`node_modules/${base.name}/package.json`]: base,
      [`node_modules/${base.name}/index.js`]: '',
    },
    indexed: {
      bin: { one: 'tools/one', 'two.js': 'tools/two.js' },
      scripts: { install: 'node-gyp rebuild' },
      gypfile: true,
      hasInstallScript: true,
      dependencies,
      bundleDependencies: bundles ? [base.name] : undefined,
      os: ['linux', 'darwin', 'win32'],
    },
  };
}

/** Its scripts change the manifest while it is packed, as tools for git hooks and clean publishes do. */
export function changedWhilePacked(name: string, base: Base): Shape {
  const change = `
    const { readFileSync, writeFileSync } = require('node:fs');
    const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
    const isPacking = process.argv[2] === 'packing';
    const [from, to] = isPacking ? ['postinstall', '_postinstall'] : ['_postinstall', 'postinstall'];
    if (manifest.scripts[from]) {
      manifest.scripts[to] = manifest.scripts[from];
      delete manifest.scripts[from];
    }
    if (isPacking) manifest.dependencies = { ${JSON.stringify(base.name)}: '^1.0.0' };
    else delete manifest.dependencies;
    writeFileSync('package.json', JSON.stringify(manifest, null, 2));
  `;
  return {
    files: {
      ...library(name, '1.0.0', {
        scripts: {
          postinstall: 'node -e 1',
          prepack: 'node change.cjs packing',
          postpack: 'node change.cjs packed',
        },
      }),
      'change.cjs': change,
    },
    indexed: { dependencies: { [base.name]: '^1.0.0' }, hasInstallScript: undefined },
  };
}

/** The fields that some clients move to the top level of the manifest when they pack. */
const publishConfig = { access: 'public', main: 'dist/index.js', bin: { built: './dist/cli.js' } };
const rewriting: readonly ClientName[] = ['pnpm10', 'pnpm11', 'yarn4'];

/** Two packages of one repository, where `outer` depends on `inner` in the notation of the client. */
export function workspace(client: ClientName, names: { inner: string; outer: string }, base: Base) {
  const isPlain = client.startsWith('npm') || client === 'yarn1';
  const hasCatalog = client.startsWith('pnpm');
  const inner = isPlain ? '^1.2.3' : 'workspace:^';
  const rewrites = rewriting.includes(client);
  return {
    files: {
      'package.json': {
        name: `${names.outer}-root`,
        version: '1.0.0',
        private: true,
        workspaces: ['packages/*'],
      },
      'pnpm-workspace.yaml': `packages: ['packages/*']\ncatalog:\n  ${JSON.stringify(base.name)}: ^1.0.0\n`,
      'yarn.lock': '',
      'packages/inner/package.json': { name: names.inner, version: '1.2.3' },
      'packages/outer/package.json': {
        name: names.outer,
        version: '2.0.0',
        main: 'src/index.js',
        bin: { source: './src/cli.js' },
        dependencies: { [names.inner]: inner, [base.name]: hasCatalog ? 'catalog:' : '^1.0.0' },
        peerDependencies: { [names.inner]: inner },
        publishConfig,
      },
      'packages/outer/src/index.js': '',
      'packages/outer/src/cli.js': '',
      'packages/outer/dist/index.js': '',
      'packages/outer/dist/cli.js': '',
    },
    indexed: {
      main: rewrites ? 'dist/index.js' : 'src/index.js',
      bin: rewrites ? { built: 'dist/cli.js' } : { source: 'src/cli.js' },
      dependencies: { [names.inner]: '^1.2.3', [base.name]: '^1.0.0' },
      peerDependencies: { [names.inner]: '^1.2.3' },
    },
  };
}
