import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importAdvisories, osvArchive } from '../../support/advisories.ts';
import { publishDist } from '../../support/composer.ts';
import { uniqueName } from '../../support/crates.ts';
import { query } from '../../support/database.ts';
import { eventually } from '../../support/eventually.ts';
import { type CombinedPlatform, startCombinedPlatform, type TestUser } from '../../support/platform.ts';
import { cannotRun, createWorkspace, type Workspace } from './php.ts';

/** Uses its own platform: all packages share the advisories. */
describe.skipIf(cannotRun)('composer and what is known against packages', () => {
  let platform: CombinedPlatform;
  let author: TestUser;
  let workspace: Workspace;
  const name = `${uniqueName('v').toLowerCase()}/probe`;
  beforeAll(async () => {
    platform = await startCombinedPlatform();
    author = await platform.createUser();
    workspace = await createWorkspace();
    for (const version of ['1.0.0', '1.1.0']) {
      expect((await publishDist(platform, author, { name, version })).status).toBe(201);
    }
    const events = [{ introduced: '0' }, { fixed: '1.1.0' }];
    const imported = await importAdvisories(
      platform,
      'composer',
      osvArchive([
        { id: 'GHSA-aaaa', severity: 'HIGH', affected: [{ name, ecosystem: 'Packagist', events }] },
        { id: 'GHSA-bbbb', affected: [{ name: 'other/probe', ecosystem: 'Packagist', versions: ['1.0.0'] }] },
      ]),
    );
    expect(imported, imported.output).toMatchObject({ code: 0 });
  }, 180_000);
  afterAll(async () => {
    await workspace?.remove();
    await platform?.stop();
  });

  const ask = (path: string, init: RequestInit = {}) => fetch(`${platform.url}/composer/${path}`, init);
  const install = async (constraint: string, wanted = name) => {
    const folder = `${wanted.replace('/', '-')}-${constraint.replaceAll(/\W/g, '')}`;
    const manifest = {
      require: { [wanted]: constraint },
      repositories: [{ type: 'composer', url: `${platform.url}/composer` }, { 'packagist.org': false }],
      config: { 'secure-http': false },
    };
    await workspace.write(`${folder}/composer.json`, JSON.stringify(manifest));
    const updated = await workspace.composer(folder, 'update', '--no-audit');
    expect(updated, updated.output).toMatchObject({ code: 0 });
    return folder;
  };

  test('an audit names the advisory of the version that has it, and none of others', async () => {
    const affected = await workspace.composer(await install('1.0.0'), 'audit');
    const fixed = await workspace.composer(await install('1.1.0'), 'audit');

    expect(affected.code).toBe(1);
    expect(affected.output).toContain('Found 1 security vulnerability advisory');
    expect(affected.output).toContain('What is wrong: GHSA-aaaa');
    expect(fixed, fixed.output).toMatchObject({ code: 0 });
  }, 240_000);

  test('the answer has what was asked for and nothing else', async () => {
    const form = (fields: [string, string][]) =>
      ask('api/security-advisories', { method: 'POST', body: new URLSearchParams(fields) });

    const answer = await form([['packages[0]', name.toUpperCase()]]);
    const since = await form([
      ['packages[]', name],
      ['updatedSince', '4000000000'],
    ]);
    const none = await form([]);
    const tooMany = await form(Array.from({ length: 1_001 }, (_, at) => ['packages[]', `a/b${at}`]));

    expect(await answer.json()).toEqual({
      advisories: {
        [name]: [
          {
            advisoryId: 'GHSA-aaaa',
            packageName: name,
            remoteId: 'GHSA-aaaa',
            title: 'What is wrong: GHSA-aaaa',
            link: expect.stringContaining('GHSA-aaaa'),
            cve: null,
            affectedVersions: '<1.1.0.0',
            source: 'Rookery',
            sources: [{ name: 'Rookery', remoteId: 'GHSA-aaaa' }],
            reportedAt: '2026-03-01 10:00:00',
            composerRepository: `${platform.url}/composer`,
            severity: 'high',
          },
        ],
      },
    });
    expect([await since.json(), await none.json(), tooMany.status]).toEqual([
      { advisories: {} },
      { advisories: {} },
      400,
    ]);
  });

  test('an audit names the version that malware was found in, and so do the filter lists', async () => {
    const wild = `${uniqueName('v').toLowerCase()}/probe`;
    for (const version of ['1.0.0', '1.1.0'])
      expect((await publishDist(platform, author, { name: wild, version })).status).toBe(201);
    const projects = [await install('1.0.0', wild), await install('1.1.0', wild)];
    await query(
      platform.databaseUrl,
      `insert into findings (id, package_id, release_id, fingerprint, kind, severity, title, description, scanner)
       select gen_random_uuid(), releases.package_id, releases.id, 'wild', 'malware', 'critical', 'Bad', 'Bad', 'test'
       from releases join packages on packages.id = releases.package_id
       where packages.name = $1 and releases.version = '1.0.0'`,
      [wild],
    );

    const [bad, good] = [
      await workspace.composer(projects[0] ?? '', 'audit'),
      await workspace.composer(projects[1] ?? '', 'audit'),
    ];
    const summary = await ask('p2/filter-summary.json');

    expect(bad.code).toBe(1);
    expect(bad.output).toContain('Malware was found in this version');
    expect(good, good.output).toMatchObject({ code: 0 });
    expect(await summary.json()).toMatchObject({ filter: { malware: { [wild]: '1.0.0.0' } } });
    await query(platform.databaseUrl, `delete from findings where fingerprint = 'wild'`);
  }, 240_000);

  test('a version that is taken back is in the filter list, and free of it once it is let through', async () => {
    await publishDist(platform, author, { name, version: '1.2.0' });
    const decide = async (action: string, body: object) => {
      const release = `${platform.url}/v1/packages/composer/${encodeURIComponent(name)}/releases/1.2.0`;
      const headers = { authorization: `Bearer ${author.session}` };
      const review = (await (await fetch(`${release}/review`, { headers })).json()) as Record<
        string,
        unknown
      >;
      const seen = action === 'approve' ? { files_digest: review['files_digest'] } : {};
      const answer = await fetch(`${release}/${action}`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ ...body, ...seen }),
      });
      expect([answer.status, await answer.text()]).toEqual([200, expect.any(String)]);
    };
    const summary = async () => (await (await ask('p2/filter-summary.json')).json()) as object;
    const asked = async (lists: string[]) => {
      const body = JSON.stringify({ packages: [`pkg://composer/${name}`], lists });
      const headers = { 'content-type': 'application/json' };
      return (await (await ask('api/filter', { method: 'POST', headers, body })).json()) as object;
    };

    const before = await summary();
    await decide('hold', { reason: 'looked strange' });
    const held = await summary();
    const named = await asked(['quarantine']);
    const other = await asked(['malware']);
    await decide('approve', { reason: 'it is fine' });

    expect(before).toEqual({ filter: { malware: {}, quarantine: {}, denied: {} } });
    expect(held).toEqual({ filter: { malware: {}, quarantine: { [name]: '1.2.0.0' }, denied: {} } });
    expect(named).toMatchObject({ filter: { quarantine: [{ package: name, constraint: '1.2.0.0' }] } });
    expect(other).toEqual({ filter: {} });
    await eventually(async () => expect(await summary()).toEqual(before));
  }, 120_000);
});
