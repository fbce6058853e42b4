import { describeEcosystem } from '../conformance.ts';
import { buildNuspec } from './fixtures/nupkg.ts';
import { releaseOf, renderInput } from './fixtures/release.ts';
import { nuget } from './index.ts';

const declared = { name: 'Probe', version: '1.0.0-rc.1', metadata: {} };
const manifest = buildNuspec({ id: 'Probe', version: '1.0.0-rc.1' });

const releases = [
  await releaseOf({ id: 'Probe', version: '1.0.0' }),
  await releaseOf({ id: 'Probe', version: '1.10.0' }),
  await releaseOf({ id: 'Probe', version: '2.0.0-Beta.1+x' }),
  await releaseOf({ id: 'Probe', version: '1.2.0.4' }),
];

describeEcosystem(nuget, {
  names: [
    { raw: 'probe', key: 'probe' },
    { raw: 'Newtonsoft.Json', key: 'newtonsoft.json' },
    { raw: '_A-b_c.D', key: '_a-b_c.d' },
    { raw: 'I'.repeat(100), key: 'i'.repeat(100) },
  ],
  badNames: ['.a', 'a.', 'a..b', 'a-.b', 'é', 'İ', 'a/b', 'a+b', 'x'.repeat(101)],
  equalVersions: [
    ['1.00.0.0-Beta+x', '1.0.0-beta'],
    ['1', '1.0'],
    ['1.2.3.4+a', '01.2.3.04+b'],
  ],
  badVersions: ['v1', '1.0.0.0.0', '1.0.0-', '1.0.0+', '1.0.0-é', '2147483648.0.0'],
  ascendingVersions: [
    '0.0.1',
    '1.0.0-0',
    '1.0.0-2',
    '1.0.0-10',
    '1.0.0-99999999999999999999',
    '1.0.0-Alpha',
    '1.0.0-alpha.1',
    '1.0.0-ALPHA.beta',
    '1.0.0-beta',
    '1.0.0',
    '1.0.0.1',
    '1.2.0',
    '1.10.0',
    '2147483647.0.0',
  ],
  stableVersions: ['1.0.0', '0.1.0', '1.0.0+a-b'],
  unstableVersions: ['1.0.0-rc.1', '0.0.0-0'],
  render: renderInput('Probe', releases),
  archive: { files: { 'Probe.nuspec': manifest, 'lib/net8.0/Probe.dll': 'x' }, declared },
  refused: {
    'a manifest below the root': { files: { 'a/Probe.nuspec': manifest }, declared },
    'two manifests': { files: { 'Probe.nuspec': manifest, 'b.nuspec': manifest }, declared },
    'another version': { files: { 'Probe.nuspec': manifest }, declared: { ...declared, version: '1.0.0' } },
    'a bad name': { files: { 'a.nuspec': buildNuspec({ id: '../a', version: '1.0.0' }) }, declared },
    'declared entities': {
      files: { 'Probe.nuspec': manifest.replace('<package', '<!DOCTYPE p [<!ENTITY a "b">]><package') },
      declared,
    },
    'an endless manifest': { files: { 'Probe.nuspec': manifest + ' '.repeat(1024 * 1024) }, declared },
  },
  // the protocol has no other declaration beside the archive
  contradicted: {
    'the nuspec is for Probe 1.0.0-rc.1, not for Probe 1.0.0': {
      files: { 'Probe.nuspec': manifest },
      declared: { ...declared, version: '1.0.0' },
    },
    'the nuspec is for Probe 1.0.0-rc.1, not for Other 1.0.0-rc.1': {
      files: { 'Probe.nuspec': manifest },
      declared: { ...declared, name: 'Other' },
    },
  },
  smuggled: {
    authors: ['Mallory'],
    dependency_groups: [{ target_framework: null, dependencies: [{ id: 'Evil', range: '(, )' }] }],
    is_semver2: true,
    license_expression: 'Evil',
  },
});
