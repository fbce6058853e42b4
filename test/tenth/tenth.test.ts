import { expect, test } from 'vitest';
import { loadClients } from '../../cli/configure/clients.ts';
import { describeEcosystem } from '../../ecosystems/conformance.ts';
import { releaseOf, samplePackage } from './fixtures/samples.ts';
import { definition } from './format.ts';
import { tenth } from './index.ts';

const declared = { name: 'box', version: '1.2.0', metadata: {} };
const manifest = { name: 'box', version: '1.2.0', summary: 'A box', words: ['box'] };
const archiveOf = (changes: object) => ({
  declared,
  files: { 'kit.json': JSON.stringify({ ...manifest, ...changes }) },
});

describeEcosystem(tenth, {
  names: [{ raw: 'box', key: 'box' }],
  badNames: ['Box', '1box', 'r/box'],
  equalVersions: [['1.0.0', '1.0.0']],
  badVersions: ['1', '1.0', 'latest', '1.0.0+build'],
  ascendingVersions: ['0.9.0', '1.0.0-a', '1.0.0', '1.9.0', '1.10.0'],
  stableVersions: ['1.0.0'],
  unstableVersions: ['1.0.0-a'],
  render: {
    package: samplePackage,
    releases: ['1.0.0', '1.10.0', '2.0.0-a'].map(releaseOf),
    tags: new Map(),
    mounts: [],
    baseUrl: 'https://registry.test',
  },
  archive: archiveOf({}),
  refused: { 'a manifest without a version': archiveOf({ version: undefined }) },
  contradicted: { version: archiveOf({ version: '9.9.9' }) },
  smuggled: { summary: 'evil', words: ['evil'] },
});

test('an ecosystem writes at most twenty members', () => {
  const { names, versions, ...others } = definition;
  const written = [names, versions, others].flatMap((group) => Object.keys(group));

  expect(written.length).toBeLessThanOrEqual(20);
});

test('rookery configure knows its clients', async () => {
  const clients = await loadClients({ all: [tenth] });

  expect([...clients.keys()]).toEqual(['kit', 'netrc']);
  expect(clients.get('kit')?.ecosystem).toBe('tenth');
});
