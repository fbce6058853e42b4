import { generateSync } from 'otplib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../store/postgres/pool.ts';
import { type Management, type Person, seedCrate, startManagement } from '../support/management.ts';
import { type PageReader, readPagesAs, type Shown } from '../support/portal/page-reader.ts';

/**
 * An error about one input of a form is shown at its field, with any code of the service: status 422, a marked field,
 * and a link from the summary to the field.
 */

const password = 'violet mango 4417 tram';
const left = '/packages/cargo/left/-/settings';

let api: Management;
let readers: Record<'visitor' | 'ann' | 'stale' | 'kim' | 'eve' | 'staleEve', PageReader>;
let namespaceId: string;
let ann: Person;
let code: () => string;

const send = async (url: string, body: object, token = ann.token) => {
  const answer = await api.call('POST', url, { token, body });
  if (answer.status >= 400) throw new Error(`${url}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
};

beforeAll(async () => {
  api = await startManagement();
  ann = await api.createPerson('ann');
  const bob = await api.createPerson('bob');
  const register = async (username: string) => {
    const { id } = await send('/v1/auth/register', { username, email: `${username}@example.org`, password });
    return String(id);
  };
  const [kim, eve] = [await register('kim'), await register('eve')];
  const session = await api.createSession(eve);
  const { secret } = await send('/v1/auth/mfa/setup', { password }, session);
  code = () => generateSync({ secret: String(secret) });
  await send('/v1/auth/mfa/verify-setup', { code: code() }, session);
  readers = {
    visitor: await readPagesAs(api),
    ann: await readPagesAs(api, ann.id),
    stale: await readPagesAs(api, kim, { ageSeconds: 86_400 }),
    kim: await readPagesAs(api, kim),
    eve: await readPagesAs(api, eve),
    staleEve: await readPagesAs(api, eve, { ageSeconds: 86_400 }),
  };
  for (const slug of ['acme', 'second', 'empty']) await send('/v1/orgs', { name: slug, slug });
  await send('/v1/orgs', { name: 'others', slug: 'others' }, bob.token);
  await send('/v1/orgs/acme/teams', { name: 'Core', slug: 'core' });
  await send('/v1/orgs/acme/oidc-issuers', { issuer: 'https://own.example.com' });
  const repository = { name: 'Tools', slug: 'tools', owner_org_slug: 'acme', kind: 'private' };
  const { id: repositoryId } = await send('/v1/repositories', repository);
  await send('/v1/repositories', { name: 'Stage', slug: 'stage', owner_org_slug: 'acme', kind: 'staging' });
  await send('/v1/repositories', { name: 'Out', slug: 'out', owner_org_slug: 'acme', kind: 'release' });
  await send('/v1/repositories', { name: 'Second', slug: 'second', owner_org_slug: 'second' });
  const { id } = await send('/v1/namespaces', {
    ecosystem: 'npm',
    namespace: 'acme',
    owner_org_slug: 'acme',
  });
  namespaceId = String(id);
  const seed = (name: string, place: unknown, versions: string[], visibility = 'private') =>
    seedCrate(api, {
      repositoryId: String(place),
      name,
      visibility,
      releases: versions.map((version) => ({ version })),
    });
  await seed('left', repositoryId, ['1.0.0', '1.1.0']);
  const stage = await api.pool.oneFirst(sql.unsafe`select id from repositories where slug = 'stage'`);
  await seed('staged', stage, ['1.0.0', '1.1.0']);
  await seedCrate(api, { repositoryId: String(repositoryId), name: 'unseen', releases: [] });
});
afterAll(() => api?.stop());

/** Expects a marked field of this name, and a summary that links to an existing element. */
function expectMarked({ status, text }: Shown, name: string): void {
  const fields = text.match(new RegExp(`<(?:input|select|textarea)[^>]*\\sname="${name}"[^>]*>`, 'g')) ?? [];
  const [marked = ''] = fields.filter((field) => field.includes('aria-invalid="true"'));
  expect({ status, name, isMarked: marked !== '' }, text.slice(text.indexOf('role="alert"'), 3_000)).toEqual({
    status: 422,
    name,
    isMarked: true,
  });
  const [, summary = ''] = /role="alert"([\s\S]*?)<\/div>/.exec(text) ?? [];
  const [, target = ''] = /<a href="#([^"]+)">/.exec(summary) ?? [];
  const ids = new Set([...text.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id));
  expect(ids).toContain(target);
  // a group of boxes has one common description
  const described = /aria-describedby="([^"]+)"/.exec(marked)?.[1]?.split(' ') ?? [`${name}-error`];
  expect(described.filter((each) => !ids.has(each))).toEqual([]);
}

type Case = readonly [
  reader: keyof typeof readers,
  address: string,
  fields: Record<string, string>,
  field: string,
];

const account = { username: 'someone', email: 'someone@example.org', password };
const repository = {
  action: 'create',
  name: 'Another',
  slug: 'another',
  kind: 'public',
  visibility: 'public',
};
const claim = { action: 'claim', ecosystem: 'npm', namespace: 'another' };
const token = { action: 'create', name: 'ci', expires_in_days: '30', scopes: 'packages:write' };
const organization = { name: 'Another', slug: 'another' };
const build = { repository: 'acme/source', workflow_ref: 'release.yml', issuer: 'https://own.example.com' };
const pending = { action: 'add_publisher', ecosystem: 'cargo', name: 'new', ...build };
const hook = { action: 'add_webhook', url: 'https://example.com/hook', events: 'release.published' };
const transfer = { action: 'transfer', target_org_slug: 'second' };
const promotion = { action: 'promote', repository_slug: 'out' };
const change = { action: 'password', old_password: password, new_password: 'another mango 4417 tram' };

const cases: Case[] = [
  ['visitor', '/register', { ...account, username: 'ann' }, 'username'],
  ['visitor', '/register', { ...account, username: 'admin' }, 'username'],
  ['visitor', '/register', { ...account, username: 'acme' }, 'username'],
  ['visitor', '/register', { ...account, username: '-' }, 'username'],
  ['visitor', '/register', { ...account, email: 'kim@example.org' }, 'email'],
  ['visitor', '/register', { ...account, password: 'short' }, 'password'],
  ['ann', '/account/repositories', { ...repository, slug: 'tools' }, 'slug'],
  ['ann', '/account/repositories', { ...repository, slug: 'admin' }, 'slug'],
  ['ann', '/account/repositories', { ...repository, slug: 'Not One' }, 'slug'],
  ['ann', '/account/repositories', { ...repository, visibility: 'internal_org' }, 'visibility'],
  ['ann', '/orgs/acme/repositories', { ...repository, slug: 'tools' }, 'slug'],
  ['ann', '/account/namespaces', { ...claim, namespace: '@another' }, 'namespace'],
  ['ann', '/account/namespaces', { ...claim, namespace: 'acme' }, 'namespace'],
  ['ann', '/account/namespaces', { ...claim, namespace: 'bob' }, 'namespace'],
  ['ann', '/account/namespaces', { ...claim, namespace: 'admin' }, 'namespace'],
  ['ann', '/account/namespaces', { ...claim, ecosystem: 'none' }, 'ecosystem'],
  ['ann', '/orgs/acme/namespaces', { ...claim, namespace: 'bob' }, 'namespace'],
  ['ann', '/account/tokens', { ...token, repository_slug: 'none' }, 'repository_slug'],
  ['ann', '/account/tokens', { ...token, package: 'npm/none' }, 'package'],
  ['ann', '/account/tokens', { ...token, package: 'npm/none', repository_slug: 'tools' }, 'package'],
  ['ann', '/account/tokens', { ...token, org_slug: 'none' }, 'org_slug'],
  ['ann', '/account/tokens', { ...token, org_slug: 'others' }, 'org_slug'],
  ['ann', '/account/tokens', { ...token, kind: 'org_automation' }, 'org_slug'],
  ['ann', '/account/tokens', { ...token, kind: 'org_automation', org_slug: 'others' }, 'org_slug'],
  ['ann', '/account/tokens', { ...token, kind: 'repository' }, 'repository_slug'],
  ['ann', '/account/tokens', { ...token, kind: 'package' }, 'package'],
  ['ann', '/account/tokens', { ...token, ecosystem: 'none' }, 'ecosystem'],
  ['ann', '/orgs/acme/tokens', { ...token, package: 'npm/none' }, 'package'],
  ['ann', '/orgs/new', { ...organization, slug: 'acme' }, 'slug'],
  ['ann', '/orgs/new', { ...organization, slug: 'bob' }, 'slug'],
  ['ann', '/orgs/new', { ...organization, slug: 'new' }, 'slug'],
  ['ann', '/orgs/acme/teams', { action: 'create', name: 'Core', slug: 'core' }, 'slug'],
  ['ann', '/orgs/acme/publishers', { action: 'add_issuer', issuer: build.issuer }, 'issuer'],
  ['ann', '/orgs/acme/publishers', { ...pending, name: 'left' }, 'name'],
  ['ann', '/orgs/acme/publishers', { ...pending, name: 'not a name' }, 'name'],
  ['ann', '/orgs/acme/publishers', { ...pending, ecosystem: 'none' }, 'ecosystem'],
  ['ann', '/orgs/acme/publishers', { ...pending, issuer: 'https://none.example.com' }, 'issuer'],
  ['ann', '/orgs/acme/webhooks', { ...hook, package: 'cargo/none' }, 'package'],
  ['ann', '/orgs/acme/webhooks', { ...hook, package: 'cargo/unseen' }, 'package'],
  ['ann', '/orgs/acme/settings', { action: 'transfer', username: 'ann', confirmed: 'on' }, 'username'],
  [
    'ann',
    '/orgs/acme/teams/core',
    { action: 'grant_access', target: 'repository:none', permission: 'publish' },
    'target',
  ],
  [
    'ann',
    '/orgs/acme/teams/core',
    { action: 'grant_access', target: 'package:none/a', permission: 'publish' },
    'target',
  ],
  [
    'ann',
    '/orgs/acme/teams/core',
    { action: 'grant_access', target: 'package:cargo/none', permission: 'publish' },
    'target',
  ],
  ['ann', left, { ...transfer, target_org_slug: 'acme' }, 'target_org_slug'],
  ['ann', left, { ...transfer, target_org_slug: 'others' }, 'target_org_slug'],
  ['ann', left, { ...transfer, target_org_slug: 'none' }, 'target_org_slug'],
  ['ann', left, { ...transfer, target_org_slug: 'empty' }, 'target_org_slug'],
  ['ann', left, { action: 'assign_tag', tag: '1.0', version: '1.0.0' }, 'tag'],
  ['ann', left, { action: 'assign_tag', tag: 'next', version: '9.0.0' }, 'version'],
  ['ann', left, { action: 'yank_versions' }, 'version'],
  ['ann', left, { action: 'grant_access', team: 'core' }, 'permissions'],
  ['ann', left, { action: 'grant_access', team: 'none', permissions: 'publish' }, 'team'],
  ['ann', left, { action: 'save', visibility: 'public' }, 'visibility'],
  ['ann', '/repositories/tools/settings', { ...transfer }, 'move_packages'],
  ['ann', '/repositories/tools/settings', { ...transfer, target_org_slug: 'others' }, 'target_org_slug'],
  [
    'ann',
    '/repositories/tools/settings',
    { ...transfer, move_packages: 'on', keep_maintainers: 'no-such-person' },
    'keep_maintainers',
  ],
  [
    'ann',
    '/repositories/tools/settings',
    { action: 'save', name: 'Tools', visibility: 'public' },
    'visibility',
  ],
  ['ann', '/namespaces/:id', { ...transfer, target_org_slug: 'others' }, 'target_org_slug'],
  ['ann', '/packages/cargo/staged/1.0.0', { ...promotion }, 'move_releases'],
  ['ann', '/packages/cargo/staged/1.0.0', { ...promotion, repository_slug: 'none' }, 'repository_slug'],
  ['ann', '/packages/cargo/staged/1.0.0', { ...promotion, repository_slug: 'tools' }, 'repository_slug'],
  ['kim', '/account/security', { ...change, old_password: 'wrong' }, 'old_password'],
  ['kim', '/account/security', { ...change, new_password: 'short' }, 'new_password'],
  ['kim', '/account/security', { action: 'verify', code: '000000', secret: 'AAAA' }, 'code'],
  ['eve', '/account/security', { action: 'new_codes', code: '000000' }, 'code'],
  ['eve', '/account/security', { action: 'disable', code: '000000' }, 'code'],
  ['stale', '/account/security', { action: 'enable' }, 'current_password'],
  ['stale', '/account/security', { action: 'enable', current_password: 'wrong' }, 'current_password'],
];

describe('a refusal about one input is at its field', () => {
  it.each(cases)('%s %s %o: %s', async (reader, address, fields, field) => {
    expectMarked(await readers[reader].post(address.replace(':id', namespaceId), fields), field);
  });

  it('also of a code that a log-in waits for', async () => {
    const credentials = { username_or_email: 'eve', password };
    const { cookies } = await readers.visitor.post('/login', credentials);

    expectMarked(await readers.visitor.post('/login/mfa', { code: '000000' }, cookies), 'code');
  });

  it('also where a client is approved', async () => {
    const asked = await api.call('POST', '/v1/auth/device', {
      body: { scopes: ['packages:write'], hostname: 'laptop' },
    });
    const form = { user_code: String(asked.body['user_code']), decision: 'approve' };
    const approve = (reader: keyof typeof readers, fields: Record<string, string>) =>
      readers[reader].post('/login/device', { ...form, ...fields });

    expectMarked(await approve('visitor', { username: 'eve', password }), 'code');
    expectMarked(await approve('visitor', { username: 'eve', password, code: '000000' }), 'code');
    expectMarked(await approve('staleEve', {}), 'current_password');
    expectMarked(await approve('staleEve', { current_password: 'wrong' }), 'current_password');
    expectMarked(await approve('staleEve', { current_password: password }), 'current_code');
    const wrong = { current_password: password, current_code: '000000' };
    expectMarked(await approve('staleEve', wrong), 'current_code');
  });
});

it('keeps the status and the code that /v1 has for it, and names the member there', async () => {
  const body = { name: 'Another', slug: 'tools' };
  const answer = await api.call('POST', '/v1/repositories', { token: ann.token, body });

  expect(answer.status).toBe(409);
  expect(answer.body).toMatchObject({
    code: 'slug_taken',
    errors: [{ path: 'slug', code: 'slug_taken', message: 'the slug tools is taken' }],
  });
});

it('is about no field where more than one can be wrong', async () => {
  const { status, text } = await readers.visitor.post('/login', {
    username_or_email: 'kim',
    password: 'wrong',
  });

  expect(status).toBe(401);
  expect(text).not.toContain('aria-invalid');
});

describe('what was typed and ticked is there after a refusal', () => {
  const boxOf = (text: string, name: string) =>
    new RegExp(`<input[^>]*type="checkbox"[^>]*\\sname="${name}"[^>]*>`).exec(text)?.[0] ?? '';

  it('the choice to keep API tokens', async () => {
    const wrong = { ...change, old_password: 'wrong' };

    const kept = await readers.kim.post('/account/security', { ...wrong, keep_tokens: 'on' });
    const ended = await readers.kim.post('/account/security', wrong);

    expect(boxOf(kept.text, 'keep_tokens')).toMatch(/\schecked\b/);
    expect(boxOf(ended.text, 'keep_tokens')).not.toMatch(/\schecked\b/);
  });

  it('the fields of a form whose neighbour was sent', async () => {
    const fresh = await readers.ann.get('/account/tokens');
    const refused = await readers.ann.post('/account/tokens', { action: 'revoke', id: 'none' });

    expect(refused.status).toBe(404);
    expect(refused.text.match(/value="packages:write"[^>]*checked/)?.length).toBe(
      fresh.text.match(/value="packages:write"[^>]*checked/)?.length,
    );
    expect(refused.text).toMatch(/name="expires_in_days"[^>]*value="365"/);
  });
});
