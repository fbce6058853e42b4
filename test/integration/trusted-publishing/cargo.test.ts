import { generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { publishCrate, readIndex } from '../../support/cargo.ts';
import { makeCrate, uniqueName } from '../../support/crates.ts';
import { query } from '../../support/database.ts';
import { type Claims, type Issuer, startIssuer } from '../../support/issuer.ts';
import { type SharedPlatform, startOpenPlatform } from '../../support/platform.ts';
import { isSkipped } from '../../support/tool.ts';
import { findTemporal, temporalMissing } from '../../support/temporal.ts';
import {
  makeTrustedCrate,
  publishersUrl,
  runOf,
  send,
  type TrustedCrate,
} from '../../support/trusted-publishing.ts';

const isMissing = isSkipped(await findTemporal(), temporalMissing);

describe.skipIf(isMissing)('cargo builds', () => {
  let issuer: Issuer;
  let curved: Issuer;
  let platform: SharedPlatform;
  let crate: TrustedCrate;
  beforeAll(async () => {
    [issuer, curved] = await Promise.all([
      startIssuer({ isTrusted: true }),
      startIssuer({ isTrusted: true, alg: 'EdDSA' }),
    ]);
    platform = await startOpenPlatform();
    crate = await makeTrustedCrate(platform, issuer);
  });
  afterAll(async () => {
    await platform.stop();
    await Promise.all([issuer.stop(), curved.stop()]);
  });

  const exchangeUrl = () => `${platform.url}/cargo/api/v1/trusted_publishing/tokens`;
  const exchange = (jwt: string, named?: string) =>
    send('POST', exchangeUrl(), { body: { jwt, ...(named === undefined ? {} : { crate: named }) } });
  const run = (changes: Claims = {}) => ({ ...runOf(crate.repository, platform.url), ...changes });
  const tokenFor = async (of: TrustedCrate, by = issuer) => {
    const { body } = await exchange(await by.sign(runOf(of.repository, platform.url)));
    return String(body['token']);
  };
  const audit = async (action: string, name: string) => {
    const entries = await query<{ metadata: Record<string, unknown>; actor_token_id: string | null }>(
      platform.databaseUrl,
      `select metadata, actor_token_id from audit_log
       where action = $1 and target_package_id = (select id from packages where name = $2) order by id`,
      [action, name],
    );
    return entries;
  };

  it('publish with a token for their identity, and the log says which run it was', async () => {
    const of = await makeTrustedCrate(platform, issuer);
    const answer = await exchange(await issuer.sign(runOf(of.repository, platform.url)));
    const token = String(answer.body['token']);
    const published = await publishCrate(platform, await makeCrate({ name: of.name }), token);

    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(token).toMatch(/^pub_[0-9a-f]{72}$/);
    expect(published.status).toBe(200);
    expect([...(await readIndex(platform, of.name)).keys()]).toEqual(['0.1.0', '1.0.0']);
    const [exchanged] = await audit('trusted_publisher_exchange', of.name);
    expect(exchanged?.metadata).toMatchObject({
      publisher_id: of.publisherId,
      repository: of.repository,
      environment: 'prod',
    });
    const [, release] = await audit('release_publish', of.name);
    expect(release?.actor_token_id).toBe(exchanged?.metadata['token_id']);
    const told = `${platform.url}/v1/packages/cargo/${of.name}/activity?version=1.0.0`;
    const build = { repository: of.repository, workflow_ref: expect.stringContaining('release.yml') };
    expect((await send('GET', told)).body['activity']).toMatchObject([
      { action: 'release_publish', credential: 'trusted_publisher', build },
    ]);
    const [row] = await query<{ kind: string; scopes: string[]; seconds: number }>(
      platform.databaseUrl,
      'select kind, scopes, extract(epoch from expires_at - created_at)::int as seconds from tokens where id = $1',
      [exchanged?.metadata['token_id']],
    );
    expect(row).toMatchObject({ kind: 'oidc_derived', scopes: ['packages:write'] });
    expect(row?.seconds).toBeGreaterThan(890);
    expect(row?.seconds).toBeLessThanOrEqual(901);
  });

  it('may sign with another algorithm and call the host their audience', async () => {
    const of = await makeTrustedCrate(platform, curved);
    const claims = runOf(of.repository, new URL(platform.url).host);

    expect((await exchange(await curved.sign(claims))).status).toBe(200);
  });

  const past = () => Math.floor(Date.now() / 1_000) - 31;
  test.each<[string, () => Claims, RegExp]>([
    ['a wrong audience', () => ({ aud: 'https://elsewhere.example' }), /audience/],
    ['no audience', () => ({ aud: undefined }), /audience/],
    ['a time that is over', () => ({ exp: past() }), /expired/],
    ['no end', () => ({ exp: undefined }), /exp/],
    ['an end far away', () => ({ exp: past() + 10 * 86_400 }), /more than a day/],
    ['a time to come', () => ({ nbf: past() + 90 }), /nbf/],
    ['no id', () => ({ jti: undefined }), /jti/],
    ['no subject', () => ({ sub: undefined }), /sub/],
    ['another repository', () => ({ repository: 'acme/other' }), /no trusted publisher/],
    ['no repository', () => ({ repository: undefined }), /no trusted publisher/],
    ['a repository that is no text', () => ({ repository: ['acme'] }), /claim/],
    [
      'another workflow',
      () => ({ workflow_ref: `${crate.repository}/.github/workflows/test.yml@refs/heads/main` }),
      /no trusted publisher/,
    ],
    ["a stranger's pull request", () => ({ event_name: 'pull_request_target' }), /pull_request_target/],
    ['another run before them', () => ({ event_name: 'workflow_run' }), /workflow_run/],
    ['an issuer that is not theirs', () => ({ iss: curved.url }), /signature|issuer/],
  ])('with %s get nothing', async (_what, changes, detail) => {
    const answer = await exchange(await issuer.sign(run(changes())));

    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({ errors: [{ detail: expect.stringMatching(detail) }] });
  });

  it('get nothing for signatures that are none', async () => {
    const { kid } = issuer.publicJwk;
    const claims = { ...run(), iss: issuer.url, jti: 'x', exp: past() + 300 };
    const { privateKey: foreign } = await generateKeyPair('RS256');
    const publicText = new TextEncoder().encode(JSON.stringify(issuer.publicJwk));
    const genuine = await issuer.sign(run());
    const [head = '', , signature = ''] = genuine.split('.');
    const forgeries = {
      'alg none': new UnsecuredJWT(claims).encode(),
      'our key as a shared secret': await new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256', kid: kid ?? '' })
        .sign(publicText),
      'a foreign key under a known id': await issuer.sign(run(), { key: foreign }),
      'a foreign key of its own': await issuer.sign(run(), { key: foreign, kid: 'unknown' }),
      'a key that it brings along': await new SignJWT(claims)
        .setProtectedHeader({ alg: 'RS256', jwk: { kty: 'RSA', n: 'AQAB', e: 'AQAB' } })
        .sign(foreign),
      'other claims under a genuine signature': [
        head,
        Buffer.from(JSON.stringify(claims)).toString('base64url'),
        signature,
      ].join('.'),
      'no JWT': 'pub_0',
      'an endless one': `${genuine}${'A'.repeat(20_000)}`,
    };

    for (const [what, jwt] of Object.entries(forgeries)) {
      const answer = await exchange(jwt);
      expect(answer.status, what).toBe(400);
      expect(Object.keys(answer.body), what).toEqual(['errors']);
    }
    expect((await exchange(genuine)).status).toBe(200);
  });

  it('use an identity once, also when they ask twice at the same moment', async () => {
    const jwt = await issuer.sign(run());

    const answers = await Promise.all(Array.from({ length: 6 }, () => exchange(jwt)));
    const later = await exchange(jwt);

    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([200, 400, 400, 400, 400, 400]);
    expect(later.body).toEqual({ errors: [{ detail: expect.stringMatching(/used before/) }] });
  });

  it('of which two publishers of a crate match publish it', async () => {
    const of = await makeTrustedCrate(platform, issuer);
    const body = {
      issuer: issuer.url,
      repository: of.repository,
      workflow_ref: '*',
      environment: 'prod',
    };
    await send('POST', publishersUrl(platform, 'cargo', of.name), { bearer: of.session, body });

    const answer = await exchange(await issuer.sign(runOf(of.repository, platform.url)));
    const crate = await makeCrate({ name: of.name });

    expect(answer.status).toBe(200);
    expect((await publishCrate(platform, crate, String(answer.body['token']))).status).toBe(200);
  });

  it('may name one crate where others trust the same repository', async () => {
    const of = await makeTrustedCrate(platform, issuer);
    const other = await makeTrustedCrate(platform, issuer, { repository: of.repository });
    const sign = () => issuer.sign(runOf(of.repository, platform.url));

    const both = await exchange(await sign());
    const { body } = await exchange(await sign(), of.name);
    const publish = async (name: string) =>
      publishCrate(platform, await makeCrate({ name }), String(body['token']));

    expect(both.status).toBe(200);
    expect((await publish(other.name)).status).toBe(403);
    expect((await publish(of.name)).status).toBe(200);
  });

  it('lose a repository name that another owner has taken over', async () => {
    const of = await makeTrustedCrate(platform, issuer);
    const claims = runOf(of.repository, platform.url);
    await exchange(await issuer.sign(claims));

    const answer = await exchange(await issuer.sign({ ...claims, repository_owner_id: '43' }));
    const without = await exchange(await issuer.sign({ ...claims, repository_owner_id: undefined }));

    expect(answer.body).toEqual({ errors: [{ detail: expect.stringMatching(/another owner/) }] });
    expect(without.status).toBe(400);
  });

  it('of an owner whose number was given with the publisher get nothing for any other number, from the first on', async () => {
    const of = await makeTrustedCrate(platform, issuer, { repository_owner_id: '42' });
    const claims = runOf(of.repository, platform.url);

    const taken = await exchange(await issuer.sign({ ...claims, repository_owner_id: '43' }));
    const without = await exchange(await issuer.sign({ ...claims, repository_owner_id: undefined }));
    const right = await exchange(await issuer.sign(claims));

    expect([taken.status, without.status, right.status]).toEqual([400, 400, 200]);
    expect(taken.body).toEqual({ errors: [{ detail: expect.stringMatching(/another owner/) }] });
  });

  it('pin the owner with the first exchange where it was not given, which the publisher shows', async () => {
    const of = await makeTrustedCrate(platform, issuer);
    const shown = async () => {
      const { body } = await send('GET', publishersUrl(platform, 'cargo', of.name), { bearer: of.token });
      const [publisher] = body['trusted_publishers'] as Record<string, unknown>[];
      return [publisher?.['owner_pinned'], publisher?.['repository_owner_id'], publisher?.['warnings']];
    };

    const before = await shown();
    await exchange(await issuer.sign(runOf(of.repository, platform.url)));

    expect(before).toEqual(['pending', null, [expect.stringMatching(/first exchange/)]]);
    expect(await shown()).toEqual(['at_first_exchange', '42', []]);
  });

  it('create no crate, and publish no other one', async () => {
    const token = await tokenFor(crate);
    const other = await makeTrustedCrate(platform, issuer);

    const created = await publishCrate(platform, await makeCrate({ name: uniqueName() }), token);
    const foreign = await publishCrate(platform, await makeCrate({ name: other.name }), token);

    expect(created).toMatchObject({ status: 403, text: expect.stringMatching(/creates none/) });
    expect(foreign.status).toBe(403);
  });

  it('can do nothing else with their token', async () => {
    const of = await makeTrustedCrate(platform, issuer);
    const token = await tokenFor(of);
    const crates = `${platform.url}/cargo/api/v1/crates`;
    const elsewhere = [
      ['GET', `${platform.url}/v1/users/me`],
      ['GET', `${platform.url}/v1/packages/cargo/${of.name}`],
      ['PATCH', `${platform.url}/v1/packages/cargo/${of.name}`],
      ['GET', publishersUrl(platform, 'cargo', of.name)],
      ['POST', `${platform.url}/v1/tokens`],
      ['DELETE', `${crates}/${of.name}/0.1.0/yank`],
      ['PUT', `${crates}/${of.name}/owners`],
      ['GET', `${crates}/${of.name}`],
      ['GET', `${platform.url}/cargo/index/config.json`],
      ['PUT', `${platform.url}/nuget/v2/package`],
      ['GET', `${platform.url}/nuget/v3/index.json`],
    ] as const;

    for (const [method, url] of elsewhere) {
      const body = method === 'GET' || method === 'DELETE' ? {} : { body: {} };
      expect((await send(method, url, { bearer: token, ...body })).status, `${method} ${url}`).toBe(403);
    }
  });

  it('hand their token back, or lose it with time, with the publisher and with its person', async () => {
    const [back, old, fired, gone] = await Promise.all(
      Array.from({ length: 4 }, () => makeTrustedCrate(platform, issuer)),
    );
    if (!back || !old || !fired || !gone) throw new Error('four crates');
    const tokens = new Map<TrustedCrate, string>();
    for (const of of [back, old, fired, gone]) tokens.set(of, await tokenFor(of));

    const returned = await send('DELETE', exchangeUrl(), { token: tokens.get(back) ?? '' });
    await query(
      platform.databaseUrl,
      `update tokens set expires_at = now() - interval '1 second' where build ->> 'repository' = $1`,
      [old.repository],
    );
    const removed = await send(
      'DELETE',
      `${publishersUrl(platform, 'cargo', fired.name)}/${fired.publisherId}`,
      {
        bearer: fired.session,
      },
    );
    await query(platform.databaseUrl, 'update users set is_active = false where username = $1', [
      gone.username,
    ]);

    const left = await send('GET', `${platform.url}/v1/tokens`, { bearer: old.token });

    expect(JSON.stringify(left.body)).not.toContain('oidc_derived');
    expect(returned.status).toBe(204);
    expect(removed.status).toBe(204);
    for (const of of [back, old, fired, gone]) {
      const answer = await publishCrate(platform, await makeCrate({ name: of.name }), tokens.get(of));
      expect(answer.status).toBe(401);
    }
    const again = await exchange(await issuer.sign(runOf(gone.repository, platform.url)));
    expect(again.status).toBe(400);
  });

  it('alone may publish where the package says so', async () => {
    const of = await makeTrustedCrate(platform, issuer);
    const page = `${platform.url}/v1/packages/cargo/${of.name}`;
    const changed = await send('PATCH', page, { bearer: of.token, body: { trusted_publishing_only: true } });

    const byHand = await publishCrate(platform, await makeCrate({ name: of.name }), of.token);
    const byBuild = await publishCrate(platform, await makeCrate({ name: of.name }), await tokenFor(of));

    expect(changed.body['trusted_publishing_only']).toBe(true);
    expect(byHand).toMatchObject({ status: 403, text: expect.stringMatching(/trusted publishers only/) });
    expect(byBuild.status).toBe(200);
  });

  it('are only heard on tokens of their own: others can not be handed back here', async () => {
    const answer = await send('DELETE', exchangeUrl(), { token: crate.token });

    expect(answer.status).toBe(403);
    expect((await send('GET', `${platform.url}/v1/users/me`, { bearer: crate.token })).status).toBe(200);
  });
});
