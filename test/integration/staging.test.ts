import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildNupkg } from '../../ecosystems/nuget/fixtures/nupkg.ts';
import { publishCrate, readIndex } from '../support/cargo.ts';
import { makeCrate, uniqueName } from '../support/crates.ts';
import { eventually } from '../support/eventually.ts';
import { getNuget, sendForm } from '../support/nuget.ts';
import { type Platform, startPlatform } from '../support/platform.ts';
import { approval } from '../support/reviewing.ts';

let platform: Platform;
let owner: { token: string; session: string };
let stranger: { token: string };
beforeAll(async () => {
  platform = await startPlatform();
  owner = await platform.createUser();
  stranger = await platform.createUser();
});
afterAll(() => platform?.stop());

const draft = (version = '1.0.0', id = `Acme.${uniqueName('s')}`) => ({
  id,
  version,
  file: buildNupkg({ id, version }),
});
type Draft = ReturnType<typeof draft>;

const stage = ({ file }: Draft, token: string | undefined = owner.token, before = {}) =>
  sendForm(platform, '/v3/staging/package', token, file, before);
const itemPath = ({ id, version }: Draft) => `/v3/staging/package/${id}/${version}`;
const content = ({ id, version }: Draft) => {
  const [idKey, versionKey] = [id.toLowerCase(), version.toLowerCase()];
  return `/v3-flatcontainer/${idKey}/${versionKey}/${idKey}.${versionKey}.nupkg`;
};

