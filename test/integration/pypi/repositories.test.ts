import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newProject, pypiClient, wheel } from '../../support/distributions.ts';
import { type Platform, startPlatform, type TestUser } from '../../support/platform.ts';

let platform: Platform;
let author: TestUser;
let client: ReturnType<typeof pypiClient>;
let slug: string;
beforeAll(async () => {
  platform = await startPlatform();
  author = await platform.createUser();
  client = pypiClient(platform.url, author.token);
  slug = `team-${author.username}`.slice(0, 40).toLowerCase();
  const made = await fetch(`${platform.url}/v1/repositories`, {
    method: 'POST',
    headers: { authorization: `Bearer ${author.session}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Team', slug, kind: 'private' }),
  });
  expect(made.status).toBe(201);
});
afterAll(() => platform?.stop());

describe('an upload for a repository', () => {
  it.each([
    ['the end of the path', () => `legacy/${slug}/`],
    ['the same without a slash', () => `legacy/${slug}`],
    ['its mount', () => `r/${slug}/legacy/`],
    ['both', () => `r/${slug}/legacy/${slug}/`],
  ])('by %s is there, for those who may read it', async (_what, path) => {
    const it = { name: newProject(), version: '1.0' };

    const answer = await client.upload(it, wheel(it), author.token, path());

    const known = { authorization: `Bearer ${author.token}` };
    expect(answer).toEqual([200, 'OK']);
    expect((await client.ask(`r/${slug}/simple/${it.name}/`, known)).status).toBe(200);
    expect((await client.ask(`r/${slug}/simple/${it.name}/`)).status).toBe(401);
    expect((await client.page(it.name)).status).toBe(404);
    expect((await client.page(it.name, known)).status).toBe(200);
  });

  it('needs one that is there, one alone, and its right', async () => {
    const it = { name: newProject(), version: '1.0' };
    const stranger = await platform.createUser();
    const send = (path: string, token = author.token) => client.upload(it, wheel(it), token, path);

    const answers = [
      await send('legacy/nowhere-at-all/'),
      await send(`r/${slug}/legacy/${author.username}/`),
      await send(`legacy/${slug}/`, stranger.token),
      await send(`legacy/${author.username}/`, stranger.token),
      await send(`legacy/${slug}/`, ''),
    ];

    expect(answers.map(([status]) => status)).toEqual([404, 404, 404, 403, 401]);
    expect((await client.page(it.name)).status).toBe(404);
  });
});
