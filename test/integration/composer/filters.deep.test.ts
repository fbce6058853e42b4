import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishDist } from '../../support/composer.ts';
import { uniqueName } from '../../support/crates.ts';
import { query } from '../../support/database.ts';
import { eventually } from '../../support/eventually.ts';
import { type CombinedPlatform, startCombinedPlatform, type TestUser } from '../../support/platform.ts';
import { approval } from '../../support/reviewing.ts';

let platform: CombinedPlatform;
let author: TestUser;
beforeAll(async () => {
  platform = await startCombinedPlatform();
  author = await platform.createUser();
});
afterAll(() => platform?.stop());

const newName = () => `${uniqueName('v').toLowerCase()}/probe`;

async function v1(method: string, path: string, body: object, token = author.session) {
  const answer = await fetch(`${platform.url}/v1/${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as never };
}

async function read(path: string, token?: string) {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const answer = await fetch(`${platform.url}/composer/${path}`, { headers });
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Document };
}

async function ask(path: string, names: readonly string[], token?: string) {
  const answer = await fetch(`${platform.url}/composer/${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ packages: names.map((name) => `pkg:composer/${name}`), lists: ['denied'] }),
  });
  return { status: answer.status, body: (await answer.json()) as { filter: unknown } };
}

interface Entry {
  constraint: string;
  reason: string;
}
interface Document {
  packages: Record<string, { version: string }[]>;
  filter?: Record<string, Entry[]>;
}

async function publish(name: string, version: string, mount = '/composer') {
  return (await publishDist(platform, author, { name, version }, { mount })).body['status'];
}

describe('filter lists', () => {
  it('stand in the document of their package, which is newer for each change of them', async () => {
    const name = newName();
    for (const version of ['1.0.0', '1.1.0', 'dev-main']) await publish(name, version);
    const release = `packages/composer/${encodeURIComponent(name)}/releases/1.1.0`;
    const clean = await read(`p2/${name}.json`);

    expect((await v1('POST', `${release}/hold`, { reason: 'looked strange' })).status).toBe(200);
    const held = await read(`p2/${name}.json`);
    const whole = await read(`p/${name}.json`);
    const branches = await read(`p2/${name}~dev.json`);
    expect(
      (
        await v1(
          'POST',
          `${release}/approve`,
          await approval(`${platform.url}/v1/${release}`, author.session),
        )
      ).status,
    ).toBe(200);

    // clients request the lists only if `metadata` is true
    expect((await read('packages.json')).body).toMatchObject({ filter: { metadata: true } });
    expect(clean.body.filter).toBeUndefined();
    const entry = {
      constraint: '1.1.0.0',
      reason: 'it was taken back after it had been published',
      url: `${platform.url}/packages/composer/${name}`,
      id: `quarantine:${name}:1.1.0.0`,
    };
    expect(held.body.filter).toEqual({ quarantine: [entry] });
    expect(held.body.packages[name]?.map(({ version }) => version)).toEqual(['1.0.0']);
    expect(whole.body.filter).toEqual(held.body.filter);
    expect(branches.body.filter).toBeUndefined();
    const timeOf = ({ headers }: typeof held) => Date.parse(headers.get('last-modified') ?? '');
    await eventually(async () => {
      const free = await read(`p2/${name}.json`);
      expect(free.body.filter).toBeUndefined();
      expect([timeOf(clean) < timeOf(held), timeOf(held) < timeOf(free)]).toEqual([true, true]);
    });
  });
});