async function manage(path: string, body: object, token = owner.token) {
  const response = await fetch(`${platform.url}/v1${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const reviewed = (url: string, body = {}) => approval(`${platform.url}/v1${url}`, owner.session, body);

async function approve(nuget: Draft) {
  const url = `/packages/nuget/${nuget.id}/releases/${nuget.version}`;
  return manage(`${url}/approve`, await reviewed(url, { reason: 'looked at' }), owner.session);
}

it('a staged package is ready, hidden, listed for its people only, and visible once approved', async () => {
  const nupkg = draft();

  const staged = await stage(nupkg, owner.token, { groupId: '' });

  expect(staged.status).toBe(201);
  expect(JSON.parse(staged.text)).toMatchObject({
    id: nupkg.id,
    version: '1.0.0',
    kind: 'package',
    status: 'ready',
    canPromote: true,
    blockers: [],
  });
  expect((await getNuget(platform, content(nupkg), { token: owner.token })).status).toBe(404);
  const list = async (token: string) =>
    (JSON.parse((await getNuget(platform, '/v3/staging/package', { token })).text) as { items: object[] })
      .items;
  expect(await list(owner.token)).toContainEqual(expect.objectContaining({ id: nupkg.id }));
  expect(await list(stranger.token)).toEqual([]);
  expect((await getNuget(platform, itemPath(nupkg), { token: owner.token })).status).toBe(200);
  expect((await getNuget(platform, itemPath(nupkg), { token: stranger.token })).status).toBe(404);
  expect((await getNuget(platform, itemPath(nupkg))).status).toBe(401);
  expect((await getNuget(platform, '/v3/staging/package')).status).toBe(401);

  expect(await approve(nupkg)).toMatchObject({ status: 200, body: { status: 'published' } });

  await eventually(async () => expect((await getNuget(platform, content(nupkg))).status).toBe(200));
  expect((await getNuget(platform, itemPath(nupkg), { token: owner.token })).status).toBe(404);
});

it('staging again keeps equal bytes, replaces others, and a visible version is a conflict', async () => {
  const first = draft();
  const other = {
    ...first,
    file: buildNupkg({ ...first, files: [{ path: 'lib/net8.0/a.dll', body: 'other' }] }),
  };
  expect((await stage(first)).status).toBe(201);

  expect((await stage(first)).status).toBe(200);
  const replaced = await stage(other);

  expect(replaced).toMatchObject({ status: 200, text: expect.stringContaining('"ready"') });
  await approve(other);
  await eventually(async () => expect((await getNuget(platform, content(other))).status).toBe(200));
  expect(await stage(first)).toMatchObject({
    status: 409,
    text: expect.stringContaining('"code":"version_exists"'),
  });
});

it('a discarded package is gone, and a stranger can neither discard nor replace it', async () => {
  const nupkg = draft();
  await stage(nupkg);
  const remove = (token: string) => getNuget(platform, itemPath(nupkg), { method: 'DELETE', token });

  expect((await stage(nupkg, stranger.token)).status).toBe(403);
  expect((await remove(stranger.token)).status).toBe(404);
  expect((await remove(owner.token)).status).toBe(204);

  expect((await remove(owner.token)).status).toBe(404);
  expect((await stage(nupkg)).status).toBe(201);
});

it('what cannot be staged is refused in the resource’s own words', async () => {
  const anonymous = await stage(draft(), '');
  const nothing = await sendForm(platform, '/v3/staging/package', owner.token, Buffer.from('no zip'));

  expect(anonymous.status).toBe(401);
  expect(nothing.status).toBe(400);
  expect(JSON.parse(nothing.text)).toMatchObject({ error: { code: 'invalid_archive' } });
});

it('everything that goes into a staging repository waits for an approval', async () => {
  const slug = uniqueName('staging');
  const created = await manage('/repositories', { slug, name: 'Staging', kind: 'staging' });
  expect(created.status).toBe(201);
  const crate = await makeCrate();

  const response = await fetch(`${platform.url}/cargo/r/${slug}/api/v1/crates/new`, {
    method: 'PUT',
    headers: { authorization: owner.token },
    body: new Uint8Array(crate.body),
  });

  expect(response.status).toBe(202);
  const url = `/packages/cargo/${crate.name}/releases/${crate.version}`;
  const release = await fetch(`${platform.url}/v1${url}`, {
    headers: { authorization: `Bearer ${owner.token}` },
  });
  expect(await release.json()).toMatchObject({ status: 'quarantine', status_reason: 'awaiting_approval' });
  expect(await readIndex(platform, crate.name)).toEqual(new Map());
  expect((await publishCrate(platform, crate, owner.token)).status).toBe(202);
  const answer = await manage(`${url}/approve`, await reviewed(url), owner.session);
  expect(answer.body).toMatchObject({ status: 'published' });
});

it('a promotion makes a staged release visible to all, and the next one waits for an approval as well', async () => {
  const [from, to] = [uniqueName('staging'), uniqueName('release')];
  for (const [slug, kind] of [
    [from, 'staging'],
    [to, 'release'],
  ]) {
    expect((await manage('/repositories', { slug, name: 'A repository', kind })).status).toBe(201);
  }
  const crate = await makeCrate();
  const send = (repository: string, { body }: { body: Uint8Array }) =>
    fetch(`${platform.url}/cargo/r/${repository}/api/v1/crates/new`, {
      method: 'PUT',
      headers: { authorization: owner.token },
      body: new Uint8Array(body),
    });
  expect((await send(from, crate)).status).toBe(202);

  const url = `/packages/cargo/${crate.name}/releases/${crate.version}`;
  expect((await manage(`${url}/promote`, { repository_slug: to }, owner.session)).status).toBe(428);
  const promoted = await manage(
    `${url}/promote`,
    await reviewed(url, { repository_slug: to }),
    owner.session,
  );

  expect(promoted).toMatchObject({ status: 200, body: { status: 'published' } });
  await eventually(async () =>
    expect([...(await readIndex(platform, crate.name)).keys()]).toEqual([crate.version]),
  );
  const next = await makeCrate({ name: crate.name, version: '7.0.0' });
  expect((await send(to, next)).status).toBe(202);
  expect([...(await readIndex(platform, crate.name)).keys()]).toEqual([crate.version]);
});
