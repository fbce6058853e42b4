import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../../store/postgres/pool.ts';
import { AnyRow, type Management, type Person, startManagement } from '../../support/management.ts';

let api: Management;
let alice: Person;
let bob: Person;
beforeAll(async () => {
  api = await startManagement();
  [alice, bob] = await Promise.all([api.createPerson('alice'), api.createPerson('bob')]);
});
afterAll(() => api.stop());

const post = (url: string, body: object, key?: string, by = alice) =>
  api.call('POST', url, {
    token: by.token,
    body,
    headers: key === undefined ? {} : { 'idempotency-key': key },
  });
const newOrganization = (slug: string, key?: string, more: object = {}, by = alice) =>
  post('/v1/orgs', { name: slug, slug, ...more }, key, by);

describe('Idempotency-Key', () => {
  it('has a request done once, and answered alike', async () => {
    const first = await newOrganization('once', 'key-1');
    const again = await newOrganization('once', 'key-1');

    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body).toEqual(first.body);
    expect([first.headers['idempotent-replayed'], again.headers['idempotent-replayed']]).toEqual([
      undefined,
      'true',
    ]);
    expect((await newOrganization('once', 'key-2')).status).toBe(409);
  });

  it('has many at the same instant done once', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => newOrganization('burst', 'key-burst')));

    expect(answers.filter(({ status }) => status === 201).length).toBeGreaterThan(0);
    expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true);
    const rows = await api.pool.any(sql.type(AnyRow)`
      select id from audit_log where action = 'org_create' and metadata ->> 'slug' = 'burst'`);
    expect(rows).toHaveLength(1);
    expect((await newOrganization('burst', 'key-burst')).status).toBe(201);
  });

  it('is another request with another body, and another person’s with another person', async () => {
    await newOrganization('mine', 'key-3');

    expect(await newOrganization('mine', 'key-3', { description: 'x' })).toMatchObject({
      status: 422,
      body: { code: 'idempotency_mismatch' },
    });
    expect((await newOrganization('bobs', 'key-3', {}, bob)).status).toBe(201);
    expect(await post('/v1/orgs', { name: 'x', slug: 'x-x' }, 'ü')).toMatchObject({ status: 400 });
  });

  it('is another credential’s with another credential, and nothing for one that may less', async () => {
    await newOrganization('hidden-answer', 'key-7');
    const weak = await api.createToken(alice.id, ['tokens:read']);

    const asked = await post('/v1/orgs', { name: 'hidden-answer', slug: 'hidden-answer' }, 'key-7', {
      ...alice,
      token: weak,
    });

    expect(asked).toMatchObject({ status: 403, body: { code: 'insufficient_scope' } });
    expect(asked.headers['idempotent-replayed']).toBeUndefined();
  });

  it('of a refused request may be used again', async () => {
    expect((await newOrganization('admin', 'key-4')).status).toBe(422);
    expect((await newOrganization('not-admin', 'key-4')).status).toBe(201);
  });

  it('keeps no secrets', async () => {
    const wanted = { name: 'ci', scopes: ['tokens:read'] };
    const first = await post('/v1/tokens', wanted, 'key-5');
    const again = await post('/v1/tokens', wanted, 'key-5');

    expect([first.status, again.status]).toEqual([201, 409]);
    const kept = await api.pool.any(
      sql.type(AnyRow)`select body::text from idempotency_keys where key = 'key-5'`,
    );
    expect(kept).toEqual([{ body: 'null' }]);
  });

  it('of a request whose process died is taken over', async () => {
    await api.pool.query(sql.unsafe`
      insert into idempotency_keys (scope, key, request_digest, status, body, created_at)
      select scope, 'key-6', request_digest, 0, 'null', now() - interval '2 minutes'
      from idempotency_keys where key = 'key-1'`);

    expect((await newOrganization('once', 'key-6')).body['code']).toBe('slug_taken');
  });
});

describe('ETag', () => {
  const path = '/v1/orgs/tagged';
  const read = (headers: Record<string, string> = {}, by?: Person) =>
    api.call('GET', path, { token: by?.token, headers });
  const rename = (name: string, ifMatch: string) =>
    api.call('PATCH', path, { token: alice.token, body: { name }, headers: { 'if-match': ifMatch } });

  it('is of what the reader sees, and saves them the rest', async () => {
    await newOrganization('tagged');
    const [anonymous, owner] = [await read(), await read({}, alice)];
    const etag = String(owner.headers['etag']);

    expect(etag).toMatch(/^"[\w-]{32}"$/);
    expect(anonymous.headers['etag']).not.toBe(etag);
    const same = await read({ 'if-none-match': `"other", ${etag}` }, alice);
    expect([same.status, same.headers['etag']]).toEqual([304, etag]);
    expect((await read({ 'if-none-match': etag })).status).toBe(200);
  });

  it('keeps a change from undoing another one', async () => {
    const etag = String((await read({}, alice)).headers['etag']);

    const answers = await Promise.all(['one', 'two', 'three'].map((name) => rename(name, etag)));

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412, 412]);
    expect(answers.find(({ status }) => status === 412)?.body['code']).toBe('precondition_failed');
    expect((await rename('four', '"nonsense"')).status).toBe(412);
    expect((await rename('four', '*')).status).toBe(200);
    const gone = { token: alice.token, body: { name: 'x' }, headers: { 'if-match': '*' } };
    expect((await api.call('PATCH', '/v1/orgs/not-there', gone)).status).toBe(412);
  });
});

it('an unknown path is a problem like any other', async () => {
  expect(await api.call('GET', '/v1/nothing/here')).toMatchObject({
    status: 404,
    body: { code: 'not_found' },
  });
});

it.each([
  ['DELETE', '/v1/stats', 'GET, HEAD'],
  ['PUT', '/v1/packages/npm/probe/releases/1.0.0/yank?x=1', null],
  ['POST', '/v1/packages/npm/probe/releases/1.0.0/yank?x=1', 'PUT'],
  ['GET', '/v1/auth/login', 'POST'],
  ['PATCH', '/v1/packages/npm/%40a%2Fb/releases', 'GET, HEAD, POST'],
] as const)('%s %s is answered with the methods there are', async (method, url, allowed) => {
  const { status, headers, body } = await api.call(method, url);

  const expected = allowed === null ? [401, undefined] : [405, allowed];
  expect([status, headers['allow']]).toEqual(expected);
  expect(body['code']).toBe(allowed === null ? 'unauthenticated' : 'method_not_allowed');
});
