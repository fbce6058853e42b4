import { describeEcosystem } from '../conformance.ts';
import type { Declared } from '../format.ts';
import { distFiles, manifestOf } from './fixtures/dist.ts';
import { releaseOf, samplePackage } from './fixtures/samples.ts';
import { composer } from './index.ts';

const name = 'acme/probe';
const version = '1.0.0';
const declared: Declared = { name, version, metadata: {} };
const files = distFiles({ name, version, folder: 'acme-probe-abc/' });
const saying = (manifest: string) => ({ files: { 'composer.json': manifest }, declared });
const served = { description: 'A probe', type: 'library', license: ['MIT'] };
const including = (manifest: Record<string, unknown>) => saying(manifestOf({ name, manifest }));

describeEcosystem(composer, {
  names: [
    { raw: 'acme/probe', key: 'acme/probe' },
    { raw: 'Acme/Probe', key: 'acme/probe' },
    { raw: 'a-b.c_d/e--f', key: 'a-b.c_d/e--f' },
    { raw: '7zip/1', key: '7zip/1' },
  ],
  badNames: [
    'probe',
    '/probe',
    'acme/',
    'a/b/c',
    '-a/b',
    'a--b/c',
    'a/b---c',
    'a/é',
    '\u212a/b',
    'a\n/b',
    'a/..',
  ],
  equalVersions: [
    ['1', '1.0.0.0'],
    ['v1.0.0', '1'],
    ['1.0.0-beta1', '1.0b1'],
    ['1.0RC1', '1.0.0-rc.1'],
    ['1.0.0-pl1', '1.0.0-patch1'],
    ['1.0.0+build.1', '1.0'],
    ['1.0-stable', '1.0'],
    ['master', 'dev-master'],
    ['main', 'dev-main'],
    ['1.x-dev', '1.x.x-dev'],
    ['2026.03.01', '2026.03.01.0'],
  ],
  badVersions: [
    'latest',
    '1.2.3.4.5',
    '1.0@dev',
    '1.0 as 2.0',
    'dev-',
    'dev-a b',
    'dev-../x',
    'dev-a//b',
    '1.0-foo',
    'feature-dev',
    '1\n',
    `1.0-beta${'1'.repeat(200)}x`,
  ],
  ascendingVersions: [
    'dev-a',
    'dev-main',
    '0.9',
    '1.0.0-dev',
    '1.0.0-alpha-dev',
    '1.0.0-alpha',
    '1.0.0-alpha1',
    '1.0.0-alpha2.1',
    '1.0.0-alpha10',
    '1.0.0-beta1',
    '1.0.0-RC1',
    '1.0.0',
    '1.0.0-pl1',
    '1.0.0.1',
    '1.0.1',
    '1.2',
    '1.10',
    '1.x-dev',
    '2.0',
    '2026.03.01',
    '20260301',
  ],
  stableVersions: ['1.0', 'v2.1', '1.0.0-p1', '20260301'],
  unstableVersions: ['1.0-alpha', '1.0b2', '1.0RC1', '1.0-dev', 'dev-main', '1.x-dev'],
  render: {
    package: samplePackage,
    releases: ['1.0.0', '1.10.0', 'dev-main', '1.2.0-beta1', '1.2.0'].map((each) => releaseOf(each)),
    tags: new Map(),
    mounts: [
      { url: 'https://registry.test/composer', documentPrefix: '', requiresAuth: false },
      { url: 'https://registry.test/composer/r/alice', documentPrefix: 'r/alice/', requiresAuth: false },
    ],
    baseUrl: 'https://registry.test',
  },
  archive: { files, declared },
  refused: {
    'no composer.json': { files: { 'src/a.php': '' }, declared },
    'a composer.json in one of two folders': { files: { 'a/composer.json': '{}', 'b/x': '' }, declared },
    'a composer.json that is no object': saying('[]'),
    'a composer.json that is deep in itself': saying('['.repeat(100_000)),
    'bytes that are no UTF-8': { files: { 'composer.json': Buffer.from([0x7b, 0xff, 0x7d]) }, declared },
    'no name': saying('{}'),
    'a name of no vendor': saying('{"name":"probe"}'),
    'a requirement that is none': including({ require: { 'acme/other': 'newest' } }),
    'a requirement of no package': including({ require: { '../evil': '*' } }),
    'a requirement that is a list': including({ require: ['acme/other'] }),
    'a program outside of the package': including({ bin: ['../../evil'] }),
    'a program at an absolute path': including({ bin: '/etc/passwd' }),
    'a folder outside of the package': including({ 'target-dir': 'a/../../b' }),
    'a type that is a path': including({ type: '../x' }),
    'a version that is none': including({ version: 'newest' }),
    'texts that can not be stored': including({ description: 'a\0b' }),
  },
  contradicted: {
    name: { files, declared: { ...declared, name: 'acme/other' } },
    version: { files, declared: { ...declared, version: '2.0.0' } },
    require: {
      files,
      declared: { ...declared, metadata: { manifest: { ...served, require: { 'evil/x': '*' } } } },
    },
  },
  smuggled: { manifest: { require: { 'evil/x': '*' } }, require: { 'evil/x': '*' } },
});
