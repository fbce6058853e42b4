import { describeEcosystem } from '../conformance.ts';
import type { Declared } from '../format.ts';
import { wheelFiles } from './fixtures/distribution.ts';
import { releaseOf, samplePackage } from './fixtures/samples.ts';
import { pypi } from './index.ts';

const name = 'probe';
const version = '1.0.0';
const declared: Declared = { name, version, metadata: {}, file: 'probe-1.0.0-py3-none-any.whl' };
const files = wheelFiles({ name, version, files: { 'probe/__init__.py': 'x = 1\n' } });
const without = (path: string) => Object.fromEntries(Object.entries(files).filter(([each]) => each !== path));

describeEcosystem(pypi, {
  names: [
    { raw: 'probe', key: 'probe' },
    { raw: 'Probe.Tools__x-', key: '' },
    { raw: 'Probe.Tools__x', key: 'probe-tools-x' },
    { raw: '7zip', key: '7zip' },
    { raw: 'a'.repeat(200), key: 'a'.repeat(200) },
  ].filter(({ key }) => key !== ''),
  badNames: ['-a', 'a-', '.a', '_', 'a b', 'a/b', 'é', 'a'.repeat(201), 'a\n', '..'],
  equalVersions: [
    ['1.0.0', '1'],
    ['v1.0', '1.0'],
    ['1.0-RC1', '1.0rc1'],
    ['1.0.post', '1.0.post0'],
    ['1!2.0', '1!2'],
    ['1.0+Ubuntu-1', '1.0+ubuntu.1'],
  ],
  badVersions: ['latest', '1.0-foo', '1..0', '.1', '1.0+', 'é', '1\n', '1.'.repeat(40), '1'.repeat(16)],
  ascendingVersions: [
    '0.9',
    '1.0.dev1',
    '1.0a1.dev1',
    '1.0a1',
    '1.0b2',
    '1.0rc1',
    '1.0',
    '1.0+abc',
    '1.0+5',
    '1.0.post1',
    '1.1',
    '1.10',
    '2026.11.2',
    '1!0.1',
  ],
  stableVersions: ['1.0', '1.0.post1', '1.0+cpu', '2026.1'],
  unstableVersions: ['1.0a1', '1.0.dev1', '1.0rc1', '1.0b2.post1.dev3'],
  render: {
    package: samplePackage,
    releases: ['1.0.0', '1.10.0', '2.0.0b1', '1.2.0'].map((each) => releaseOf(each)),
    tags: new Map(),
    mounts: [],
    baseUrl: 'https://registry.test',
  },
  archive: { files, declared },
  refused: {
    'no RECORD': { files: without('probe-1.0.0.dist-info/RECORD'), declared },
    'a file that is not in its RECORD': { files: { ...files, 'evil.py': 'import os' }, declared },
    'a file that is not what its RECORD says': {
      files: { ...files, 'probe/__init__.py': 'x = 2\n' },
      declared,
    },
    'a file of its RECORD that is missing': { files: without('probe/__init__.py'), declared },
    'another .dist-info': { files: { ...files, 'evil-1.dist-info/METADATA': 'Name: evil\n' }, declared },
    'no metadata': { files: { 'probe/__init__.py': '' }, declared },
  },
  contradicted: {
    name: { files, declared: { ...declared, name: 'other', file: 'other-1.0.0-py3-none-any.whl' } },
  },
  smuggled: { requires_dist: ['evil'], summary: 'evil', requires_python: '==2' },
});
