import { createDigestBuilder } from '../../domain/digest.ts';
import { describeEcosystem } from '../conformance.ts';
import { richDeclared, richFiles, richManifest } from './fixtures/manifests.ts';
import { emptyMetadata, samplePackage, sampleRelease } from './fixtures/samples.ts';
import { cargo } from './index.ts';

const root = 'probe-rich-0.2.0-rc.1+build.5/';
const file = { ...createDigestBuilder().digest(), sizeBytes: 0 };

function withManifest(manifest: string) {
  return { files: { ...richFiles, [`${root}Cargo.toml`]: manifest }, declared: richDeclared };
}

const { deps, features } = richDeclared.metadata;

function declaring(metadata: object) {
  const declared = { ...richDeclared, metadata: { ...richDeclared.metadata, ...metadata } };
  return { files: richFiles, declared };
}

function release(version: string, index: number) {
  const publication = {
    name: 'probe',
    version,
    isPrerelease: version.includes('-'),
    metadata: emptyMetadata,
  };
  return sampleRelease(publication, file, index);
}

describeEcosystem(cargo, {
  names: [
    { raw: 'probe', key: 'probe' },
    { raw: 'Serde-JSON', key: 'serde_json' },
    { raw: 'a', key: 'a' },
    { raw: `a${'-'.repeat(63)}`, key: `a${'_'.repeat(63)}` },
  ],
  badNames: ['1up', '_x', '-x', 'é', 'con', 'LPT1', 'Fn', 'proc-macro', 'std', 'a/b', 'a.b', 'x'.repeat(65)],
  equalVersions: [
    ['1.0.0+a', '1.0.0+b'],
    ['1.0.0-rc.1+a', '1.0.0-rc.1'],
  ],
  badVersions: [
    '1',
    '1.0',
    '01.0.0',
    '1.0.0-01',
    '1.0.0-',
    '1.0.0+',
    'v1.0.0',
    '1.0.0.0',
    '18446744073709551616.0.0',
  ],
  ascendingVersions: [
    '0.0.1',
    '1.0.0-0',
    '1.0.0-2',
    '1.0.0-10',
    '1.0.0-99999999999999999999',
    '1.0.0--1',
    '1.0.0-alpha',
    '1.0.0-alpha.1',
    '1.0.0-alpha.beta',
    '1.0.0-beta.2',
    '1.0.0-beta.11',
    '1.0.0-rc.1',
    '1.0.0',
    '1.2.0',
    '1.10.0',
    '18446744073709551615.0.0',
  ],
  stableVersions: ['1.0.0', '0.1.0'],
  unstableVersions: ['1.0.0-rc.1', '0.0.0-0'],
  render: {
    package: samplePackage(),
    releases: ['1.0.0', '1.10.0', '2.0.0-beta.1', '1.2.0'].map(release),
    tags: new Map(),
    mounts: [],
    baseUrl: 'https://registry.test',
  },
  archive: { files: richFiles, declared: richDeclared },
  refused: {
    'a file outside the crate folder': {
      files: { ...richFiles, 'other/file': '' },
      declared: richDeclared,
    },
    'a second manifest in another casing': {
      files: { ...richFiles, [`${root}cargo.toml`]: richManifest },
      declared: richDeclared,
    },
    'a manifest in another casing only': {
      files: { [`${root}CARGO.TOML`]: richManifest },
      declared: richDeclared,
    },
    'a manifest without a package': withManifest('[features]\n'),
    'a manifest of another crate': withManifest(richManifest.replace('"probe-rich"', '"other"')),
    'a manifest of another version': withManifest(richManifest.replace('-rc.1+build.5', '-rc.2')),
    'a reserved name': { files: richFiles, declared: { ...richDeclared, name: 'std' } },
  },
  contradicted: {
    'deps.evil': declaring({ deps: [...deps, { name: 'evil', version_req: '*' }] }),
    'deps.cfg-if': declaring({ deps: deps.filter(({ name }) => name !== 'cfg-if') }),
    'deps.cfg-if.req': declaring({
      deps: deps.map((dependency) =>
        dependency.name === 'cfg-if' ? { ...dependency, version_req: '*' } : dependency,
      ),
    }),
    'features.evil': declaring({ features: { ...features, evil: [] } }),
    'features.default': declaring({ features: { ...features, default: [] } }),
    links: declaring({ links: 'other' }),
    rust_version: declaring({ rust_version: '1.0' }),
    'name in the publish request': withManifest(richManifest.replace('"probe-rich"', '"other"')),
  },
  smuggled: { deps: [], features: {}, license: 'Evil', description: 'Evil', yanked: true, cksum: 'evil' },
});
