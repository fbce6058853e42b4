import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { type OwnPlatform, startOwnPlatform } from '../support/platform.ts';
import { crateFile, publishBody } from '../../ecosystems/cargo/fixtures/archives.ts';
import { buildFile, credential, expectStatus, manage, publish, unique } from './publish.ts';
import { type Answer, ask, forEach } from './raw-request.ts';

/** All secrets that this test sends or receives. */
const secrets = new Map<string, string>();

function confide(what: string, secret: string): string {
  secrets.set(what, secret);
  return secret;
}

let platform: OwnPlatform;

beforeAll(async () => {
  platform = await startOwnPlatform({ LOG_LEVEL: 'debug' }, { ownPostgres: true });
  confide('the token of the administrator', platform.adminToken);
  confide('the key of sessions', platform.environment['JWT_SECRET'] ?? '');
  confide('the password of the database', new URL(platform.databaseUrl).password.repeat(2));
});

afterAll(() => platform.stop());

it('no process prints a password, a token, a session, or a secret that the scanner found', async () => {
  const { token, username } = await registerAndLogIn();
  await failToLogIn(username);
  await useTokens(token);
  await publishEverything(token);
  await breakThings(token);
  await eventually(() => expect(outputs().worker).toContain('leak'), { withinMs: 20_000 });

  for (const [role, output] of Object.entries(outputs())) {
    const told = [...secrets].filter(([, secret]) => formsOf(secret).some((form) => output.includes(form)));
    // the kept output is bounded: its beginning must still be complete
    expect(output.length).toBeLessThan(200_000);
    expect({ role, told: told.map(([what]) => what) }).toEqual({ role, told: [] });
  }
  expect(secrets.size).toBeGreaterThan(10);
  expect(outputs().api.length).toBeGreaterThan(1_000);
});

function outputs() {
  const { api, worker, scanner } = platform.roles;
  return { api: api.output(), worker: worker.output(), scanner: scanner.output() };
}

/** The secret in clear, in a URL and a Basic header, and as the database stores it. */
function formsOf(secret: string): string[] {
  return [
    secret,
    encodeURIComponent(secret),
    Buffer.from(`any:${secret}`).toString('base64'),
    Buffer.from(secret).toString('base64'),
    createHash('sha256').update(secret).digest('hex'),
  ];
}

async function post(path: string, body: object, token?: string): Promise<Answer> {
  const headers = {
    'content-type': 'application/json',
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  };
  return ask(platform.url, { method: 'POST', path, headers, body: JSON.stringify(body) });
}

function member(answer: Answer, name: string): string {
  return String((JSON.parse(answer.text) as Record<string, unknown>)[name]);
}

async function registerAndLogIn(): Promise<{ token: string; username: string }> {
  const username = `quiet-${unique()}`;
  const password = confide('a password', `correct-horse-${unique()}`);
  const registration = { username, email: `${username}@example.com`, password };
  expectStatus(await post('/v1/auth/register', registration), 200);
  // the same registration again, and one with a refused password
  expectStatus(await post('/v1/auth/register', registration), 409);
  const weak = confide('a refused password', `${username}-${username}`);
  expectStatus(
    await post('/v1/auth/register', { ...registration, username: `other-${unique()}`, password: weak }),
    409,
    422,
  );
  const session = member(await post('/v1/auth/login', { username_or_email: username, password }), 'token');
  confide('a session', session);
  confide('the signature of a session', session.split('.')[2] ?? '');
  const scopes = ['packages:write', 'repositories:write', 'tokens:read', 'tokens:write'];
  const created = expectStatus(await post('/v1/tokens', { name: 'quiet', scopes }, session), 201);
  return { token: confide('an API token', member(created, 'token')), username };
}

async function failToLogIn(username: string): Promise<void> {
  const wrong = confide('a wrong password', `wrong-horse-${unique()}`);
  expectStatus(await post('/v1/auth/login', { username_or_email: username, password: wrong }), 401);
  const misplaced = confide('a password in the field of the name', `misplaced-${unique()}`);
  expectStatus(await post('/v1/auth/login', { username_or_email: misplaced, password: 'x' }), 401);
  const broken = confide('a password in broken JSON', `broken-${unique()}`);
  const headers = { 'content-type': 'application/json' };
  const body = `{"username_or_email":"a","password":"${broken}"`;
  expectStatus(await ask(platform.url, { method: 'POST', path: '/v1/auth/login', headers, body }), 400);
  const mistyped = confide('a password of the wrong type', `mistyped-${unique()}`);
  expectStatus(await post('/v1/auth/login', { username_or_email: 1, password: [mistyped] }), 422);
}

