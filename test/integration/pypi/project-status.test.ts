import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newProject, pypiClient, sdist } from '../../support/distributions.ts';
import { type Platform, startPlatform, type TestUser } from '../../support/platform.ts';
import { approval } from '../../support/reviewing.ts';

let platform: Platform;
let author: TestUser;
let client: ReturnType<typeof pypiClient>;
beforeAll(async () => {
  platform = await startPlatform();
  author = await platform.createUser();
  client = pypiClient(platform.url, author.token);
});
afterAll(() => platform?.stop());

async function manage(method: string, path: string, token: string, body?: object) {
  const answer = await fetch(`${platform.url}/v1/packages/pypi/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

const patch = (name: string, body: object, token = author.token) => manage('PATCH', name, token, body);

async function published(version = '1.0') {
  const it = { name: newProject(), version };
  expect(await client.upload(it)).toEqual([200, 'OK']);
  return it;
}

describe('a project that is archived', () => {
  it('takes no more files until it is brought back, and gives those that it has', async () => {
    const it = await published();
    const later = { ...it, version: '2.0' };
    expect((await manage('DELETE', it.name, author.token)).status).toBe(200);

    const refused = [await client.upload(later), await client.upload(it, await sdist(it))];
    const again = await client.upload(it);
    const page = await client.page(it.name);
    const html = await (await client.ask(`simple/${it.name}/`)).text();

    expect(refused.map(([status, text]) => [status, text])).toEqual([
      [400, `${it.name} is archived: it takes no more files\n`],
      [400, `${it.name} is archived: it takes no more files\n`],
    ]);
    expect(again).toEqual([200, 'OK']);
    expect(page.body).toMatchObject({
      'project-status': { status: 'archived' },
      files: [expect.anything()],
    });
    expect(html).toContain('<meta name="pypi:project-status" content="archived">');
    expect((await patch(it.name, { is_archived: true })).status).toBe(422);
    expect(await patch(it.name, { is_archived: false })).toMatchObject({
      status: 200,
      body: { is_archived: false },
    });
    expect(await client.upload(later)).toEqual([200, 'OK']);
    expect((await client.page(it.name)).body).toMatchObject({ 'project-status': { status: 'active' } });
  });
});

describe('a project whose releases are all held', () => {
  it('has an empty page that says so, takes no files, and comes back with its release', async () => {
    const it = await published();
    const release = `${it.name}/releases/1.0`;
    expect((await manage('POST', `${release}/hold`, author.session, { reason: 'looks odd' })).status).toBe(
      200,
    );

    const page = await client.page(it.name);
    const html = await (await client.ask(`simple/${it.name}/`)).text();
    const refused = [
      await client.upload({ ...it, version: '2.0' }),
      await client.upload(it, await sdist(it)),
    ];

    expect(page).toMatchObject({
      status: 200,
      body: { 'project-status': { status: 'quarantined' }, versions: [], files: [] },
    });
    expect(html).toContain('<meta name="pypi:project-status" content="quarantined">');
    expect(html).not.toContain('.whl');
    for (const [status, text] of refused)
      expect([status, text]).toEqual([400, expect.stringContaining('quarantine')]);
    const gone = [`pypi/${it.name}/json`, `pypi/${it.name}/1.0/json`, `rss/project/${it.name}/releases.xml`];
    for (const path of gone) expect((await client.ask(path)).status).toBe(404);
    expect(await (await client.ask('simple/')).text()).not.toContain(`>${it.name}<`);
    const approved = await approval(`${platform.url}/v1/packages/pypi/${release}`, author.session);
    expect((await manage('POST', `${release}/approve`, author.session, approved)).status).toBe(200);
    await expect
      .poll(async () => (await client.page(it.name)).body, { timeout: 20_000 })
      .toMatchObject({ 'project-status': { status: 'active' }, versions: ['1.0'] });
  });

  it('is nothing to people who may not read it, and one that was never seen has no page', async () => {
    const it = await published();
    await patch(it.name, { visibility: 'private' });
    await manage('POST', `${it.name}/releases/1.0/hold`, author.session, { reason: 'looks odd' });

    expect((await client.page(it.name)).status).toBe(404);
    const own = await client.page(it.name, { authorization: `Bearer ${author.token}` });
    expect(own).toMatchObject({ status: 200, body: { files: [] } });
  });
});

describe('other indexes of a project (PEP 708)', () => {
  it('are named by its people, and in both forms of its page', async () => {
    const it = await published();
    const elsewhere = `https://pypi.test/simple/${it.name}/`;

    const said = await patch(it.name, { alternate_locations: [elsewhere, elsewhere] });
    const tracked = await patch(it.name, { tracks: [elsewhere] }, platform.adminToken);

    expect(said).toMatchObject({
      status: 200,
      body: { ecosystem_metadata: { details: { alternate_locations: [elsewhere] } } },
    });
    expect(tracked.status).toBe(200);
    expect((await client.page(it.name)).body).toMatchObject({
      meta: { 'api-version': '1.4', tracks: [elsewhere] },
      'alternate-locations': [elsewhere],
    });
    const html = await (await client.ask(`simple/${it.name}/`)).text();
    expect(html).toContain(`<meta name="pypi:tracks" content="${elsewhere}">`);
    expect(html).toContain(`<meta name="pypi:alternate-locations" content="${elsewhere}">`);
    await patch(it.name, { alternate_locations: [] });
    expect((await client.page(it.name)).body).not.toHaveProperty('alternate-locations');
  });

  it('are pages of the same project, tracked ones said by the platform alone', async () => {
    const it = await published();
    const stranger = await platform.createUser();
    const page = `https://pypi.test/simple/${it.name}/`;
    const wrong = [
      'https://pypi.test/simple/other/',
      'https://pypi.test/',
      `${page}?x`,
      `https://a:b@pypi.test/simple/${it.name}/`,
    ];

    for (const url of wrong) {
      expect((await patch(it.name, { alternate_locations: [url] })).status).toBe(422);
    }
    expect(
      (await patch(it.name, { alternate_locations: [`ftp://pypi.test/simple/${it.name}/`] })).status,
    ).toBe(422);
    expect((await patch(it.name, { tracks: [page] })).status).toBe(403);
    expect((await patch(it.name, { alternate_locations: [page] }, stranger.token)).status).toBe(403);
    expect((await client.page(it.name)).body).not.toHaveProperty('alternate-locations');
  });
});
