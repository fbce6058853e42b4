import { afterAll, beforeAll, expect, test } from 'vitest';
import { importAdvisories, osvArchive } from '../../support/advisories.ts';
import { startCombinedPlatform, type CombinedPlatform } from '../../support/platform.ts';
import { audit } from './audit.ts';
import { library, uniqueId } from './packages.ts';
import { push } from './push.ts';
import { restore } from './restore.ts';
import { openSource } from './source.ts';

let platform: CombinedPlatform;
beforeAll(async () => {
  platform = await startCombinedPlatform();
});
afterAll(() => platform?.stop());

const open = () => openSource(`${platform.url}/nuget/v3/index.json`);

test('a restore warns of what was imported, also for what a package brings along', async () => {
  const [root, leaf] = [uniqueId('Probe.Root'), uniqueId('Probe.Leaf')];
  const before = await open();
  const apiKey = platform.adminToken;
  await push(before, library(leaf, '1.0.0'), { apiKey });
  await push(before, library(leaf, '1.2.0'), { apiKey });
  await push(before, library(root, '2.0.0', { [leaf]: '1.0.0' }), { apiKey });
  await push(before, library(root, '3.0.0', { [leaf]: '1.2.0' }), { apiKey });
  expect(() => before.resource('VulnerabilityInfo/6.7.0')).toThrow(/offers none/);

  const events = [{ introduced: '0' }, { fixed: '1.1.0' }];
  const archive = osvArchive([
    { id: 'GHSA-1', severity: 'HIGH', affected: [{ name: leaf, events }] },
    { id: 'GHSA-2', severity: 'MODERATE', affected: [{ name: root, versions: ['2.0.0'] }] },
  ]);
  expect(await importAdvisories(platform, 'nuget', archive)).toMatchObject({ code: 0 });

  const source = await open();
  expect(await audit(source, await restore(source, root, '3.0.0'))).toEqual([]);
  const warnings = await audit(source, await restore(source, root, '2.0.0'));
  expect(warnings.toSorted((a, b) => a.code.localeCompare(b.code))).toEqual([
    {
      code: 'NU1902',
      id: root.toLowerCase(),
      version: '2.0.0',
      url: 'https://github.com/advisories/GHSA-2',
    },
    {
      code: 'NU1903',
      id: leaf.toLowerCase(),
      version: '1.0.0',
      url: 'https://github.com/advisories/GHSA-1',
    },
  ]);
});