describe('what a policy denies', () => {
  it('is refused by clients of its packages and of its mounts, and its new releases wait', async () => {
    const org = uniqueName('org').toLowerCase();
    await v1('POST', 'orgs', { name: org, slug: org });
    await v1('POST', 'repositories', { name: org, slug: org, owner_org_slug: org });
    const [name, other, foreign] = [newName(), newName(), newName()];
    for (const each of [name, other])
      for (const version of ['1.0.0', '1.1.0'])
        expect(await publish(each, version, `/composer/r/${org}`)).toBe('published');
    const denied = [
      { ecosystem: 'composer', name: name.toUpperCase(), versions: ['v1.0'], reason: 'loses data' },
      { ecosystem: 'composer', name: foreign },
      { ecosystem: 'npm', name: 'left-pad' },
    ];

    const put = await v1('PUT', `orgs/${org}/policy`, { denied_packages: denied });

    expect(put).toMatchObject({
      status: 200,
      body: { policy: { denied_packages: [{ name, versions: ['1.0.0.0'] }, { name: foreign }, {}] } },
    });
    const entry = {
      constraint: '1.0.0.0',
      reason: 'loses data',
      url: `${platform.url}/packages/composer/${name}`,
      id: `denied:${name}:1.0.0.0`,
    };
    for (const mount of ['', `r/${org}/`]) {
      const document = (await read(`${mount}p2/${name}.json`)).body;
      expect([document.filter, document.packages[name]?.length]).toEqual([{ denied: [entry] }, 2]);
      expect((await read(`${mount}p2/${other}.json`)).body.filter).toBeUndefined();
    }
    expect((await ask('api/filter', [name, other])).body).toEqual({
      filter: { denied: [{ package: name, ...entry }] },
    });
    // packages of other owners are denied only to clients of the organization's mount
    const summaries = [await read('p2/filter-summary.json'), await read(`r/${org}/p2/filter-summary.json`)];
    expect(summaries.map(({ body }) => body.filter?.['denied'])).toEqual([
      { [name]: '1.0.0.0' },
      { [name]: '1.0.0.0', [foreign]: '*' },
    ]);
    expect((await ask('api/denied', [foreign, other])).body).toEqual({ filter: [] });
    expect((await ask(`r/${org}/api/denied`, [foreign, other])).body).toMatchObject({
      filter: [{ package: foreign, constraint: '*', reason: 'a policy denies it' }],
    });

    const all = await v1('PUT', `repositories/${org}/policy`, {
      denied_packages: [{ ecosystem: 'composer', name }],
    });
    expect(all.status).toBe(200);
    expect((await read(`p2/${name}.json`)).body.filter?.['denied']).toHaveLength(2);
    expect(await publish(name, '1.2.0', `/composer/r/${org}`)).toBe('quarantine');
    expect(await publish(other, '1.2.0', `/composer/r/${org}`)).toBe('published');

    await v1('PUT', `repositories/${org}/policy`, {});
    await v1('PUT', `orgs/${org}/policy`, {});
    expect((await read(`p2/${name}.json`)).body.filter).toBeUndefined();
    expect((await read(`r/${org}/p2/filter-summary.json`)).body.filter?.['denied']).toEqual({});
  });

  it('tells strangers nothing of packages and repositories that are hidden from them', async () => {
    const org = uniqueName('org').toLowerCase();
    await v1('POST', 'orgs', { name: org, slug: org });
    await v1('POST', 'repositories', { name: org, slug: org, owner_org_slug: org, visibility: 'private' });
    const name = newName();
    await publish(name, '1.0.0', `/composer/r/${org}`);

    await v1('PUT', `orgs/${org}/policy`, { denied_packages: [{ ecosystem: 'composer', name }] });

    expect((await ask('api/filter', [name])).body).toEqual({ filter: {} });
    expect((await ask('api/denied', [name])).body).toEqual({ filter: [] });
    expect(JSON.stringify((await read('p2/filter-summary.json')).body)).not.toContain(name);
    const stranger = await platform.createUser();
    expect((await ask(`r/${org}/api/denied`, [name])).status).toBe(401);
    expect((await ask(`r/${org}/api/denied`, [name], stranger.token)).status).toBe(404);
    expect((await ask(`r/${org}/api/denied`, [name], author.token)).body).toMatchObject({
      filter: [{ package: name, constraint: '*' }],
    });
    expect((await read(`p2/${name}.json`, author.token)).body.filter).toMatchObject({ denied: [{}] });
  });

  it('tells readers of a public repository nothing of private packages of its owner', async () => {
    const org = uniqueName('org').toLowerCase();
    await v1('POST', 'orgs', { name: org, slug: org });
    const [pub, hidden] = [`${org}-pub`, `${org}-hidden`];
    await v1('POST', 'repositories', { name: pub, slug: pub, owner_org_slug: org });
    await v1('POST', 'repositories', {
      name: hidden,
      slug: hidden,
      owner_org_slug: org,
      visibility: 'private',
    });
    const [billing, foreign, taken] = [newName(), newName(), newName()];
    await publish(billing, '1.0.0', `/composer/r/${hidden}`);
    const [stranger, squatter] = [await platform.createUser(), await platform.createUser()];
    const squats = `${org}-squats`;
    await v1('POST', 'repositories', { name: squats, slug: squats, visibility: 'private' }, squatter.session);
    const squat = { name: taken, version: '1.0.0' };
    const mount = `/composer/r/${squats}`;
    expect((await publishDist(platform, squatter, squat, { mount })).body['status']).toBe('published');
    const denied = [billing, foreign, taken].map((name) => ({
      ecosystem: 'composer',
      name,
      versions: ['1.0.0'],
      reason: 'loses money',
    }));
    expect((await v1('PUT', `orgs/${org}/policy`, { denied_packages: denied })).status).toBe(200);

    const look = async (token?: string) => {
      const [filter, asked, summary] = [
        await ask(`r/${pub}/api/filter`, [billing], token),
        await ask(`r/${pub}/api/denied`, [billing], token),
        await read(`r/${pub}/p2/filter-summary.json`, token),
      ];
      return [filter.body.filter, asked.body.filter, Object.keys(summary.body.filter?.['denied'] ?? {})];
    };
    // a name that another user has taken stays denied
    const open = [foreign, taken].toSorted();
    expect(await look()).toEqual([{}, [], open]);
    expect(await look(stranger.token)).toEqual([{}, [], open]);
    const entry = { package: billing, constraint: '1.0.0.0', reason: 'loses money' };
    expect(await look(author.token)).toMatchObject([
      { denied: [entry] },
      [entry],
      [billing, ...open].toSorted(),
    ]);
  });

  it('has names, versions and ecosystems that exist, and is bounded', async () => {
    const org = uniqueName('org').toLowerCase();
    await v1('POST', 'orgs', { name: org, slug: org });
    const put = async (denied: object[]) =>
      (await v1('PUT', `orgs/${org}/policy`, { denied_packages: denied })).status;
    const name = 'acme/probe';

    expect(await put([{ ecosystem: 'cobol', name }])).toBe(422);
    expect(await put([{ ecosystem: 'composer', name: '../x' }])).toBe(422);
    expect(await put([{ ecosystem: 'composer', name, versions: ['newest'] }])).toBe(422);
    expect(await put([{ ecosystem: 'composer', name, versions: [] }])).toBe(422);
    expect(await put([{ ecosystem: 'composer', name, why: 'x' }])).toBe(422);
    expect(await put(Array.from({ length: 201 }, () => ({ ecosystem: 'composer', name })))).toBe(422);
    expect(await put([{ ecosystem: 'composer', name }])).toBe(200);
  });

  it('is over with the owner: what a transferred package says is of the policies of its new one', async () => {
    const [from, to] = [uniqueName('org').toLowerCase(), uniqueName('org').toLowerCase()];
    for (const org of [from, to]) await v1('POST', 'orgs', { name: org, slug: org });
    await v1('POST', 'repositories', { name: from, slug: from, owner_org_slug: from });
    const [before, after] = [newName(), newName()];
    for (const name of [before, after]) await publish(name, '1.0.0', `/composer/r/${from}`);
    for (const [org, name] of [
      [from, before],
      [to, after],
    ] as const) {
      await v1('PUT', `orgs/${org}/policy`, { denied_packages: [{ ecosystem: 'composer', name }] });
    }
    expect((await read(`p2/${before}.json`)).body.filter).toBeDefined();

    const moving = { target_org_slug: to, move_packages: true };
    const refused = await v1('POST', `repositories/${from}/ownership-transfer`, moving);
    const accepts = { accepts_rules: ['denied_packages'], ...(refused.body as { details?: object }).details };
    const moved = await v1('POST', `repositories/${from}/ownership-transfer`, { ...moving, ...accepts });
    expect(moved.status).toBe(200);
    await v1('POST', 'admin/jobs/recover-stale', {}, platform.adminToken);

    await eventually(
      async () => {
        expect((await read(`p2/${after}.json`)).body.filter).toBeDefined();
        expect((await read(`p2/${before}.json`)).body.filter).toBeUndefined();
      },
      { withinMs: 30_000 },
    );
  });

  it('is in few documents at once, in the others soon, and an entry that stays renders none', async () => {
    const org = uniqueName('org').toLowerCase();
    await v1('POST', 'orgs', { name: org, slug: org });
    await v1('POST', 'repositories', { name: org, slug: org, owner_org_slug: org });
    const names = Array.from({ length: 22 }, newName);
    for (const name of names) await publish(name, '1.0.0', `/composer/r/${org}`);
    const denied = names.map((name) => ({ ecosystem: 'composer', name }));
    const put = (entries: object[]) => v1('PUT', `orgs/${org}/policy`, { denied_packages: entries });
    const revisions = async () =>
      query(platform.databaseUrl, 'select name, revision from packages where name = any($1) order by name', [
        names,
      ]);
    const saying = async () => {
      const documents = await Promise.all(names.map((name) => read(`p2/${name}.json`)));
      return documents.filter(({ body }) => body.filter !== undefined).length;
    };

    expect((await put(denied)).status).toBe(200);
    const atOnce = await saying();
    await v1('POST', 'admin/jobs/recover-stale', {}, platform.adminToken);
    await eventually(async () => expect(await saying()).toBe(22), { withinMs: 30_000 });
    const settled = await revisions();
    expect((await put([...denied.toReversed(), { ecosystem: 'npm', name: 'left-pad' }])).status).toBe(200);

    expect(atOnce).toBe(20);
    expect(await revisions()).toEqual(settled);
    expect(await query(platform.databaseUrl, 'select * from stale_documents')).toEqual([]);
  });

  it('is asked for by name where a summary could not hold it', async () => {
    const org = uniqueName('org').toLowerCase();
    await v1('POST', 'orgs', { name: org, slug: org });
    await v1('POST', 'repositories', { name: org, slug: org, owner_org_slug: org });
    const ways = async (denied: number) => {
      await query(
        platform.databaseUrl,
        `insert into policies (id, organization_id, document)
         select gen_random_uuid(), organizations.id, jsonb_build_object('denied_packages', (
           select jsonb_agg(jsonb_build_object('ecosystem', 'composer', 'name', 'acme/' || number))
           from generate_series(1, $2::integer) as number))
         from organizations where slug = $1
         on conflict (organization_id) do update set document = excluded.document`,
        [org, denied],
      );
      return (await read(`r/${org}/packages.json`, author.token)).body.filter;
    };

    expect(await ways(5_000)).toHaveProperty('summary-url');
    const many = await ways(5_001);
    expect(many).toHaveProperty('api-url', `${platform.url}/composer/r/${org}/api/filter`);
    expect(many).not.toHaveProperty('summary-url');
  });

  it('is in the documents also when the server died before it rendered them', async () => {
    const org = uniqueName('org').toLowerCase();
    await v1('POST', 'orgs', { name: org, slug: org });
    await v1('POST', 'repositories', { name: org, slug: org, owner_org_slug: org });
    const name = newName();
    await publish(name, '1.0.0', `/composer/r/${org}`);
    await query(
      platform.databaseUrl,
      `with organization as (select id from organizations where slug = $1)
       insert into policies (id, organization_id, document)
       select gen_random_uuid(), organization.id, jsonb_build_object('denied_packages',
         jsonb_build_array(jsonb_build_object('ecosystem', 'composer', 'name', $2::text))) from organization`,
      [org, name],
    );
    await query(
      platform.databaseUrl,
      'insert into stale_documents (package_id) select id from packages where name = $1',
      [name],
    );
    expect((await read(`p2/${name}.json`)).body.filter).toBeUndefined();

    await v1('POST', 'admin/jobs/recover-stale', {}, platform.adminToken);

    await eventually(async () => expect((await read(`p2/${name}.json`)).body.filter).toBeDefined(), {
      withinMs: 30_000,
    });
    expect(await query(platform.databaseUrl, 'select * from stale_documents')).toEqual([]);
  });
});
