import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildGem } from '../../../ecosystems/rubygems/fixtures/gem.ts';
import { uniqueName } from '../../support/crates.ts';
import { type Claims, type Issuer, startIssuer } from '../../support/issuer.ts';
import { type SharedPlatform, startOpenPlatform, type TestUser } from '../../support/platform.ts';
import { findTemporal, temporalMissing } from '../../support/temporal.ts';
import { isSkipped } from '../../support/tool.ts';
import { publishersUrl, runOf, send } from '../../support/trusted-publishing.ts';
import { mavenRequests, newCoordinates } from '../maven/requests.ts';

const isMissing = isSkipped(await findTemporal(), temporalMissing);

describe.skipIf(isMissing)('builds of gems', () => {
  let issuer: Issuer;
  let platform: SharedPlatform;
  let alice: TestUser;
  beforeAll(async () => {
    issuer = await startIssuer({ isTrusted: true });
    platform = await startOpenPlatform();
    alice = await platform.createUser();
  });
  afterAll(async () => {
    await platform?.stop();
    await issuer?.stop();
  });

  const push = async (name: string, version: string, key: string) => {
    const body = new Uint8Array(await buildGem({ name, version }));
    const headers = { authorization: key, 'content-type': 'application/octet-stream' };
    const response = await fetch(`${platform.url}/rubygems/api/v1/gems`, { method: 'POST', headers, body });
    await response.body?.cancel();
    return response.status;
  };
  const trust = async (repository: string) => {
    const name = uniqueName('probe').toLowerCase();
    expect(await push(name, '0.1.0', alice.token)).toBe(200);
    const body = { issuer: issuer.url, repository, workflow_ref: '*' };
    const named = await send('POST', publishersUrl(platform, 'rubygems', name), {
      bearer: alice.session,
      body,
    });
    expect(named.status).toBe(201);
    return name;
  };
  const exchange = async (repository: string, changes: Claims = {}) => {
    const jwt = await issuer.sign({ ...runOf(repository, new URL(platform.url).host), ...changes });
    const url = `${platform.url}/rubygems/api/v1/oidc/trusted_publisher/exchange_token`;
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jwt }),
    });
    const text = await answer.text();
    return {
      status: answer.status,
      body: (answer.status === 201 ? JSON.parse(text) : {}) as Record<string, unknown>,
    };
  };

  it('push the gem that trusts them, and no other, with a short-lived key', async () => {
    const repository = `acme/${uniqueName()}`;
    const name = await trust(repository);
    const other = await trust('acme/else');

    const { status, body } = await exchange(repository);
    const key = String(body['rubygems_api_key']);

    expect([status, body]).toEqual([
      201,
      expect.objectContaining({
        scopes: ['push_rubygem'],
        gem: { name },
        name: `${new URL(issuer.url).host} ${repository}`,
      }),
    ]);
    expect(Date.parse(String(body['expires_at']))).toBeGreaterThan(Date.now());
    expect(await push(name, '1.0.0', key)).toBe(200);
    expect(await push(other, '1.0.0', key)).toBe(403);
  });

  it('may call the address of the registry their audience, or its host', async () => {
    const repository = `acme/${uniqueName()}`;
    await trust(repository);

    const answers = [];
    for (const aud of [platform.url, new URL(platform.url).host])
      answers.push(await exchange(repository, { aud }));

    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
  });

  it('that no gem trusts, or that come with a token of no use, get no key', async () => {
    const repository = `acme/${uniqueName()}`;
    await trust(repository);

    const stranger = await exchange(`acme/${uniqueName()}`);
    const elsewhere = await exchange(repository, { aud: 'elsewhere.test' });

    expect([stranger.status, elsewhere.status]).toEqual([404, 422]);
  });

  it('of Maven lose what they began when their publisher is removed, and not when they give their token back', async () => {
    const files = mavenRequests(platform);
    const repository = `acme/${uniqueName()}`;
    const at = newCoordinates();
    expect((await files.deploy(at, alice.token)).status).toBe(201);
    const publishers = publishersUrl(platform, 'maven', encodeURIComponent(`${at.group}:probe`));
    const rules = { issuer: issuer.url, repository, workflow_ref: 'release.yml' };
    const publisher = await send('POST', publishers, { bearer: alice.session, body: rules });
    const exchangeUrl = `${platform.url}/maven/-/oidc/token`;
    const stage = async (version: string) => {
      const bearer = await issuer.sign(runOf(repository, platform.url));
      const token = String((await send('POST', exchangeUrl, { bearer })).body['token']);
      const sent = [
        await files.putFile({ ...at, version }, '.jar', token, `jar of ${version}`),
        await files.putPom({ ...at, version }, token),
      ];
      expect(sent.map(({ status }) => status)).toEqual([201, 201]);
      return token;
    };
    const given = await stage('1.1.0');
    expect((await send('DELETE', exchangeUrl, { bearer: given })).status).toBe(204);
    expect((await files.commit({ ...at, version: '1.1.0' }, alice.token)).status).toBe(201);
    await stage('1.2.0');

    const removed = await send('DELETE', `${publishers}/${String(publisher.body['id'])}`, {
      bearer: alice.session,
    });

    expect(removed.status).toBe(204);
    // refused, or not found if the draft has already been removed
    await files.commit({ ...at, version: '1.2.0' }, alice.token);
    expect((await files.ask(files.fileOf({ ...at, version: '1.2.0' }, '.jar'))).status).toBe(404);
    expect((await files.ask(files.fileOf({ ...at, version: '1.1.0' }, '.jar'))).status).toBe(200);
  });
});
