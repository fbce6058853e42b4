import { describeEcosystem } from '../conformance.ts';
import type { Declared } from '../format.ts';
import { openedMembers, specificationOf } from './fixtures/gem.ts';
import { releaseOf, samplePackage } from './fixtures/samples.ts';
import { rubygems } from './index.ts';

const name = 'probe';
const version = '1.0.0';
const declared: Declared = { name, version, metadata: {} };
const files = openedMembers({ name, version, dependencies: [['rack', '>=', '3']] });
const without = (path: string) => Object.fromEntries(Object.entries(files).filter(([each]) => each !== path));
const saying = (specification: string) => ({
  files: { ...without('checksums.yaml.gz'), 'metadata.gz/metadata': specification },
  declared,
});
const specification = specificationOf({ name, version });

describeEcosystem(rubygems, {
  names: [
    { raw: 'probe', key: 'probe' },
    { raw: 'Probe-tools_x.y', key: 'probe-tools_x.y' },
    { raw: '7zip', key: '7zip' },
    { raw: 'bootstrap-3', key: 'bootstrap-3' },
    { raw: 'devise-2fa-x', key: 'devise-2fa-x' },
    { raw: 'a-1.0-x86', key: 'a-1.0-x86' },
    { raw: 'a'.repeat(200), key: 'a'.repeat(200) },
  ],
  badNames: ['-a', '.a', '_a', '123', 'a/b', 'é', 'a'.repeat(201), 'a\n', '..'],
  equalVersions: [
    ['1.0.0', '1'],
    ['1.0.a', '1.a'],
    ['1.0.a.0', '1.a'],
    ['1.01', '1.1'],
    ['1.0-java', '1-java'],
    ['1.0.b1', '1.b.1'],
  ],
  badVersions: ['latest', '1..0', '.1', '1.', 'v1', 'é', '1\n', '1-', '1--x', '1-2', '1.'.repeat(40), '1_0'],
  ascendingVersions: [
    '0.9',
    '1.0.a',
    '1.0.b1',
    '1.0.b10',
    '1.0.pre.x',
    '1.0.rc1',
    '1.0-java',
    '1.0-x86_64-linux',
    '1.0',
    '1.0.1',
    '1.9',
    '1.10',
    '2026.11.2',
    '99999999999999999998',
    '99999999999999999999',
  ],
  stableVersions: ['1.0', '1.0-java', '1.0-x86_64-darwin-19', '2026.1'],
  unstableVersions: ['1.0.a', '1.0.pre.beta', '1.0.rc1-java'],
  render: {
    package: samplePackage,
    releases: ['1.0.0', '1.10.0', '2.0.0.b1', '1.2.0'].map((each) => releaseOf(each)),
    tags: new Map(),
    mounts: [],
    baseUrl: 'https://registry.test',
  },
  archive: { files, declared },
  refused: {
    'no specification': { files: without('metadata.gz/metadata'), declared },
    'no data': { files: without('data.tar.gz'), declared },
    'data that is no gzip': { files: without('data.tar.gz/lib/probe.rb'), declared },
    'a member that no gem has': { files: { ...files, 'evil.sh': 'x' }, declared },
    'a specification that its checksum does not know': {
      files: { ...files, 'metadata.gz': 'other' },
      declared,
    },
    'other checksums': {
      files: { ...files, 'checksums.yaml.gz/checksums.yaml': '---\nSHA256: 1\n' },
      declared,
    },
    'a name twice': saying(`${specification}name: other\n`),
    'a second document': saying(`${specification}--- {}\n`),
    'a dependency that is no name': saying(
      specification.replace('dependencies: []', 'dependencies:\n- name: "a:b"'),
    ),
    'a requirement with a comma': saying(specification.replace("'2.7'", "'2.7,evil:1'")),
    'a specification of brackets': saying('['.repeat(100_000)),
    'a specification of dashes': saying('- '.repeat(100_000)),
    'a specification of anchors': saying('&a '.repeat(100_000)),
    'a bomb of aliases': saying(
      `a: &a [x,x,x,x,x,x,x,x,x]\n${'bcdefghij'
        .split('')
        .map(
          (each, at) =>
            `${each}: &${each} [${Array.from({ length: 9 }, () => `*${'abcdefghij'[at]}`).join()}]\n`,
        )
        .join('')}`,
    ),
    'a version that is no text': saying(specification.replace('version: 1.0.0', 'version: [1]')),
    'a platform with a slash': saying(specification.replace('platform: ruby', 'platform: ../x')),
  },
  contradicted: {
    name: { files, declared: { ...declared, name: 'other' } },
    version: { files, declared: { ...declared, version: '2.0.0' } },
  },
  smuggled: { dependencies: [{ name: 'evil' }], summary: 'evil', requiredRuby: [['=', '2']] },
});
