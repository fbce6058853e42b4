import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../../store/postgres/pool.ts';
import { AnyRow, type Management, type Person, startManagement } from '../../support/management.ts';
import { type NameServer, startNameServer } from '../../support/name-server.ts';

let api: Management;
let dns: NameServer;
let alice: Person;
let bob: Person;
beforeAll(async () => {
  dns = await startNameServer();
  api = await startManagement({ DNS_SERVERS: dns.address });
  [alice, bob] = await Promise.all([api.createPerson('alice'), api.createPerson('bob')]);
});
afterAll(async () => {
  await api?.stop();
  await dns?.stop();
});

async function claim(namespace: string, ecosystem = 'maven'): Promise<string> {
  const { status, body } = await api.call('POST', '/v1/namespaces', {
    token: alice.token,
    body: { ecosystem, namespace },
  });
  expect(status).toBe(201);
  return body['id'];
}
const begin = (id: string, { token } = alice) =>
  api.call('POST', `/v1/namespaces/${id}/verification`, { token });
const check = (id: string, { token } = alice) =>
  api.call('POST', `/v1/namespaces/${id}/verification/check`, { token });
const auditOf = (id: string) =>
  api.pool.any(sql.type(AnyRow)`
    select action, actor_user_id, metadata ->> 'domain' as domain from audit_log
    where metadata ->> 'namespace_id' = ${id} and action = 'namespace_verify'`);

describe('a namespace that is named after a domain', () => {
  it('is verified by a TXT record, once', async () => {
    const id = await claim('com.acme.tools');

    const asked = await begin(id);
    expect(asked).toMatchObject({
      status: 200,
      body: {
        record_type: 'TXT',
        record_names: ['_rookery.tools.acme.com', '_rookery.acme.com'],
        record_value: expect.stringMatching(/^rookery-namespace=[\w-]{32}$/),
      },
    });
    expect((await begin(id)).body).toEqual(asked.body);
    expect(await check(id)).toMatchObject({
      status: 409,
      body: { code: 'invalid_state', detail: expect.stringContaining('_rookery.acme.com') },
    });
    dns.records.set('_rookery.acme.com', ['x'.repeat(300), asked.body['record_value']]);
    const verified = await check(id);

    expect(verified).toMatchObject({ status: 200, body: { id, is_verified: true } });
    expect((await check(id)).status).toBe(200);
    expect((await begin(id)).status).toBe(409);
    const listed = await api.call('GET', '/v1/namespaces?verified=true', { token: alice.token });
    expect(listed.body['namespaces']).toMatchObject([{ namespace: 'com.acme.tools', is_verified: true }]);
    expect(await auditOf(id)).toEqual([
      { action: 'namespace_verify', actorUserId: alice.id, domain: 'acme.com' },
    ]);
  });

  it('is not verified by the record of another claim, or of a challenge that has expired', async () => {
    const [one, other] = [await claim('net.one'), await claim('net.other')];
    const { body } = await begin(one);
    await begin(other);
    for (const name of ['_rookery.one.net', '_rookery.other.net'])
      dns.records.set(name, [body['record_value']]);

    expect((await check(other)).status).toBe(409);
    await api.pool.query(
      sql.unsafe`update namespace_challenges set expires_at = now() where namespace_id = ${one}`,
    );
    expect(await check(one)).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('ask for one') },
    });
    expect((await begin(one)).body['record_value']).not.toBe(body['record_value']);
    expect(await auditOf(one)).toEqual([]);
  });

  it('has to be verified again by an organization that gets it', async () => {
    const id = await claim('org.given');
    const { body } = await begin(id);
    dns.records.set('_rookery.given.org', [body['record_value']]);
    expect((await check(id)).body['is_verified']).toBe(true);
    const organization = { name: 'Given', slug: 'given-to' };
    expect((await api.call('POST', '/v1/orgs', { token: alice.token, body: organization })).status).toBe(201);

    const given = await api.call('POST', `/v1/namespaces/${id}/ownership-transfer`, {
      token: alice.token,
      body: { target_org_slug: 'given-to' },
    });

    expect(given).toMatchObject({ status: 200, body: { namespace_claim: { is_verified: false } } });
    expect((await check(id)).status).toBe(409);
  });

  it('is its owner’s to verify, with a token for namespaces', async () => {
    const id = await claim('org.mine');
    const narrow = { ...alice, token: await api.createToken(alice.id, ['packages:write']) };

    for (const ask of [begin, check]) {
      expect((await ask(id, bob)).status).toBe(404);
      expect((await ask(id, narrow)).status).toBe(403);
      expect((await ask(id, { ...alice, token: 'pub_wrong' })).status).toBe(401);
      expect((await ask(crypto.randomUUID())).status).toBe(404);
    }
  });
});

it.each([
  ['single', 'maven'],
  ['under_score.acme', 'maven'],
  ['verified-scope', 'npm'],
])('the namespace %s of %s is no domain', async (namespace, ecosystem) => {
  const id = await claim(namespace, ecosystem);

  expect(await begin(id)).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining('no domain') },
  });
});

it('a silent name server is no verdict', async () => {
  const id = await claim('org.silent');
  await begin(id);
  dns.silence();

  expect(await check(id)).toMatchObject({ status: 503, body: { code: 'not_ready' } });
}, 60_000);
