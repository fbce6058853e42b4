import { randomBytes } from 'node:crypto';
import { generateSync } from 'otplib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Platform, startPlatform, type TestUser } from '../support/platform.ts';
import { carry, type NativeRelease, reading, taking } from './authorization/native.ts';
import { listOperations } from './operations.ts';
import { type Answer, ask } from './raw-request.ts';
import { buildFile, expectStatus, manage, publish, unique } from './publish.ts';
import { ecosystems, nameWith } from '../support/test-clients.ts';

const org = `native-${unique()}`;
const vault = `${org}-vault`;
const roles = [
  'admin',
  'maintainer',
  'publisher',
  'security_manager',
  'auditor',
  'billing_manager',
  'viewer',
] as const;
const publishers = new Set(['owner', 'admin', 'maintainer', 'publisher', 'team']);

let platform: Platform;
let people: Record<string, TestUser>;
const releases = new Map<string, NativeRelease>();
beforeAll(async () => {
  platform = await startPlatform();
  const names = ['owner', ...roles, 'team', 'stranger'];
  people = Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await platform.createUser()] as const)),
  );
  const owner = personOf('owner').session;
  const make = async (method: string, path: string, body: object) =>
    expectStatus(await manage(platform.url, owner, method, path, body), 200, 201);
  await make('POST', '/v1/orgs', { name: org, slug: org });
  await make('POST', '/v1/repositories', { name: vault, slug: vault, kind: 'private', owner_org_slug: org });
  for (const role of roles) {
    await make('POST', `/v1/orgs/${org}/members`, { username: personOf(role).username, role });
  }
  await make('POST', `/v1/orgs/${org}/members`, { username: personOf('team').username, role: 'viewer' });
  await make('POST', `/v1/orgs/${org}/teams`, { name: 'Builders', slug: 'builders' });
  await make('POST', `/v1/orgs/${org}/teams/builders/members`, { username: personOf('team').username });
  await make('PUT', `/v1/orgs/${org}/teams/builders/repository-access/${vault}`, {
    permissions: ['publish'],
  });
});
afterAll(() => platform?.stop());

function personOf(name: string): TestUser {
  const person = people[name];
  if (!person) throw new Error(`there is no ${name}`);
  return person;
}

function releaseOf(ecosystem: string): NativeRelease {
  const release = releases.get(ecosystem);
  if (!release) throw new Error(`nothing of ${ecosystem} was published`);
  return release;
}

const nameFor = (ecosystem: string) => nameWith(ecosystem, `native${unique()}`);

async function publishAs(ecosystem: string, token: string, name: string, version: string): Promise<Answer> {
  const file = await buildFile({ ecosystem, name, version, word: `w${unique()}`, isSuspicious: false });
  return publish(platform.url, { ecosystem, name, version, file, token, repository: vault });
}

/** Whether the owner sees the version. */
async function isThere(ecosystem: string, name: string, version: string): Promise<boolean> {
  const path = `/v1/packages/${ecosystem}/${encodeURIComponent(name)}/releases/${version}`;
  return (await manage(platform.url, personOf('owner').session, 'GET', path)).status === 200;
}

const refusals = [401, 403, 404];

async function tokenWith(
  scopes: string[],
  more: object = {},
  person = personOf('publisher'),
): Promise<string> {
  const body = { name: 'native', scopes, ...more };
  const { text } = expectStatus(await manage(platform.url, person.session, 'POST', '/v1/tokens', body), 201);
  return (JSON.parse(text) as { token: string }).token;
}

