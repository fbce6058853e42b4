import { describeEcosystem } from '../conformance.ts';
import type { Declared } from '../format.ts';
import { pomOf } from './fixtures/pom.ts';
import { releaseOf, samplePackage } from './fixtures/samples.ts';
import { maven } from './index.ts';

const group = 'org.acme';
const artifact = 'probe';
const version = '1.0.0';
const declared: Declared = { name: 'org.acme:probe', version, metadata: {}, file: 'probe-1.0.0.pom' };
const files = { file: pomOf({ group, artifact, version, packaging: 'pom' }) };

describeEcosystem(maven, {
  names: [
    { raw: 'org.acme:probe', key: 'org.acme:probe' },
    { raw: 'Org.Acme:Probe_Core.x', key: 'org.acme:probe_core.x' },
    { raw: 'junit:junit', key: 'junit:junit' },
    { raw: 'io.a-b.c_d:e--f', key: 'io.a-b.c_d:e--f' },
  ],
  badNames: [
    'probe',
    'org.acme',
    'org..acme:probe',
    '.org:probe',
    'org.:probe',
    'a:b:c',
    'org.acme:',
    ':probe',
    'r.acme:probe',
    'r:probe',
    'org.acme:..',
    'org.acme:.probe',
    'org.acmé:probe',
    'org/acme:probe',
    'org.acme:probe\n',
  ],
  equalVersions: [['1.0', '1.0']],
  badVersions: [
    '1.0-SNAPSHOT',
    'SNAPSHOT',
    'LATEST',
    'RELEASE',
    '.1',
    '-1',
    '1/2',
    '1:2',
    'é',
    '1\n',
    '..',
    '1.',
    '1'.repeat(129),
  ],
  ascendingVersions: [
    '0.9',
    '1.0-alpha-1',
    '1.0-a2',
    '1.0-beta',
    '1.0.RC2',
    '1.0-rc3',
    '1.0',
    '1.0.0',
    '1.0-sp1',
    '1.0-foo',
    '1.0-1',
    '1.0.1',
    '1.9',
    '1.10',
    '2026.11.2',
    '99999999999999999998',
    '99999999999999999999',
  ],
  stableVersions: ['1.0', '1.0-jre', '31.1-android', '2.0.0.RELEASE', '1.0-sp1', 'r09'],
  unstableVersions: ['1.0-alpha-1', '1.0.0-M3', '1.0-RC1', '2.0-ea', '3.0-beta', '1.0-cr2', '1.0-preview'],
  render: {
    package: samplePackage,
    releases: ['1.0.0', '1.10.0', '2.0.0-beta-1', '1.2.0'].map((each) => releaseOf(each)),
    tags: new Map(),
    mounts: [],
    baseUrl: 'https://registry.test',
  },
  archive: { files, declared },
  refused: {
    'no POM': { files: { file: 'not xml' }, declared },
    entities: {
      files: { file: `<!DOCTYPE project [<!ENTITY a "b">]>${files.file.slice(39)}` },
      declared,
    },
    'two versions': {
      files: { file: files.file.replace('<version>', '<version>1</version><version>') },
      declared,
    },
  },
  contradicted: {
    groupId: { files: { file: pomOf({ group: 'org.evil', artifact, version, packaging: 'pom' }) }, declared },
    artifactId: { files: { file: pomOf({ group, artifact: 'evil', version, packaging: 'pom' }) }, declared },
    version: { files: { file: pomOf({ group, artifact, version: '9.9', packaging: 'pom' }) }, declared },
  },
  smuggled: { name: 'evil', version: '9.9.9', packaging: 'evil', dependencies: ['evil'] },
});
