import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readIndex } from '../support/cargo.ts';
import { type Crate, makeCrate } from '../support/crates.ts';
import { query } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { findHeld, judge, manage, stageCrate } from '../support/held-release.ts';
import { type SharedPlatform, startPlatform, type TestUser } from '../support/platform.ts';
import { approval } from '../support/reviewing.ts';

/** In every round, requests arrive in another order while the worker runs other steps. */
const rounds = Array.from({ length: 6 }, (_, round) => round);

let platform: SharedPlatform;
let owner: TestUser;
beforeAll(async () => {
  platform = await startPlatform();
  owner = await platform.createUser();
}, 120_000);
afterAll(() => platform?.stop());

async function newRepository(kind: string, more: object = {}): Promise<string> {
  const slug = `${kind}-${randomUUID().slice(0, 8)}`;
  const made = await manage(platform, owner.session, '/repositories', { slug, name: slug, kind, ...more });
  expect(made.status).toBe(201);
  return slug;
}

const pathOf = ({ name, version }: Crate) => `/packages/cargo/${name}/releases/${version}`;
const promote = async (crate: Crate, repository_slug: string) => {
  const body = await approval(`${platform.url}/v1${pathOf(crate)}`, owner.session, { repository_slug });
  return manage(platform, owner.session, `${pathOf(crate)}/promote`, body);
};

interface Judged {
  status: number;
  body: Record<string, unknown>;
}
const won = (answers: Judged[]) => answers.filter(({ status }) => status < 300);

async function placeOf(crate: Crate): Promise<string | undefined> {
  const [row] = await query<{ slug: string }>(
    platform.databaseUrl,
    `select repositories.slug from packages join repositories on repositories.id = packages.repository_id
     where packages.name = $1`,
    [crate.name],
  );
  return row?.slug;
}

async function settled(crate: Crate): Promise<{ state: string | undefined; audit: string[] }> {
  return eventually(async () => {
    const facts = await findHeld(platform, crate);
    expect(facts?.state).not.toBe('quarantine');
    return { state: facts?.state, audit: facts?.audit ?? [] };
  });
}

/** The verdicts in the audit log, which keeps those of removed releases. */
async function verdictsOn({ name }: Crate): Promise<string[]> {
  const rows = await query<{ action: string }>(
    platform.databaseUrl,
    `select action || ' ' as action from audit_log
     where metadata ->> 'name' = $1 and action in ('release_approve', 'release_reject', 'release_promote')`,
    [name],
  );
  return rows.map(({ action }) => action);
}

const count = (audit: string[], action: string) =>
  audit.filter((entry) => entry.startsWith(`${action} `)).length;

describe('a staged release with the real worker', () => {
  it.each(rounds)('that is promoted twice at once is in one place, and was promoted once (%i)', async () => {
    const crate = await stageCrate(platform, owner);
    const places = await Promise.all([newRepository('release'), newRepository('release')]);

    const answers = await Promise.all(places.map((slug) => promote(crate, slug)));

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      won(answers)[0]?.status,
      409,
    ]);
    const { state, audit } = await settled(crate);
    expect(state).toBe('published');
    expect([count(audit, 'release_promote'), count(audit, 'release_approve')]).toEqual([1, 1]);
    expect(places[answers.findIndex(({ status }) => status < 300)]).toBe(await placeOf(crate));
  });

  it.each(rounds)('that is promoted and rejected at once is one of both (%i)', async (round) => {
    const crate = await stageCrate(platform, owner);
    const slug = await newRepository('release');
    const ask = [() => promote(crate, slug), () => judge(platform, owner, crate, 'reject')];

    const answers = await Promise.all((round % 2 === 0 ? ask : ask.toReversed()).map((each) => each()));

    expect(won(answers)).toHaveLength(1);
    // a rejected release may have been removed with its name
    expect([404, 409]).toContain(answers.find(({ status }) => status >= 300)?.status);
    const facts = await eventually(async () => {
      const found = await findHeld(platform, crate);
      expect(found?.state ?? 'rejected').not.toBe('quarantine');
      return found;
    });
    const isPublished = facts?.state === 'published';
    const promoted = answers[round % 2 === 0 ? 0 : 1];
    expect((promoted?.status ?? 500) < 300).toBe(isPublished);
    expect((await readIndex(platform, crate.name)).has(crate.version)).toBe(isPublished);
    const audit = await verdictsOn(crate);
    expect(count(audit, 'release_approve') + count(audit, 'release_reject')).toBe(1);
    expect(count(audit, 'release_promote')).toBe(isPublished ? 1 : 0);
  });
});

