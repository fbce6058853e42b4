import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPlatform, type Platform } from '../../support/platform.ts';
import { metadata, search } from './browse.ts';
import { library, uniqueId } from './packages.ts';
import { push } from './push.ts';
import { listVersions, restore } from './restore.ts';
import { openSource } from './source.ts';

const id = uniqueId('Probe.Secret');
const nupkg = library(id, '1.0.0');

let platform: Platform;
let author: { username: string; token: string };
let privateFeed: string;

function manage(method: string, body?: object): Promise<Response> {
  return fetch(`${platform.url}/v1/packages/nuget/${id}`, {
    method,
    headers: { authorization: `Bearer ${author.token}`, 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  });
}

beforeAll(async () => {
  platform = await startPlatform();
  author = await platform.createUser();
  const source = await openSource(`${platform.url}/nuget/v3/index.json`);
  expect(await push(source, nupkg, { apiKey: author.token })).toMatchObject({ status: 201 });
  const { repository_slug: slug } = (await (await manage('GET')).json()) as { repository_slug: string };
  privateFeed = `${platform.url}/nuget/r/${slug}/v3/index.json`;
  const repository = await fetch(`${platform.url}/v1/repositories/${slug}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${author.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ visibility: 'private' }),
  });
  expect([repository.status, (await manage('PATCH', { visibility: 'private' })).status]).toEqual([200, 200]);
});

afterAll(async () => {
  await platform.stop();
});

test('the shared feed does not know it', async () => {
  const source = await openSource(`${platform.url}/nuget/v3/index.json`);

  expect(await listVersions(source, id)).toEqual([]);
  expect(await metadata(source, id)).toEqual([]);
  expect(await search(source, { q: `packageid:${id}` })).toMatchObject({ totalHits: 0 });
});

test('its own feed challenges a client without credentials', async () => {
  await expect(openSource(privateFeed)).rejects.toThrow('401');
});

test('a feed that does not exist challenges in the same way', async () => {
  await expect(openSource(`${platform.url}/nuget/r/no-such-feed/v3/index.json`)).rejects.toThrow('401');
});

test('a client with the credentials of its owner restores and pushes there', async () => {
  const source = await openSource(privateFeed, { username: 'any', password: author.token });

  const restored = await restore(source, id, '1.0.0');

  expect(restored.get(id.toLowerCase())?.nupkg).toEqual(nupkg);
  expect(await metadata(source, id)).toMatchObject([{ id, version: '1.0.0' }]);
  expect(await push(source, library(id, '1.1.0'), { apiKey: author.token })).toMatchObject({ status: 201 });
  expect(await listVersions(source, id)).toEqual(['1.0.0', '1.1.0']);
});

test('everything that its own feed names is on that feed', async () => {
  const source = await openSource(privateFeed, { username: 'any', password: author.token });
  const feed = privateFeed.replace('/v3/index.json', '/');

  const [entry] = await metadata(source, id);

  expect(entry?.packageContent).toContain(feed);
  expect(source.resource('SearchQueryService')).toContain(feed);
});

test('another user with valid credentials finds nothing there', async () => {
  const stranger = await platform.createUser();

  await expect(openSource(privateFeed, { username: 'any', password: stranger.token })).rejects.toThrow('404');
});
