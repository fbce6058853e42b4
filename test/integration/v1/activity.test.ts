import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishCrate } from '../../support/cargo.ts';
import { type Crate, makeCrate, makeSuspiciousCrate, uniqueName } from '../../support/crates.ts';
import { type SharedPlatform, startPlatform, type TestUser } from '../../support/platform.ts';

let platform: SharedPlatform;
let owner: TestUser;
let stranger: TestUser;
beforeAll(async () => {
  platform = await startPlatform();
  [owner, stranger] = await Promise.all([platform.createUser(), platform.createUser()]);
});
afterAll(() => platform?.stop());

interface Entry {
  action: string;
  username: string | null;
  organization: string | null;
  credential: string;
  version: string | null;
  tag: string | null;
}

async function call(method: string, path: string, bearer?: string, body?: object) {
  const response = await fetch(`${platform.url}/v1${path}`, {
    method,
    headers: {
      ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    text,
    body: (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>,
  };
}

const pathOf = ({ name }: Pick<Crate, 'name'>) => `/packages/cargo/${name}`;

async function activityOf(crate: Pick<Crate, 'name'>, bearer?: string, query = ''): Promise<Entry[]> {
  const { status, body } = await call('GET', `${pathOf(crate)}/activity${query}`, bearer);
  expect(status).toBe(200);
  return body['activity'] as Entry[];
}

describe('the activity of a package', () => {
  it('shows all readers what was done, by whom, with which kind of credential, and nothing else', async () => {
    const crate = await makeCrate();
    await publishCrate(platform, crate, owner.token);
    await call('PUT', `${pathOf(crate)}/releases/1.0.0/yank`, owner.session, { reason: 'broken' });

    const told = await activityOf(crate);

    expect(
      told.map(({ action, username, credential, version }) => [action, username, credential, version]),
    ).toEqual([
      ['release_yank', owner.username, 'session', '1.0.0'],
      ['release_publish', owner.username, 'token', '1.0.0'],
      ...told.slice(2).map(({ action }) => [action, owner.username, 'token', null]),
    ]);
    const { text } = await call('GET', `${pathOf(crate)}/activity`);
    expect(text).not.toMatch(/127\.0\.0\.1|user_agent|ip_address|broken/);
    expect((await activityOf(crate, undefined, '?per_page=1')).length).toBe(1);
    expect(
      (await activityOf(crate, undefined, '?version=1.0.0')).every(({ version }) => version === '1.0.0'),
    ).toBe(true);
  });

  it('says nothing of versions that the reader may not see', async () => {
    const crate = await makeCrate();
    await publishCrate(platform, crate, owner.token);
    const held = await makeSuspiciousCrate({ name: crate.name, version: '9.9.9' });
    expect((await publishCrate(platform, held, owner.token)).status).toBe(202);
    const quarantined = await makeCrate({ name: crate.name, version: '8.8.8' });
    await publishCrate(platform, quarantined, owner.token);
    const hold = await call('POST', `${pathOf(crate)}/releases/8.8.8/hold`, owner.session, { reason: 'odd' });
    expect(hold.status).toBe(200);

    for (const bearer of [undefined, stranger.session]) {
      expect(JSON.stringify(await activityOf(crate, bearer))).not.toMatch(/9\.9\.9|8\.8\.8/);
      expect((await call('GET', `${pathOf(crate)}/activity?version=8.8.8`, bearer)).status).toBe(404);
    }
    const inside = await activityOf(crate, owner.session);
    expect(inside).toContainEqual(expect.objectContaining({ action: 'release_hold', version: '8.8.8' }));
    await call('PATCH', pathOf(crate), owner.session, { visibility: 'private' });
    expect((await call('GET', `${pathOf(crate)}/activity`)).status).toBe(404);
  });

  it('names the organization in the place of members whom it does not show', async () => {
    const slug = uniqueName('org');
    await call('POST', '/orgs', owner.session, { name: slug, slug });
    await call('POST', '/repositories', owner.session, { name: slug, slug, owner_org_slug: slug });
    const crate = await makeCrate();
    const { status } = await fetch(`${platform.url}/cargo/r/${slug}/api/v1/crates/new`, {
      method: 'PUT',
      headers: { authorization: owner.token },
      body: new Uint8Array(crate.body),
    });
    expect(status).toBe(200);
    expect((await activityOf(crate))[0]).toMatchObject({ username: owner.username, organization: null });

    await call('PATCH', `/orgs/${slug}`, owner.session, { member_directory_is_private: true });

    for (const bearer of [undefined, stranger.session])
      expect((await activityOf(crate, bearer))[0]).toMatchObject({ username: null, organization: slug });
    expect((await activityOf(crate, owner.session))[0]).toMatchObject({ username: owner.username });
  });
});

describe('suggestions', () => {
  it('are the few most wanted names that begin with the text, and never a hidden one', async () => {
    const word = uniqueName('suggest');
    const crates = await Promise.all(
      ['', '-one', '-two_three', '-hidden'].map((end) => makeCrate({ name: `${word}${end}` })),
    );
    for (const crate of crates) await publishCrate(platform, crate, owner.token);
    await call('PATCH', `/packages/cargo/${word}-hidden`, owner.session, { visibility: 'private' });
    const suggest = async (q: string, bearer?: string) => {
      const { body } = await call('GET', `/search/suggest?q=${encodeURIComponent(q)}`, bearer);
      return (body['suggestions'] as { name: string }[]).map(({ name }) => name);
    };

    await expect.poll(() => suggest(word)).toEqual([word, `${word}-one`, `${word}-two_three`]);
    expect(await suggest(`${word}-TWO-`)).toEqual([`${word}-two_three`]);
    expect(await suggest(word, owner.session)).toContain(`${word}-hidden`);
    for (const q of ['%', '_', '\\', `${word}%`, ' ']) expect(await suggest(q)).not.toContain(word);
    expect((await call('GET', `/search/suggest?q=${'x'.repeat(300)}`)).status).toBe(422);
  });
});
