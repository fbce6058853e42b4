import { describeEcosystem } from '../conformance.ts';
import { sampleInput } from './fixtures/samples.ts';
import { npm } from './index.ts';

const manifest = {
  name: '@acme/probe',
  version: '1.0.0-rc.1',
  description: 'A probe',
  dependencies: { base: '^2' },
};
const declared = {
  name: '@acme/probe',
  version: '1.0.0-rc.1',
  metadata: { manifest, publisher: 'alice' },
};
const files = { 'package/package.json': JSON.stringify(manifest), 'package/index.js': '' };

function withManifest(text: string) {
  return { files: { ...files, 'package/package.json': text }, declared };
}

function declaring(fields: object) {
  const metadata = { manifest: { ...manifest, ...fields }, publisher: 'alice' };
  return { files, declared: { ...declared, metadata } };
}

describeEcosystem(npm, {
  names: [
    { raw: 'probe', key: 'probe' },
    { raw: '@acme/probe', key: '@acme/probe' },
    { raw: 'probe.js', key: 'probe.js' },
    { raw: '7zip-min', key: '7zip-min' },
    { raw: '-x', key: '-x' },
    { raw: '@fs/fs', key: '@fs/fs' },
    { raw: 'a'.repeat(214), key: 'a'.repeat(214) },
  ],
  badNames: [
    'Probe',
    '.probe',
    '_probe',
    'node_modules',
    'favicon.ico',
    'fs',
    '-',
    'r',
    '@acme',
    '@acme/',
    '@/probe',
    '@acme/.probe',
    '@acme/probe/more',
    'acme/probe',
    'probé',
    'pro%2fbe',
    'probe!',
    'a'.repeat(215),
  ],
  equalVersions: [
    ['1.0.0', 'v1.0.0'],
    ['1.0.0', '=1.0.0'],
    ['1.0.0+a', '1.0.0+b'],
  ],
  badVersions: ['1', '1.0', '01.0.0', '1.0.0-01', '1.0.0-', 'latest', '1.0.0.0', '9007199254740992.0.0'],
  ascendingVersions: [
    '0.0.1',
    '1.0.0-0',
    '1.0.0-2',
    '1.0.0-10',
    '1.0.0-alpha',
    '1.0.0-alpha.1',
    '1.0.0-beta',
    '1.0.0',
    '1.2.0',
    '1.10.0',
    '9007199254740991.0.0',
  ],
  stableVersions: ['1.0.0', '0.1.0'],
  unstableVersions: ['1.0.0-rc.1', '0.0.0-0'],
  render: sampleInput('@acme/probe', ['1.0.0', '1.10.0', '2.0.0-beta.1', '1.2.0'], { next: '2.0.0-beta.1' }),
  archive: { files, declared },
  refused: {
    'a package without a manifest': { files: { 'package/index.js': '' }, declared },
    'a manifest in the wrong place': {
      files: { 'package.json': JSON.stringify(manifest), 'package/index.js': '' },
      declared,
    },
    'a second manifest beside the first': {
      files: { ...files, 'other/package.json': JSON.stringify(manifest) },
      declared,
    },
    'a manifest in another casing': { files: { 'package/Package.json': JSON.stringify(manifest) }, declared },
    'a manifest that is no object': withManifest('[]'),
    'a manifest of another package': withManifest(JSON.stringify({ ...manifest, name: '@acme/other' })),
    'a manifest of another version': withManifest(JSON.stringify({ ...manifest, version: '1.0.0' })),
    'a manifest without a version': withManifest(JSON.stringify({ name: manifest.name })),
    'a reserved name': { files, declared: { ...declared, name: 'fs' } },
  },
  contradicted: {
    'dependencies.evil': declaring({ dependencies: { base: '^2', evil: '1' } }),
    'dependencies.base': declaring({ dependencies: {} }),
    'bin.evil': declaring({ bin: { evil: 'index.js' } }),
    'scripts.postinstall': declaring({ scripts: { postinstall: 'node index.js' } }),
    engines: declaring({ engines: { node: '>=99' } }),
    'the name in package.json': withManifest(JSON.stringify({ ...manifest, name: '@acme/other' })),
    'the version in package.json': withManifest(JSON.stringify({ ...manifest, version: '1.0.0' })),
  },
  smuggled: { manifest: { ...manifest, dependencies: { evil: '1' } } },
});
