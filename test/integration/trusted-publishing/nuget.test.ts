import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { packageForm } from '../../../ecosystems/nuget/fixtures/form.ts';
import { buildNupkg } from '../../../ecosystems/nuget/fixtures/nupkg.ts';
import { uniqueName } from '../../support/crates.ts';
import { query } from '../../support/database.ts';
import { type Claims, type Issuer, startIssuer } from '../../support/issuer.ts';
import { type SharedPlatform, startOpenPlatform } from '../../support/platform.ts';
import { findTemporal, temporalMissing } from '../../support/temporal.ts';
import { isSkipped } from '../../support/tool.ts';
import { publishersUrl, runOf, send } from '../../support/trusted-publishing.ts';

const isMissing = isSkipped(await findTemporal(), temporalMissing);

interface Owner {
  username: string;
  token: string;
  session: string;
}

describe.skipIf(isMissing)('.NET builds', () => {
  let issuer: Issuer;
  let liar: Issuer;
  let inner: Issuer;
  let platform: SharedPlatform;
  let alice: Owner;
  beforeAll(async () => {
    [issuer, inner] = await Promise.all([startIssuer({ isTrusted: true }), startIssuer()]);
    liar = await startIssuer({ isTrusted: true, discovery: { jwks_uri: `${inner.url}/keys` } });
    platform = await startOpenPlatform();
    alice = await platform.createUser();
  });
  afterAll(async () => {
    await platform.stop();
    await Promise.all([issuer.stop(), liar.stop(), inner.stop()]);
  });

  const push = async (id: string, version: string, key: string, path = 'package') => {
    const { payload, headers } = packageForm(buildNupkg({ id, version }));
    const body = new Uint8Array(payload);
    const all = { ...headers, 'x-nuget-apikey': key };
    const response = await fetch(`${platform.url}/nuget/v2/${path}/`, { method: 'PUT', headers: all, body });
    await response.body?.cancel();
    return response.status;
  };
  const trust = async (id: string, owner: Owner, repository: string, by = issuer, rules: object = {}) => {
    expect(await push(id, '0.1.0', owner.token)).toBe(201);
    const body = { issuer: by.url, repository, workflow_ref: '*', ...rules };
    const named = await send('POST', publishersUrl(platform, 'nuget', id), { bearer: owner.session, body });
    expect(named.status).toBe(201);
    return id;
  };
  const tokenUrl = () => `${platform.url}/nuget/api/v2/token`;
  const exchange = async (repository: string, changes: Claims = {}, body: object = {}, by = issuer) => {
    const jwt = await by.sign({ ...runOf(repository, platform.url), ...changes });
    return send('POST', tokenUrl(), { bearer: jwt, body: { tokenType: 'ApiKey', ...body } });
  };
  const versions = async (id: string) => {
    const { body } = await send(
      'GET',
      `${platform.url}/nuget/v3-flatcontainer/${id.toLowerCase()}/index.json`,
    );
    return body['versions'];
  };

  it('push every package that their owner has opened to them, with one key', async () => {
    const repository = `acme/${uniqueName()}`;
    const [first, second] = [uniqueName('Probe'), uniqueName('Probe')];
    await trust(first, alice, repository);
    await trust(second, alice, repository);
    const closed = await trust(uniqueName('Probe'), alice, 'acme/else');

    const answer = await exchange(repository, {}, { username: alice.username });
    const key = String(answer.body['apiKey']);

    expect(answer.status).toBe(200);
    expect(key).toMatch(/^pub_[0-9a-f]{72}$/);
    const seconds = (Date.parse(String(answer.body['expires'])) - Date.now()) / 1_000;
    expect(seconds).toBeGreaterThan(880);
    expect(seconds).toBeLessThanOrEqual(900);
    expect(await push(first, '1.0.0', key)).toBe(201);
    expect(await push(second, '1.0.0', key)).toBe(201);
    expect(await push(closed, '1.0.0', key)).toBe(403);
    expect(await push(uniqueName('New'), '1.0.0', key)).toBe(403);
    expect(await versions(first)).toEqual(['0.1.0', '1.0.0']);
    const rows = await query(platform.databaseUrl, `select kind from tokens where exchanged_in = 'nuget'`);
    expect(rows).toEqual([{ kind: 'publish' }]);
  });

  it('whose releases wait for a person bring no symbols to a version that people see', async () => {
    const repository = `acme/${uniqueName()}`;
    const id = await trust(uniqueName('Probe'), alice, repository, issuer, { needs_approval: true });
    const { body } = await exchange(repository);
    const key = String(body['apiKey']);

    expect(await push(id, '1.0.0', key)).toBe(202);
    expect(await push(id, '0.1.0', key, 'symbolpackage')).toBe(202);
    const path = `${platform.url}/v1/packages/nuget/${id}/releases/0.1.0/held-files`;
    const { body: held } = await send('GET', path, { bearer: alice.session });
    expect(held['held_files']).toMatchObject([{ status_reason: 'awaiting_approval' }]);
    const { body: release } = await send('GET', path.replace('/held-files', ''), {});
    expect(release['status']).toBe('published');
    expect(JSON.stringify(release)).not.toContain('snupkg');
  });

  it('do nothing else with their key', async () => {
    const repository = `acme/${uniqueName()}`;
    const id = await trust(uniqueName('Probe'), alice, repository);
    const { body } = await exchange(repository);
    const key = String(body['apiKey']);

    const elsewhere = [
      ['GET', '/v1/users/me'],
      ['DELETE', `/nuget/v2/package/${id}/0.1.0`],
      ['GET', '/nuget/v3/index.json'],
      ['PUT', '/cargo/api/v1/crates/new'],
    ] as const;
    for (const [method, path] of elsewhere) {
      expect((await send(method, `${platform.url}${path}`, { bearer: key })).status, path).toBe(403);
    }
  });

  it('are refused with a key of the kind that is derived from an identity', async () => {
    const id = await trust(uniqueName('Probe'), alice, 'acme/kinds');
    const { body } = await exchange('acme/kinds');
    await query(
      platform.databaseUrl,
      `update tokens set kind = 'oidc_derived' where exchanged_in = 'nuget' and build ->> 'repository' = $1`,
      ['acme/kinds'],
    );

    expect(await push(id, '1.0.0', String(body['apiKey']))).toBe(403);
  });

  it('may say whose packages they mean where strangers trust the same repository', async () => {
    const repository = `acme/${uniqueName()}`;
    const stranger = await platform.createUser();
    const theirs = await trust(uniqueName('Stranger'), stranger, repository);
    const ours = await trust(uniqueName('Probe'), alice, repository);

    const all = await exchange(repository);
    const { body } = await exchange(repository, {}, { username: alice.username.toUpperCase() });
    const unknown = await exchange(repository, {}, { username: 'missing' });

    expect(all.body['packages']).toEqual([theirs, ours]);
    expect(body['packages']).toEqual([ours]);
    expect(await push(theirs, '1.0.0', String(body['apiKey']))).toBe(403);
    expect(unknown.status).toBe(403);
  });

  test.each<[string, Claims, number]>([
    ['a wrong audience', { aud: 'https://elsewhere.example' }, 401],
    ['a time that is over', { exp: 1 }, 401],
    ['another repository', { repository: 'acme/other' }, 403],
    ["a stranger's pull request", { event_name: 'pull_request_target' }, 403],
  ])('with %s get no key', async (_what, changes, status) => {
    const repository = `acme/${uniqueName()}`;
    await trust(uniqueName('Probe'), alice, repository);

    const answer = await exchange(repository, changes);

    expect(answer.status).toBe(status);
    expect(Object.keys(answer.body)).toEqual(['error']);
  });

  it('get no key twice, without an identity, or for another type', async () => {
    const repository = `acme/${uniqueName()}`;
    await trust(uniqueName('Probe'), alice, repository);
    const jwt = await issuer.sign(runOf(repository, platform.url));

    expect((await send('POST', tokenUrl(), { bearer: jwt })).status).toBe(200);
    expect((await send('POST', tokenUrl(), { bearer: jwt })).status).toBe(401);
    expect((await send('POST', tokenUrl(), { body: {} })).status).toBe(401);
    expect((await send('POST', tokenUrl(), { bearer: alice.token, body: {} })).status).toBe(401);
    expect((await exchange(repository, {}, { tokenType: 'Other' })).status).toBe(400);
    expect((await exchange(repository, {}, { username: 7 })).status).toBe(400);
  });

  it('of unconfigured issuers cause no request', async () => {
    const id = uniqueName('Probe');
    await trust(id, alice, `acme/${id}`);
    const body = { issuer: inner.url, repository: `acme/${id}`, workflow_ref: '*' };

    const named = await send('POST', publishersUrl(platform, 'nuget', id), { bearer: alice.session, body });
    await query(platform.databaseUrl, 'update trusted_publishers set issuer = $1 where repository = $2', [
      inner.url,
      `acme/${id}`,
    ]);
    const answer = await exchange(`acme/${id}`, {}, {}, inner);

    expect(named).toMatchObject({ status: 422, body: { code: 'validation_failed' } });
    expect(answer.status).toBe(403);
    expect(inner.requests).toEqual([]);
  });

  it('of issuers that point elsewhere for their keys cause no request there', async () => {
    const id = uniqueName('Probe');
    await trust(id, alice, `acme/${id}`, liar);

    const answer = await exchange(`acme/${id}`, {}, {}, liar);

    expect(answer.status).toBe(503);
    expect(liar.requests).toEqual(['/.well-known/openid-configuration']);
    expect(inner.requests).toEqual([]);
  });
});
