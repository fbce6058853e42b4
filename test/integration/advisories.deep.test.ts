import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { buildNupkg } from '../../ecosystems/nuget/fixtures/nupkg.ts';
import { importAdvisories, osvArchive } from '../support/advisories.ts';
import { uniqueName } from '../support/crates.ts';
import { holdLock, query } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { getNuget, sendForm } from '../support/nuget.ts';
import { type PackagePlatform, startPackagePlatform } from '../support/platform.ts';
import { assertReplays } from '../support/replay.ts';
import { describeRuns } from '../support/workflows.ts';

let platform: PackagePlatform;
let owner: { token: string };
beforeAll(async () => {
  platform = await startPackagePlatform();
  owner = await platform.createUser();
});
afterAll(() => platform?.stop());

const Index = z.array(z.object({ '@name': z.string(), '@id': z.string(), '@updated': z.string() }));
const Page = z.record(
  z.string(),
  z.array(z.object({ severity: z.int(), url: z.string(), versions: z.string() })),
);

const index = async () =>
  Index.parse(JSON.parse((await getNuget(platform, '/v3/vulnerabilities/index.json')).text));
const pageNamed = async (name: string) => {
  const found = (await index()).find((entry) => entry['@name'] === name);
  const response = await fetch(found?.['@id'] ?? '');
  return { updated: found?.['@updated'], headers: response.headers, body: Page.parse(await response.json()) };
};
const hasResource = async () =>
  (await getNuget(platform, '/v3/index.json')).text.includes('VulnerabilityInfo/6.7.0');
const staged = () => readdir(join(platform.dataDir, 'blobs', 'staging')).catch(() => []);

const ranges = [{ introduced: '0' }, { fixed: '1.0.1' }];
const name = uniqueName('Probe');
const first = osvArchive(
  [
    { id: 'GHSA-1', affected: [{ name, events: ranges }] },
    { id: 'GHSA-2', severity: 'LOW', affected: [{ name: 'Elsewhere.Text', versions: ['2.0.0'] }] },
    { id: 'GHSA-3', withdrawn: '2026-03-01T10:00:00Z', affected: [{ name, events: [{ introduced: '0' }] }] },
    { id: 'GHSA-4', affected: [{ name: 'left-pad', ecosystem: 'npm', versions: ['1.0.0'] }] },
  ],
  [{ path: 'broken.json', body: '{"id":' }],
);

it('without an import nothing is offered', async () => {
  expect(await hasResource()).toBe(false);
  expect(await index()).toEqual([]);
  expect((await getNuget(platform, '/v3/vulnerabilities/base.json')).text).toBe('[]');
});

it('an import is reported, counted for what is here, and told to every restore', async () => {
  for (const version of ['1.0.0', '1.0.1']) {
    const pushed = await sendForm(platform, '/v2/package', owner.token, buildNupkg({ id: name, version }));
    expect(pushed).toMatchObject({ status: 201 });
  }

  const { code, output } = await importAdvisories(platform, 'nuget', first);

  expect({ code, output }).toMatchObject({ code: 0 });
  expect(output).toContain('started import-advisories:nuget');
  expect(output).toContain(
    "5 of 5 entries; 3 new, 0 updated (1 of them withdrawn), 0 unchanged; 1 about something else; 1 could not be read, see the worker's log; 1 versions of 1 packages here are affected",
  );
  expect(await hasResource()).toBe(true);
  const base = await pageNamed('base');
  expect(base.body).toEqual({
    'elsewhere.text': [
      { severity: 0, url: 'https://github.com/advisories/GHSA-2', versions: '[2.0.0, 2.0.0]' },
    ],
    [name.toLowerCase()]: [
      { severity: 2, url: 'https://github.com/advisories/GHSA-1', versions: '(, 1.0.1)' },
    ],
  });
  expect(base.headers.get('cache-control')).toBe('public, max-age=3600');
  const again = await fetch(`${platform.url}/nuget/v3/vulnerabilities/base.json`, {
    headers: { 'if-none-match': base.headers.get('etag') ?? '' },
  });
  expect(again.status).toBe(304);
  expect(await staged()).toEqual([]);
});

it('the same archive again changes nothing, not even for caches', async () => {
  const before = await index();

  const { output } = await importAdvisories(platform, 'nuget', first);

  expect(output).toContain('0 new, 0 updated (0 of them withdrawn), 3 unchanged');
  expect(await index()).toEqual(before);
});

