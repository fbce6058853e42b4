import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPlatform, type Platform } from '../../support/platform.ts';
import { library, uniqueId } from './packages.ts';
import { listVersions } from './restore.ts';
import { openSource, type Source } from './source.ts';
import { addToGroup, createGroup, deleteGroup, stageList, stagePush } from './stage.ts';

let platform: Platform;
let source: Source;
let apiKey: string;
/** A session of the web pages: the API keys of clients may not decide. */
let session: string;

beforeAll(async () => {
  platform = await startPlatform();
  ({ token: apiKey, session } = await platform.createUser());
  source = await openSource(`${platform.url}/nuget/v3/index.json`);
});
afterAll(async () => {
  await platform.stop();
});

async function promote(id: string): Promise<number> {
  const release = `${platform.url}/v1/packages/nuget/${id}/releases/1.0.0`;
  const headers = { authorization: `Bearer ${session}` };
  const { files_digest } = (await (await fetch(`${release}/review`, { headers })).json()) as Record<
    string,
    unknown
  >;
  const response = await fetch(`${release}/approve`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ files_digest }),
  });
  return response.status;
}

test('a release is prepared as a group, looked at, and promoted package by package', async () => {
  const group = uniqueId('spring');
  const [one, two] = [uniqueId('Probe.One'), uniqueId('Probe.Two')];
  await createGroup(source, group, 'Spring release', apiKey);

  const files = { nupkg: library(one, '1.0.0'), snupkg: library(one, '1.0.0') };
  const staged = await stagePush(source, files, { apiKey, group });
  await stagePush(source, { nupkg: library(two, '1.0.0') }, { apiKey });
  await addToGroup(source, group, `${two}@1.0.0`, apiKey);

  expect(staged.map(({ kind }) => kind)).toEqual(['package', 'symbols']);
  const members = await stageList(source, { apiKey, group });
  expect(members).toHaveLength(3);
  for (const member of members) {
    expect(member).toMatchObject({
      status: 'ready',
      canPromote: true,
      group: { id: group, name: 'Spring release' },
    });
  }
  expect(await stageList(source, { apiKey })).toHaveLength(3);
  expect(await listVersions(source, one)).toEqual([]);

  expect([await promote(one), await promote(two)]).toEqual([200, 200]);

  await expect.poll(() => listVersions(source, one), { timeout: 30_000 }).toEqual(['1.0.0']);
  await expect.poll(() => stageList(source, { apiKey, group }), { timeout: 30_000 }).toEqual([]);
});

test('a group that is deleted takes what is in it along; one that is not there is said to be missing', async () => {
  const group = uniqueId('autumn');
  const id = uniqueId('Probe.Gone');
  const files = { nupkg: library(id, '1.0.0'), snupkg: library(id, '1.0.0') };

  await expect(stagePush(source, files, { apiKey, group })).rejects.toThrow('not_found: group not found');
  await createGroup(source, group, group, apiKey);
  await stagePush(source, files, { apiKey, group });
  await deleteGroup(source, group, apiKey);

  expect((await stageList(source, { apiKey })).filter((artifact) => artifact.id === id)).toEqual([]);
  await expect(stageList(source, { apiKey, group })).rejects.toThrow('not_found');
});