describe.each(ecosystems)('%s', (ecosystem) => {
  it('takes a new package from users who may publish into the repository', async () => {
    const name = nameFor(ecosystem);
    const answer = await publishAs(ecosystem, personOf('publisher').token, name, '1.0.0');

    expect([200, 201], answer.text).toContain(answer.status);
    releases.set(ecosystem, { ecosystem, repository: vault, name, version: '1.0.0' });
  });

  it('takes further versions from publishers, and from no other user', async () => {
    const { name } = releaseOf(ecosystem);
    const found: string[] = [];
    let patch = 0;
    for (const [who, { token }] of Object.entries(people)) {
      patch += 1;
      const version = `1.1.${patch}`;
      const answer = await publishAs(ecosystem, token, name, version);
      const isPublished = await isThere(ecosystem, name, version);
      const isFine = publishers.has(who)
        ? answer.status < 300 && isPublished
        : refusals.includes(answer.status) && !isPublished;
      if (!isFine)
        found.push(`${who}: ${answer.status} ${answer.text.slice(0, 200)}, published ${isPublished}`);
    }

    expect(found).toEqual([]);
  });

  it('is read by every member, and is missing for all others', async () => {
    const release = releaseOf(ecosystem);
    const found: string[] = [];
    for (const [who, { token }] of [...Object.entries(people), ['anonymous', undefined] as const].map(
      ([who, user]) => [who, user ?? { token: undefined }] as const,
    )) {
      const answer = await ask(platform.url, { ...reading(release), headers: carry(ecosystem, token) });
      const wanted = who === 'anonymous' ? 401 : who === 'stranger' ? 404 : 200;
      if (answer.status !== wanted)
        found.push(`${who}: not ${wanted} but ${answer.status} ${answer.text.slice(0, 200)}`);
    }

    expect(found).toEqual([]);
  });

  it('takes a version back for publishers, and for no other user', async () => {
    const release = releaseOf(ecosystem);
    const request = taking(release);
    if (!request) return;
    const found: string[] = [];
    for (const who of ['stranger', 'viewer', 'auditor', 'security_manager', 'publisher', 'team']) {
      const headers = { ...request.headers, ...carry(ecosystem, personOf(who).token) };
      const answer = await ask(platform.url, { ...request, headers });
      const isFine = publishers.has(who) ? answer.status < 300 : refusals.includes(answer.status);
      if (!isFine) found.push(`${who}: ${answer.status} ${answer.text.slice(0, 200)}`);
    }

    expect(found).toEqual([]);
  });

  it('takes nothing with a credential that does not say so', async () => {
    const { name } = releaseOf(ecosystem);
    const own = `/v1/repositories/${personOf('publisher').username.toLowerCase()}`;
    const { text } = await manage(platform.url, personOf('publisher').session, 'GET', own);
    const { slug } = JSON.parse(text) as { slug: string };
    const tokens = {
      'without the scope': await tokenWith(['profile:write']),
      'bound to another repository': await tokenWith(['packages:write'], { repository_slug: slug }),
      'for other names': await tokenWith(['packages:write'], { name_pattern: 'nothing-like-it-*' }),
      'for other networks': await tokenWith(['packages:write'], { allowed_cidrs: ['192.0.2.0/24'] }),
      unknown: `pub_${randomBytes(36).toString('hex')}`,
    };
    const found: string[] = [];
    for (const [what, token] of Object.entries(tokens)) {
      const answer = await publishAs(ecosystem, token, name, '1.2.0');
      if (!refusals.includes(answer.status))
        found.push(`${what}: ${answer.status} ${answer.text.slice(0, 200)}`);
    }

    expect(found).toEqual([]);
    expect(await isThere(ecosystem, name, '1.2.0')).toBe(false);
  });
});

describe('an organization that asks for a second factor', () => {
  beforeAll(async () => {
    const owner = personOf('owner');
    const secret = await setUpSecondFactor(owner);
    expect(secret).not.toBe('');
    const path = `/v1/orgs/${org}`;
    expectStatus(await manage(platform.url, owner.session, 'PATCH', path, { mfa_required: true }), 200);
  });

  it.each(ecosystems)(
    'takes nothing of %s from members without one, and is read by them',
    async (ecosystem) => {
      const release = releaseOf(ecosystem);
      const { token } = personOf('publisher');
      const answers = [await publishAs(ecosystem, token, release.name, '1.3.0')];
      const request = taking(release);
      if (request) {
        const headers = { ...request.headers, ...carry(ecosystem, token) };
        answers.push(await ask(platform.url, { ...request, headers }));
      }
      const read = await ask(platform.url, { ...reading(release), headers: carry(ecosystem, token) });

      for (const answer of answers)
        expect([answer.status, answer.text]).toEqual([403, expect.stringMatching(/second.factor/i)]);
      expect(await isThere(ecosystem, release.name, '1.3.0')).toBe(false);
      expect(read.status).toBe(200);
    },
  );
});

it('half a log-in opens no route', async () => {
  const person = await platform.createUser();
  await setUpSecondFactor(person);
  const login = await manage(platform.url, '', 'POST', '/v1/auth/login', {
    username_or_email: person.username,
    password: person.password,
  });
  const { mfa_token: half } = JSON.parse(login.text) as { mfa_token: string };
  const found: string[] = [];
  for (const { method, path } of await listOperations()) {
    const url = path.replaceAll(/\{\w+\}/g, 'x');
    // public answers, and routes that need no credential
    const isOpen = (await ask(platform.url, { method, path: url })).status !== 401;
    if (isOpen) continue;
    const answer = await manage(
      platform.url,
      half,
      method,
      url,
      method === 'GET' || method === 'DELETE' ? undefined : {},
    );
    if (answer.status !== 401) found.push(`${method} ${path}: ${answer.status}`);
  }

  expect(half).toBeTypeOf('string');
  expect(found).toEqual([]);
});

async function setUpSecondFactor({ session }: TestUser): Promise<string> {
  const setUp = await manage(platform.url, session, 'POST', '/v1/auth/mfa/setup', {});
  const { secret } = JSON.parse(expectStatus(setUp, 200).text) as { secret: string };
  const code = generateSync({ secret });
  expectStatus(await manage(platform.url, session, 'POST', '/v1/auth/mfa/verify-setup', { code }), 200);
  return secret;
}
