import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { buildNupkg } from '../../ecosystems/nuget/fixtures/nupkg.ts';
import { uniqueName } from '../support/crates.ts';
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

// The EICAR test file for virus scanners, in two pieces so that no scanner reports this source file.
const testVirus = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('');

interface Draft {
  id: string;
  version: string;
}

const draft = (version = '1.0.0'): Draft => ({ id: `Acme.${uniqueName('g')}`, version });
const packageOf = (one: Draft, body = 'library') =>
  buildNupkg({ ...one, files: [{ path: `lib/net8.0/${one.id}.dll`, body }] });
const symbolsOf = (one: Draft, body = 'symbols') =>
  buildNupkg({ ...one, files: [{ path: `lib/net8.0/${one.id}.pdb`, body }] });

const Artifact = z.object({
  id: z.string(),
  version: z.string(),
  kind: z.enum(['package', 'symbols']),
  status: z.string(),
  group: z.object({ id: z.string(), name: z.string() }).nullable(),
  canPromote: z.boolean(),
  blockers: z.array(z.object({ code: z.string(), message: z.string() })),
});
const Group = z.object({
  id: z.string(),
  name: z.string(),
  canPromote: z.boolean(),
  itemCount: z.int(),
  blockers: z.array(z.object({ code: z.string(), message: z.string() })),
});
const GroupPage = z.object({
  group: Group,
  items: z.array(Artifact),
  page: z.int(),
  pageSize: z.int(),
  totalCount: z.int(),
});
const List = GroupPage.omit({ group: true });

const stage = (one: Draft, groupId?: string, token = owner.token, body?: string) =>
  sendForm(
    platform,
    '/v3/staging/package',
    token,
    packageOf(one, body),
    groupId === undefined ? {} : { groupId },
  );
const stageSymbols = (one: Draft, options: { body?: string; token?: string; groupId?: string } = {}) =>
  sendForm(
    platform,
    '/v3/staging/symbols',
    options.token ?? owner.token,
    symbolsOf(one, options.body),
    options.groupId === undefined ? {} : { groupId: options.groupId },
    'symbols',
  );
const read = (path: string, token = owner.token) => getNuget(platform, `/v3/staging${path}`, { token });
const remove = (path: string, token = owner.token) =>
  getNuget(platform, `/v3/staging${path}`, { token, method: 'DELETE' });
const put = (path: string, token = owner.token) =>
  getNuget(platform, `/v3/staging${path}`, { token, method: 'PUT' });
const itemPath = (kind: string, { id, version }: Draft) => `/${kind}/${id}/${version}`;
const artifact = async (kind: string, one: Draft) =>
  Artifact.parse(JSON.parse((await read(itemPath(kind, one))).text));

