import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildFile, manage, publish, unique } from '../security/publish.ts';
import { ecosystems, nameWith } from '../support/test-clients.ts';
import { AnyRow } from '../support/management.ts';
import { layerClient } from '../support/layers.ts';
import { type Platform, startPlatform, type TestUser } from '../support/platform.ts';

let platform: Platform;
beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform?.stop());

const json = ({ text }: { text: string }) => AnyRow.parse(JSON.parse(text));

interface Wanted {
  packages?: number;
  releases_per_day?: number;
  storage_bytes?: number;
}

async function tokenOf({ session }: TestUser, quotas?: Wanted, scopes = ['packages:write']) {
  const body = { name: 'bounded', scopes, ...(quotas && { quotas }) };
  const created = await manage(platform.url, session, 'POST', '/v1/tokens', body);
  expect(created.status).toBe(201);
  return { id: String(json(created)['id']), token: String(json(created)['token']) };
}

async function send(ecosystem: string, name: string, version: string, token: string) {
  const file = await buildFile({ ecosystem, name, version, word: unique(), isSuspicious: false });
  const answer = await publish(platform.url, { ecosystem, name, version, file, token });
  return { ...answer, size: file.length };
}

describe('a token with quotas', () => {
  it.each(ecosystems)('brings no more releases of %s a day than it may, and says so', async (ecosystem) => {
    const owner = await platform.createUser();
    const { token } = await tokenOf(owner, { releases_per_day: 1 });
    const name = nameWith(ecosystem, `q${unique()}`);

    const first = await send(ecosystem, name, '1.0.0', token);
    const second = await send(ecosystem, name, '1.1.0', token);
    const other = await send(ecosystem, name, '1.1.0', owner.token);

    expect([200, 201]).toContain(first.status);
    expect(second.status).toBeGreaterThanOrEqual(400);
    expect(second.status).toBeLessThan(500);
    expect(second.text).toContain('the token has begun 1 releases in the last 24 hours');
    expect([200, 201]).toContain(other.status);
  });

  it('brings no more images than it may', async () => {
    const owner = await platform.createUser();
    const { token } = await tokenOf(owner, { releases_per_day: 1 });
    const client = layerClient(platform, { username: owner.username, token });

    const first = await client.pushImage([], 'one', { a: 1 });
    const second = await client.pushImage([], 'two', { b: 2 });

    expect(first.status).toBe(201);
    expect(second.status).toBe(403);
    expect(second.bytes.toString()).toContain('the token has begun 1 releases');
  });

  it('makes no more packages than it may, whichever way, and of many at once as many as it may', async () => {
    const owner = await platform.createUser();
    const { id, token } = await tokenOf(owner, { packages: 2 });
    const byHand = await manage(platform.url, token, 'POST', '/v1/packages', {
      ecosystem: 'npm',
      name: `q${unique()}`,
      repository_slug: owner.username.toLowerCase(),
    });
    const wanted = Array.from({ length: 4 }, () => `q${unique()}`);

    const answers = await Promise.all(wanted.map((name) => send('generic', name, '1.0.0', token)));
    const again = await manage(platform.url, token, 'POST', '/v1/packages', {
      ecosystem: 'npm',
      name: `q${unique()}`,
      repository_slug: owner.username.toLowerCase(),
    });

    expect(byHand.status).toBe(201);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.map(({ text }) => text).join(' ')).toContain(
      'the token has made 2 packages, archived ones included: that is the quota',
    );
    expect([again.status, json(again)['code']]).toEqual([422, 'policy_violation']);
    const there = wanted.find((_, index) => answers[index]?.status === 201) ?? '';
    expect((await send('generic', there, '1.1.0', token)).status).toBe(201);
    const asked = await manage(platform.url, platform.adminToken, 'GET', `/v1/admin/quotas?token_id=${id}`);
    expect(json(asked)).toMatchObject({
      quotas: { packages: 2, releases_per_day: null, storage_bytes: null },
      effective: { packages: 2 },
      usage: { packages: 2, releases_today: 2 },
    });
  });

  it('brings no more bytes than it may, with further files of a release as well', async () => {
    const owner = await platform.createUser();
    const { token } = await tokenOf(owner, { storage_bytes: 1_000 });
    const name = `q${unique()}`;
    const put = (path: string, bytes: number) =>
      fetch(`${platform.url}/generic/${name}/${path}`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${token}` },
        body: 'x'.repeat(bytes),
      });

    const answers = [];
    for (const [path, bytes] of [
      ['1.0.0/a.txt', 600],
      ['1.0.0/b.txt', 500],
      ['1.1.0/a.txt', 500],
      ['1.0.0/c.txt', 300],
    ] as const) {
      const answer = await put(path, bytes);
      answers.push([path, answer.status, await answer.text()]);
    }

    expect(answers.map(([path, status]) => [path, status])).toEqual([
      ['1.0.0/a.txt', 201],
      ['1.0.0/b.txt', expect.any(Number)],
      ['1.1.0/a.txt', expect.any(Number)],
      ['1.0.0/c.txt', 201],
    ]);
    for (const [, status, text] of answers.slice(1, 3)) {
      expect(status).toBeGreaterThanOrEqual(400);
      expect(text).toContain('the token would store 1100 bytes, more than the quota of 1000');
    }
  });

  it('makes no other tokens, shows what it may to its owner, and is bounded by administrators too', async () => {
    const owner = await platform.createUser();
    const scopes = ['packages:write', 'tokens:write'];
    const [bounded, free] = [await tokenOf(owner, { packages: 1 }, scopes), await tokenOf(owner)];
    const change = (body: object, token = platform.adminToken) =>
      manage(platform.url, token, 'PATCH', '/v1/admin/quotas', body);

    const made = await manage(platform.url, bounded.token, 'POST', '/v1/tokens', { name: 'x', scopes });
    const listed = json(await manage(platform.url, owner.session, 'GET', '/v1/tokens'))['tokens'];
    const set = await change({ token_id: free.id, releases_per_day: 0 });
    const sent = await send('cargo', `q${unique()}`, '1.0.0', free.token);

    expect(made.status).toBe(403);
    const quotasOf = (id: string) => listed.find((token: { id: string }) => token.id === id)?.quotas;
    expect(quotasOf(bounded.id)).toEqual({ packages: 1, releases_per_day: null, storage_bytes: null });
    expect(quotasOf(free.id)).toBeNull();
    expect(json(set)).toMatchObject({ quotas: { releases_per_day: 0, packages: null } });
    expect(sent.text).toContain('the token has begun 0 releases');
    expect((await change({ token_id: free.id, releases_per_day: null })).status).toBe(200);
    expect((await send('cargo', `q${unique()}`, '1.0.0', free.token)).status).toBe(200);
    expect((await change({ token_id: free.id, packages: 9 }, owner.session)).status).toBe(403);
    expect((await change({ token_id: free.id, username: owner.username })).status).toBe(422);
    expect((await change({ token_id: '00000000-0000-7000-8000-000000000000', packages: 1 })).status).toBe(
      404,
    );
    const refused = { name: 'x', scopes, quotas: { packages: -1 } };
    expect((await manage(platform.url, owner.session, 'POST', '/v1/tokens', refused)).status).toBe(422);
  });
});