it('what is new goes into the update; what is withdrawn or narrowed replaces the base', async () => {
  const before = await pageNamed('base');
  const fresh = { id: 'GHSA-5', affected: [{ name: 'Fresh.Text', events: [{ introduced: '1.0.0' }] }] };

  await importAdvisories(platform, 'nuget', osvArchive([fresh]));

  expect((await pageNamed('base')).updated).toBe(before.updated);
  expect((await pageNamed('update')).body).toEqual({
    'fresh.text': [{ severity: 2, url: 'https://github.com/advisories/GHSA-5', versions: '[1.0.0, )' }],
  });

  const { output } = await importAdvisories(
    platform,
    'nuget',
    osvArchive([
      { id: 'GHSA-1', modified: '2026-02-01T00:00:00Z', affected: [{ name, events: [{ introduced: '0' }] }] },
      {
        id: 'GHSA-2',
        modified: '2026-04-01T00:00:00Z',
        withdrawn: '2026-04-01T00:00:00Z',
        affected: [{ name: 'Elsewhere.Text', versions: ['2.0.0'] }],
      },
    ]),
  );

  // the older copy of the first advisory is ignored
  expect(output).toContain('0 new, 1 updated (1 of them withdrawn), 1 unchanged');
  const after = await pageNamed('base');
  expect(Object.keys(after.body).toSorted()).toEqual(['fresh.text', name.toLowerCase()].toSorted());
  expect(after.body[name.toLowerCase()]).toMatchObject([{ versions: '(, 1.0.1)' }]);
  expect(Date.parse(after.updated ?? '')).toBeGreaterThan(Date.parse(before.updated ?? ''));
  expect((await index()).map((entry) => entry['@name'])).toEqual(['base']);
});

it('the feed of a private repository asks for credentials', async () => {
  const slug = uniqueName('team');
  await fetch(`${platform.url}/v1/repositories`, {
    method: 'POST',
    headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ slug, name: 'Team', kind: 'private' }),
  });
  const path = `/r/${slug}/v3/vulnerabilities/index.json`;

  expect((await getNuget(platform, path)).status).toBe(401);
  const { status, text } = await getNuget(platform, path, { token: owner.token });
  expect(status).toBe(200);
  expect(text).toContain(`/nuget/r/${slug}/v3/vulnerabilities/base.json`);
});

it('what is no archive is refused, and nothing stays', async () => {
  const refused = await importAdvisories(
    platform,
    'nuget',
    Buffer.from('not a zip archive, whatever its name says'),
  );

  expect(refused).toEqual({
    code: 1,
    output: expect.stringContaining('rookery: the file is no readable zip archive'),
  });
  expect(await staged()).toEqual([]);
  const [job] = await query<{ status: string; last_error: string }>(
    platform.databaseUrl,
    "select status, last_error from jobs where kind = 'import_advisories' order by started_at desc limit 1",
  );
  expect(job).toEqual({ status: 'dead', last_error: 'the file is no readable zip archive' });
});

it('an import outlives the worker, and a second one has to wait for it', async () => {
  const records = Array.from({ length: 300 }, (_, at) => ({
    id: `OSV-${at}`,
    affected: [{ name: `Many.N${at}`, events: ranges }],
  }));
  const lock = await holdLock(platform.databaseUrl, 'lock table advisories in exclusive mode');
  const running = importAdvisories(platform, 'nuget', osvArchive(records));
  await eventually(async () => expect(await lock.waiting()).toBeGreaterThan(0), { withinMs: 30_000 });

  const second = await importAdvisories(platform, 'nuget', first);
  await platform.roles.worker.kill();
  await lock.release();
  platform.roles.worker = await platform.roles.worker.restart();

  expect(second).toEqual({
    code: 1,
    output: expect.stringContaining('advisories of nuget are being imported already'),
  });
  const { code, output } = await running;
  expect(code).toBe(0);
  expect(output).toContain('300 of 300 entries');
  expect(Object.keys((await pageNamed('update')).body)).toHaveLength(300);
  expect(await staged()).toEqual([]);
  expect(await describeRuns(platform.temporal, 'import-advisories:nuget')).toMatchObject({
    status: 'COMPLETED',
  });
  await assertReplays(platform.temporal);
});