async function send(method: string, path: string, body: unknown, token = owner.token) {
  const response = await fetch(`${platform.url}/nuget/v3/staging${path}`, {
    method,
    headers: { 'x-nuget-apikey': token, 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: response.status, text: await response.text() };
}
const createGroup = async (id = uniqueName('group')) => {
  const created = await send('POST', '/groups', { id, name: `The ${id}` });
  expect(created).toMatchObject({ status: 201 });
  return id;
};
const groupPage = async (id: string) => GroupPage.parse(JSON.parse((await read(`/groups/${id}`)).text));

async function approve({ id, version }: Draft) {
  const release = `${platform.url}/v1/packages/nuget/${id}/releases/${version}`;
  const response = await fetch(`${release}/approve`, {
    method: 'POST',
    headers: { authorization: `Bearer ${owner.session}`, 'content-type': 'application/json' },
    body: JSON.stringify(await approval(release, owner.session)),
  });
  expect(response.status).toBe(200);
}
const jobOf = async ({ id }: Draft) => {
  const response = await fetch(`${platform.url}/v1/admin/jobs?kind=attach_file&per_page=100`, {
    headers: { authorization: `Bearer ${platform.adminToken}` },
  });
  const { jobs } = (await response.json()) as { jobs: { status: string; payload: { name: string } }[] };
  return jobs.find(({ payload }) => payload.name === id);
};
const served = async ({ id, version }: Draft) => {
  const key = id.toLowerCase();
  const response = await fetch(
    `${platform.url}/nuget/v3-flatcontainer/${key}/${version}/${key}.${version}.snupkg`,
  );
  const bytes = Buffer.from(await response.arrayBuffer());
  return response.ok ? bytes : response.status;
};

it('staged symbols wait with their package and are served as soon as it is', async () => {
  const one = draft();
  await stage(one);

  const staged = await stageSymbols(one);

  expect(staged.status).toBe(201);
  expect(Artifact.parse(JSON.parse(staged.text))).toMatchObject({
    kind: 'symbols',
    status: 'ready',
    canPromote: true,
    group: null,
  });
  expect(await artifact('symbols', one)).toMatchObject({ id: one.id, status: 'ready' });
  expect(await served(one)).toBe(404);
  const list = List.parse(JSON.parse((await read('/symbols')).text));
  expect(list).toMatchObject({ page: 1, pageSize: 100 });
  expect(list.items).toContainEqual(expect.objectContaining({ id: one.id, kind: 'symbols' }));

  await eventually(async () => expect(await jobOf(one)).toMatchObject({ status: 'completed' }));

  await approve(one);

  await eventually(async () => expect(await served(one)).toEqual(symbolsOf(one)));
  expect((await read(itemPath('symbols', one))).status).toBe(404);
});

it('equal symbols change nothing, others take their place, and what is thrown away is not served', async () => {
  const one = draft();
  await stage(one);
  await stageSymbols(one);

  expect((await stageSymbols(one)).status).toBe(200);
  expect((await stageSymbols(one, { body: 'better' })).status).toBe(200);
  const other = draft();
  await stage(other);
  await stageSymbols(other);
  expect((await remove(itemPath('symbols', other))).status).toBe(204);
  expect((await remove(itemPath('symbols', other))).status).toBe(404);
  await Promise.all([approve(one), approve(other)]);

  await eventually(async () => expect(await served(one)).toEqual(symbolsOf(one, 'better')));
  expect(await served(other)).toBe(404);
});

it('symbols of a package that is discarded go with it', async () => {
  const one = draft();
  await stage(one);
  await stageSymbols(one);

  expect((await remove(itemPath('package', one))).status).toBe(204);

  expect((await read(itemPath('symbols', one))).status).toBe(404);
  await stage(one, undefined, owner.token, 'another library');
  await approve(one);
  expect((await read(itemPath('symbols', one))).status).toBe(404);
  expect(await served(one)).toBe(404);
});

it('symbols need a package, a right to it, and nothing dangerous in them', async () => {
  const one = draft();
  await stage(one);
  const infected = await stageSymbols(one, { body: testVirus });

  expect(infected).toMatchObject({ status: expect.toSatisfy((status: number) => status >= 400) });
  expect(JSON.parse(infected.text)).toMatchObject({ error: { code: 'policy_violation' } });
  expect((await stageSymbols(draft())).status).toBe(404);
  expect((await stageSymbols(one, { token: stranger.token })).status).toBe(404);
  expect((await stageSymbols(one, { token: '' })).status).toBe(401);
  expect((await read(itemPath('symbols', one))).status).toBe(404);
  expect((await read('/symbols', '')).status).toBe(401);
  expect((await read('/symbols?page=0')).status).toBe(400);
});

it('symbols of a package that is visible already are attached at once', async () => {
  const one = draft();
  await stage(one);
  await approve(one);
  await eventually(async () => expect((await read(itemPath('package', one))).status).toBe(404));

  const staged = await stageSymbols(one);

  expect(staged.status).toBe(201);
  expect(Artifact.parse(JSON.parse(staged.text))).toMatchObject({ kind: 'symbols', status: 'succeeded' });
  expect(await served(one)).toEqual(symbolsOf(one));
});

it('a group holds packages with their symbols until they are taken out', async () => {
  const group = await createGroup();
  const [one, two] = [draft(), draft()];
  expect((await groupPage(group)).group).toMatchObject({
    itemCount: 0,
    canPromote: false,
    blockers: [{ code: 'empty_group' }],
  });

  expect((await stage(one, group.toUpperCase())).status).toBe(201);
  await stageSymbols(one);
  await stage(two);
  expect((await put(`/groups/${group}/items/${two.id.toUpperCase()}/1.0.0.0`)).status).toBe(204);

  const { group: shown, items, totalCount } = await groupPage(group);
  expect(shown).toMatchObject({
    id: group,
    name: `The ${group}`,
    itemCount: 2,
    canPromote: true,
    blockers: [],
  });
  expect(totalCount).toBe(3);
  expect(items.map(({ id, kind }) => `${id} ${kind}`).toSorted()).toEqual(
    [`${one.id} package`, `${one.id} symbols`, `${two.id} package`].toSorted(),
  );
  expect(items.every((item) => item.group?.id === group)).toBe(true);
  expect(
    GroupPage.parse(JSON.parse((await read(`/groups/${group}?page=2&pageSize=2`)).text)).items,
  ).toHaveLength(1);
  expect(await artifact('package', one)).toMatchObject({ group: { id: group, name: `The ${group}` } });

  expect((await remove(`/groups/${group}/items/${two.id}/1.0.0`)).status).toBe(204);
  expect((await remove(`/groups/${group}/items/${two.id}/1.0.0`)).status).toBe(404);
  expect(await artifact('package', two)).toMatchObject({ group: null, status: 'ready' });
});

it('a package is in one group, stays there when it is replaced, and leaves it when it is promoted', async () => {
  const [first, second] = [await createGroup(), await createGroup()];
  const one = draft();
  await stage(one, first);

  await put(`/groups/${second}/items/${one.id}/1.0.0`);
  expect((await groupPage(first)).items).toEqual([]);
  expect((await stage(one, undefined, owner.token, 'another library')).status).toBe(200);
  expect((await groupPage(second)).items).toMatchObject([{ id: one.id }]);

  await approve(one);
  await eventually(async () => expect((await groupPage(second)).group.itemCount).toBe(0));
});

it('a group is renamed, listed, and deleted with everything in it', async () => {
  const group = await createGroup();
  const one = draft();
  await stage(one, group);

  const renamed = await send('PATCH', `/groups/${group}`, { name: 'Spring' });

  expect(renamed.status).toBe(200);
  expect(Group.parse(JSON.parse(renamed.text))).toMatchObject({ id: group, name: 'Spring', itemCount: 1 });
  const listed = z.object({ items: z.array(Group), totalCount: z.int() });
  expect(listed.parse(JSON.parse((await read('/groups')).text)).items).toContainEqual(
    expect.objectContaining({ id: group, name: 'Spring' }),
  );
  expect((await remove(`/groups/${group}`)).status).toBe(204);
  expect((await read(`/groups/${group}`)).status).toBe(404);
  expect((await remove(`/groups/${group}`)).status).toBe(404);
  expect((await read(itemPath('package', one))).status).toBe(404);
});

it('groups are their owner’s alone', async () => {
  const group = await createGroup();
  const one = draft();
  await stage(one);

  expect((await read(`/groups/${group}`, stranger.token)).status).toBe(404);
  expect((await remove(`/groups/${group}`, stranger.token)).status).toBe(404);
  expect((await send('PATCH', `/groups/${group}`, { name: 'Mine' }, stranger.token)).status).toBe(404);
  expect((await put(`/groups/${group}/items/${one.id}/1.0.0`, stranger.token)).status).toBe(404);
  expect((await read('/groups', '')).status).toBe(401);
  // another user's group may have the same name, and cannot take a release that the user may not see
  expect((await send('POST', '/groups', { id: group, name: 'Theirs' }, stranger.token)).status).toBe(201);
  expect((await put(`/groups/${group}/items/${one.id}/1.0.0`, stranger.token)).status).toBe(404);
  expect((await groupPage(group)).group.name).toBe(`The ${group}`);
});

it('what is no group is refused in the resource’s own words', async () => {
  const group = await createGroup();
  const one = draft();

  const twice = await send('POST', '/groups', { id: group.toUpperCase(), name: 'x' });
  expect({ status: twice.status, body: JSON.parse(twice.text) }).toMatchObject({
    status: 409,
    body: { error: { code: 'duplicate' } },
  });
  expect((await send('POST', '/groups', { id: '-', name: 'x' })).status).toBe(400);
  expect((await send('POST', '/groups', { id: uniqueName('g') })).status).toBe(400);
  expect((await send('POST', '/groups', '{')).status).toBe(400);
  expect((await send('PATCH', `/groups/${group}`, { name: '   ' })).status).toBe(400);
  expect((await put(`/groups/${group}/items/${one.id}/1.0.0`)).status).toBe(404);
  const missing = await stage(one, 'nowhere');
  expect({ status: missing.status, body: JSON.parse(missing.text) }).toMatchObject({
    status: 404,
    body: { error: { code: 'not_found', message: 'group not found' } },
  });
  expect((await read(itemPath('package', one))).status).toBe(404);
});