/** Starts a publish that stops in the middle of its body until `proceed` is called. */
function publishSlowly(crate: Crate, credential: string, prefix = '') {
  const sent = Promise.withResolvers<number>();
  const upload = request(`${platform.url}/cargo${prefix}/api/v1/crates/new`, {
    method: 'PUT',
    headers: { authorization: credential, 'content-length': crate.body.length },
  });
  upload.once('error', sent.reject);
  upload.once('response', (response) => {
    response.resume();
    sent.resolve(response.statusCode ?? 0);
  });
  const middle = Math.floor(crate.body.length / 2);
  upload.write(crate.body.subarray(0, middle));
  return { proceed: () => upload.end(crate.body.subarray(middle)), status: sent.promise };
}

async function send(by: TestUser, method: string, path: string, body?: object): Promise<number> {
  const response = await fetch(`${platform.url}/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${by.session}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  await response.arrayBuffer();
  return response.status;
}

async function newMember(slug: string): Promise<TestUser> {
  const member = await platform.createUser();
  const body = { username: member.username, role: 'publisher' };
  expect((await manage(platform, owner.session, `/orgs/${slug}/members`, body)).status).toBe(201);
  return member;
}

async function newOrganization(): Promise<string> {
  const slug = `org-${randomUUID().slice(0, 8)}`;
  expect((await manage(platform, owner.session, '/orgs', { slug, name: slug })).status).toBe(201);
  return slug;
}

describe('while a publish is on its way', () => {
  it.each(['token', 'session'] as const)('a %s that is revoked is worth nothing at its end', async (kind) => {
    const person = await platform.createUser();
    const made = await manage(platform, person.session, '/tokens', { name: 'x', scopes: ['packages:write'] });
    const login = { username_or_email: person.username, password: person.password };
    const other = await manage(platform, person.session, '/auth/login', login);
    const crate = await makeCrate();
    const upload = publishSlowly(crate, String(kind === 'token' ? made.body['token'] : other.body['token']));

    const path =
      kind === 'token'
        ? `/tokens/${String(made.body['id'])}`
        : `/auth/sessions/${String(other.body['session_id'])}`;
    expect(await send(person, 'DELETE', path)).toBeLessThan(300);
    upload.proceed();

    expect(await upload.status).toBe(401);
    expect(await findHeld(platform, crate)).toBeUndefined();
  });

  it('a member who is removed publishes nothing', async () => {
    const slug = await newOrganization();
    const member = await newMember(slug);
    const repository = await newRepository('public', { owner_org_slug: slug });
    const crate = await makeCrate();
    const upload = publishSlowly(crate, member.token, `/r/${repository}`);

    expect(await send(owner, 'DELETE', `/orgs/${slug}/members/${member.username}`)).toBe(200);
    upload.proceed();

    expect(await upload.status).toBe(403);
    expect(await findHeld(platform, crate)).toBeUndefined();
  });

  it.each(rounds)('a member who is removed at that moment publishes or does not (%i)', async (round) => {
    const slug = await newOrganization();
    const member = await newMember(slug);
    const repository = await newRepository('public', { owner_org_slug: slug });
    const crate = await makeCrate();
    const upload = publishSlowly(crate, member.token, `/r/${repository}`);
    upload.proceed();
    await new Promise((resolve) => setTimeout(resolve, round * 15));

    await send(owner, 'DELETE', `/orgs/${slug}/members/${member.username}`);
    const status = await upload.status;

    expect([200, 403]).toContain(status);
    const isThere = (await findHeld(platform, crate))?.state === 'published';
    expect([isThere, (await readIndex(platform, crate.name)).has(crate.version)]).toEqual([
      status === 200,
      status === 200,
    ]);
    const next = publishSlowly(
      await makeCrate({ name: crate.name, version: '2.0.0' }),
      member.token,
      `/r/${repository}`,
    );
    next.proceed();
    expect(await next.status).toBe(403);
  });

  it.each(rounds)('a policy that comes holds it or does not (%i)', async (round) => {
    const slug = await newOrganization();
    const repository = await newRepository('public', { owner_org_slug: slug });
    const crate = await makeCrate();
    const upload = publishSlowly(crate, owner.session, `/r/${repository}`);
    upload.proceed();
    await new Promise((resolve) => setTimeout(resolve, round * 15));

    expect(await send(owner, 'PUT', `/orgs/${slug}/policy`, { require_signature: true })).toBe(200);
    const status = await upload.status;

    expect([200, 202]).toContain(status);
    const facts = await findHeld(platform, crate);
    expect([facts?.state, facts?.reason]).toEqual(
      status === 200 ? ['published', null] : ['quarantine', 'policy_hold'],
    );
    expect((await readIndex(platform, crate.name)).has(crate.version)).toBe(status === 200);
  });
});
