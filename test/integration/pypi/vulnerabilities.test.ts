import { afterAll, beforeAll, expect, it } from 'vitest';
import { importAdvisories, osvArchive } from '../../support/advisories.ts';
import { newProject, pypiClient } from '../../support/distributions.ts';
import { type SharedPlatform, startPlatform } from '../../support/platform.ts';

let platform: SharedPlatform;
let client: ReturnType<typeof pypiClient>;
beforeAll(async () => {
  platform = await startPlatform();
  client = pypiClient(platform.url, (await platform.createUser()).token);
});
afterAll(() => platform?.stop());

const name = newProject();

async function vulnerabilities(path: string) {
  const answer = await client.ask(path);
  const { vulnerabilities: found, ...rest } = (await answer.json()) as Record<string, unknown>;
  return { etag: answer.headers.get('etag'), found, rest };
}

it('what advisories say of a release is in its JSON, and in that of the project for the newest', async () => {
  const readme = 'It says "vulnerabilities":[] here.\n';
  for (const version of ['1.0', '1.1', '2.0b1']) await client.upload({ name, version, readme });
  const before = await vulnerabilities(`pypi/${name}/1.0/json`);
  const archive = osvArchive([
    {
      id: 'PYSEC-2026-1',
      affected: [
        { name, ecosystem: 'PyPI', events: [{ introduced: '0' }, { fixed: '1.1' }, { introduced: '2.0a1' }] },
      ],
    },
    { id: 'PYSEC-2026-2', affected: [{ name, ecosystem: 'PyPI', versions: ['1.1'] }] },
    {
      id: 'PYSEC-2026-3',
      affected: [{ name: 'elsewhere', ecosystem: 'PyPI', events: [{ introduced: '0' }] }],
    },
  ]);

  expect((await importAdvisories(platform, 'pypi', archive)).code).toBe(0);

  const [first, second, project] = [
    await vulnerabilities(`pypi/${name}/1.0/json`),
    await vulnerabilities(`pypi/${name}/1.1/json`),
    await vulnerabilities(`pypi/${name}/json`),
  ];
  expect(before.found).toEqual([]);
  expect(first.found).toEqual([
    {
      aliases: [],
      details: '',
      summary: 'What is wrong: PYSEC-2026-1',
      fixed_in: ['1.1'],
      id: 'PYSEC-2026-1',
      link: expect.stringContaining('PYSEC-2026-1'),
      source: 'osv',
      withdrawn: null,
    },
  ]);
  expect([second.found, project.found]).toEqual([
    [expect.objectContaining({ id: 'PYSEC-2026-2' })],
    [expect.objectContaining({ id: 'PYSEC-2026-2' })],
  ]);
  expect(first.rest).toEqual(before.rest);
  expect(project.rest).toMatchObject({
    info: { version: '1.1', description: readme },
    releases: { '2.0b1': [{}] },
  });
  expect(first.etag).not.toBe(before.etag);
  const again = await client.ask(`pypi/${name}/1.0/json`, { 'if-none-match': first.etag ?? '' });
  expect(again.status).toBe(304);
  const old = await client.ask(`pypi/${name}/1.0/json`, { 'if-none-match': before.etag ?? '' });
  expect(old.status).toBe(200);
});