/** Sends every header that may have a credential, with valid, revoked, wrong and truncated ones. */
async function useTokens(token: string): Promise<void> {
  const revoked = expectStatus(
    await post('/v1/tokens', { name: 'gone', scopes: ['tokens:read'] }, token),
    201,
  );
  const gone = confide('a revoked token', member(revoked, 'token'));
  expectStatus(await manage(platform.url, token, 'DELETE', `/v1/tokens/${member(revoked, 'id')}`), 200);
  const unknown = confide('an unknown token', `pub_${unique().repeat(6).slice(0, 64)}`);
  const half = confide('half a token', `pub_${unique()}${unique()}`);
  const paths = [
    '/v1/users/me',
    '/cargo/api/v1/crates/absent',
    '/nuget/v3-flatcontainer/absent/index.json',
    '/cargo/r/none/index/config.json',
  ];
  const credentials = [token, gone, unknown, half];
  await forEach(
    paths.flatMap((path) => credentials.map((each) => ({ path, each }))),
    async ({ path, each }) => {
      const basic = `Basic ${Buffer.from(`any:${each}`).toString('base64')}`;
      for (const headers of [
        { authorization: `Bearer ${each}` },
        { authorization: each },
        { authorization: basic },
        { 'x-nuget-apikey': each },
        { 'x-dotnet-apikey': each },
        { cookie: `session=${each}` },
      ]) {
        await ask(platform.url, { path, headers });
      }
    },
  );
}

/** In every ecosystem: a package that is published, one that is held for its secret, and one that is refused. */
async function publishEverything(token: string): Promise<void> {
  for (const ecosystem of ['cargo', 'nuget'] as const) {
    const draft = { ecosystem, version: '1.0.0', word: `w${unique()}` };
    const good = { ...draft, name: `leak${unique()}` };
    const file = await buildFile({ ...good, isSuspicious: false });
    expectStatus(await publish(platform.url, { ...good, file, token }), 200, 201);
    expectStatus(await publish(platform.url, { ...good, file, token }), 409);
    expectStatus(await publish(platform.url, { ...good, name: 'x', file: Buffer.from('x'), token }), 400);
  }
  const name = `leak${unique()}`;
  const found = confide('a credential in a package', credential());
  const own = expectStatus(
    await post('/v1/tokens', { name: 'careless', scopes: ['packages:write'] }, token),
    201,
  );
  const published = confide('a token in a package', member(own, 'token'));
  const source = `const A: &str = "${found}";\nconst B: &str = "${published}";\n`;
  const file = await crateFile(name, '1.0.0', '', { 'src/lib.rs': source });
  expectStatus(await publish(platform.url, { ecosystem: 'cargo', name, version: '1.0.0', file, token }), 202);
}

/** Causes failures, because failures log most. */
async function breakThings(token: string): Promise<void> {
  await ask(platform.url, {
    path: `/v1/packages/cargo/%00?token=${token}`,
    headers: { authorization: `Bearer ${token}` },
  });
  const hidden = confide('a secret in the metadata of a crate', `metadata-${unique()}`);
  const metadata = { name: `leak${unique()}`, vers: '1.0.0', deps: [], features: {}, links: `${hidden}\0` };
  const body = publishBody(metadata, Buffer.from('x'));
  const headers = { authorization: token, 'content-length': body.length };
  expectStatus(
    await ask(platform.url, { method: 'PUT', path: '/cargo/api/v1/crates/new', headers, body }),
    400,
  );
  await platform.postgres.kill();
  const lost = confide('a password while the database is away', `away-horse-${unique()}`);
  await post('/v1/auth/login', { username_or_email: 'quiet', password: lost });
  await ask(platform.url, { path: '/v1/tokens', headers: { authorization: `Bearer ${token}` } });
  await platform.postgres.restart();
}
