import { describeEcosystem } from '../conformance.ts';
import type { Declared } from '../format.ts';
import { releaseOf, samplePackage } from './fixtures/samples.ts';
import { generic } from './index.ts';

const declared: Declared = { name: 'probe', version: '1.0.0', metadata: {}, file: 'probe.tar.gz' };
const files = { file: 'anything' };

describeEcosystem(generic, {
  names: [
    { raw: 'probe', key: 'probe' },
    { raw: '7zip', key: '7zip' },
    { raw: 'a.b_c-d', key: 'a.b_c-d' },
    { raw: 'a'.repeat(100), key: 'a'.repeat(100) },
  ],
  badNames: ['Probe', 'r', '.a', '-a', '_a', 'a/b', 'a%2fb', 'é', 'a'.repeat(101), 'a\n', '.', '..'],
  equalVersions: [
    ['1.0.0-RC.1', '1.0.0-rc.1'],
    ['V1', 'v1'],
  ],
  badVersions: ['latest', 'LATEST', '.1', '-1', '1/2', '1%2f', '1:2', 'é', '1\n', '..', '1'.repeat(65)],
  ascendingVersions: [
    '0.9',
    '1.0.0-dev.3',
    '1.0.0-nightly.20260101',
    '1.0.0-alpha',
    '1.0.0-alpha.2',
    '1.0.0-beta1',
    '1.0.0-beta10',
    '1.0.0-rc.2',
    '1.0.0',
    '1.0.0-ubuntu',
    '1.0.0-1',
    '1.0.0.1',
    'v1.0.1',
    '1.9',
    '1.10',
    '2026-01-02',
    '2026-11-02',
    '99999999999999999998',
    '99999999999999999999',
  ],
  stableVersions: ['1.0.0', '2026-01-02', '1.0.0-1', 'deadbeef', '1.0.0-ubuntu22.04'],
  unstableVersions: ['1.0.0-rc.1', '1.0-SNAPSHOT', 'nightly', '2.0beta', '1.0.0-alpha'],
  render: {
    package: samplePackage,
    releases: ['1.0.0', '1.10.0', '2.0.0-beta.1', '1.2.0'].map((version) =>
      releaseOf(version, { 'probe.tar.gz': `probe ${version}`, 'linux/probe': version }),
    ),
    tags: new Map(),
    mounts: [],
    baseUrl: 'https://registry.test',
  },
  archive: { files, declared },
  refused: {
    'a reserved name': { files, declared: { ...declared, name: 'r' } },
    'a version that stands for others': { files, declared: { ...declared, version: 'latest' } },
  },
  contradicted: {},
  smuggled: { name: 'evil', version: '9.9.9', readme: 'evil', files: ['evil'] },
  takesAnyBytes: true,
});
