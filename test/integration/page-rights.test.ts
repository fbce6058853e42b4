import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFormProofs } from '../../api/portal/csrf.ts';
import { holderOf } from '../../api/portal/reader.ts';
import { jwtSecretsOf } from '../../config/secrets.ts';
import type { Page } from '../../portal/page.ts';
import { administrationPages } from '../../portal/pages/administration.ts';
import { organizationPages } from '../../portal/pages/organizations.ts';
import { createServices, type Services } from '../../services/index.ts';
import { newId } from '../../store/postgres/ids.ts';
import { insertSession } from '../../store/postgres/identity/sessions.ts';
import { sql } from '../../store/postgres/pool.ts';
import { AnyRow, type Management, type Person, seedCrate, startManagement } from '../support/management.ts';

interface Reader {
  cookie: string;
  csrf: string;
}

let api: Management;
let services: Services;
let readers: Record<'stranger' | 'viewer' | 'owner' | 'demoted' | 'operator' | 'dismissed', Reader>;
let params: Record<string, string>;
/** Values of the fields that name the target of a form, by page and action. */
let targets: Record<string, Record<string, unknown>>;

beforeAll(async () => {
  api = await startManagement();
  services = createServices(api.platform);
  const names = ['stranger', 'viewer', 'owner', 'demoted', 'operator', 'dismissed'] as const;
  const people = {} as Record<(typeof names)[number], Person>;
  readers = {} as typeof readers;
  for (const name of names) {
    people[name] = await api.createPerson(name, name === 'operator' || name === 'dismissed');
    readers[name] = await logIn(people[name].id);
  }
  const send = async (method: 'POST' | 'PATCH', url: string, body: object, token = people.owner.token) => {
    const answer = await api.call(method, url, { token, body });
    if (answer.status >= 400) throw new Error(`${url}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  await send('POST', '/v1/orgs', { name: 'Acme', slug: 'acme' });
  await send('POST', '/v1/orgs/acme/members', { username: 'viewer', role: 'viewer' });
  await api.createPerson('bystander');
  await send('POST', '/v1/orgs/acme/members', { username: 'bystander', role: 'viewer' });
  await send('POST', '/v1/orgs/acme/members', { username: 'demoted', role: 'admin' });
  const repository = { name: 'Tools', slug: 'tools', owner_org_slug: 'acme' };
  const { id: repositoryId } = await send('POST', '/v1/repositories', repository);
  await send('POST', '/v1/orgs/acme/teams', { name: 'Core', slug: 'core' });
  await send('POST', '/v1/orgs/acme/teams/core/members', { username: 'bystander' });
  const hook = { url: 'https://example.com/hook', events: ['release.published'] };
  const { id: webhook } = await send('POST', '/v1/orgs/acme/webhooks', hook);
  const job = newId();
  await api.pool.query(sql.unsafe`
    insert into jobs (id, kind, status, workflow_id, run_id, completed_at)
    values (${job}, 'cleanup_expired', 'failed', 'cleanup', ${newId()}, now())`);
  const delivery = newId();
  await api.pool.query(sql.unsafe`
    insert into webhook_deliveries (id, webhook_id, event, body, status, finished_at)
    values (${delivery}, ${webhook}, 'release.published', '{}', 'failed', now())`);
  const held = {
    version: '1.0.0',
    state: 'quarantine' as const,
    statusReason: 'blocked_by_findings',
    findings: [{ kind: 'secrets_exposed', severity: 'critical' }],
  };
  const seed = (name: string) =>
    seedCrate(api, { repositoryId: String(repositoryId), name, releases: [held] });
  const [one] = [await seed('held-one'), await seed('held-two')];
  const finding = { ecosystem: 'cargo', package: 'held-one', id: one.findingIds[0] };
  const issuer = 'https://own.example.com';
  const create = async (path: string, body: object) => (await send('POST', path, body))['id'];
  const mailed = { username_or_email: 'someone@example.com', role: 'viewer' };
  const token = { kind: 'org_automation', name: 'builds', scopes: ['packages:write'], org_slug: 'acme' };
  const owned = { ecosystem: 'npm', namespace: 'owned', owner_org_slug: 'acme' };
  targets = {
    '/orgs/:slug/members revoke': { id: await create('/v1/orgs/acme/invitations', mailed) },
    '/orgs/:slug/namespaces release': { id: await create('/v1/namespaces', owned) },
    '/orgs/:slug/security resolve': finding,
    '/orgs/:slug/security reopen': finding,
    '/orgs/:slug/tokens revoke': { id: await create('/v1/tokens', token) },
    '/orgs/:slug/publishers remove_issuer': {
      issuer_id: await create('/v1/orgs/acme/oidc-issuers', { issuer }),
    },
    '/orgs/:slug/webhooks/:id redeliver': { delivery },
  };
  params = { slug: 'acme', team: 'core', id: String(webhook), job, username: 'viewer' };
  // a page creates the publisher, because an API token may not
  expect(await post(['/orgs/:slug/publishers', 'add_publisher'], readers.owner)).toBe(303);
  const { id: publisher } = await api.pool.one(sql.type(AnyRow)`select id from pending_publishers`);
  targets['/orgs/:slug/publishers remove_publisher'] = { publisher };
  // both sessions have read pages with their earlier rights
  expect(await statusOf('GET', '/orgs/acme/settings', readers.demoted)).toBe(200);
  expect(await statusOf('GET', '/admin', readers.dismissed)).toBe(200);
  await send('POST', '/v1/orgs/acme/members', { username: 'demoted', role: 'viewer' });
  await send('PATCH', `/v1/admin/users/${people.dismissed.id}`, { is_admin: false }, people.operator.token);
});
afterAll(() => api?.stop());

async function logIn(userId: string): Promise<Reader> {
  const sessionId = newId();
  const expiresAt = new Date(Date.now() + 3_600_000);
  await insertSession(api.pool, { id: sessionId, userId, expiresAt, ipAddress: null, userAgent: null });
  const proofs = createFormProofs(jwtSecretsOf(services.config.secrets));
  const cookie = `rookery_session=${await services.pageSessions.sign({ sessionId, userId })}`;
  return { cookie, csrf: proofs.make(holderOf(sessionId)) };
}

async function statusOf(
  method: 'GET' | 'POST',
  url: string,
  { cookie }: Reader,
  body?: string,
): Promise<number> {
  const headers = {
    cookie,
    'sec-fetch-site': 'same-origin',
    'content-type': 'application/x-www-form-urlencoded',
  };
  return (await api.call(method, url, { ...(body !== undefined && { body }), headers })).status;
}

type Form = readonly [path: string, action: string];

function post([path, action]: Form, reader: Reader): Promise<number> {
  const target = targets[`${path} ${action}`] as Record<string, string> | undefined;
  const body = new URLSearchParams({ ...fields, ...ofAction[action], ...target, action, csrf: reader.csrf });
  return statusOf('POST', addressOf(path), reader, body.toString());
}

/** The fields of all forms: each form is complete, so that only rights can refuse it. */
const fields: Record<string, string> = {
  username: 'bystander',
  name: 'another',
  slug: 'another',
  role: 'admin',
  team: 'core',
  url: 'https://example.com/other',
  kind: 'cleanup_expired',
  owner: 'acme',
  ecosystem: 'npm',
  namespace: 'another',
  version: '1.0.0',
  issuer: 'https://issuer.example.com',
  confirm: 'acme',
  reason: 'no',
  resolution: 'false_positive',
  target: 'repository:tools',
  permission: 'publish',
  package: 'another',
  new_owner: 'viewer',
};

const ofAction: Readonly<Record<string, Record<string, string>>> = {
  add_publisher: {
    issuer: 'https://own.example.com',
    repository: 'acme/source',
    workflow_ref: 'release.yml',
  },
  approve: { ecosystem: 'cargo', name: 'held-one' },
  reject: { ecosystem: 'cargo', name: 'held-two' },
  invite: { username_or_email: 'stranger', role: 'viewer', days: '7' },
  create: { kind: 'private', visibility: 'private' },
};

/** Everything that a form could change. */
async function state(): Promise<unknown> {
  const { text } = await api.pool.one(sql.type(AnyRow)`
    select jsonb_build_array(
      (select jsonb_agg(o order by o.id) from organizations o),
      (select jsonb_agg(m order by m.user_id) from members m),
      (select jsonb_agg(t order by t.id) from teams t),
      (select jsonb_agg(w order by w.id) from webhooks w),
      (select jsonb_agg(j order by j.id) from jobs j),
      (select jsonb_agg(to_jsonb(u) - 'last_seen_at' order by u.id) from users u),
      (select jsonb_agg(r order by r.id) from repositories r),
      (select count(*) from tokens),
      (select count(*) from audit_log))::text as text`);
  return text;
}

const formsOf = (pages: readonly Page[]): Form[] =>
  pages.flatMap(({ path, actions = {} }) => Object.keys(actions).map((action): Form => [path, action]));

function addressOf(path: string): string {
  const filled = path.startsWith('/admin/jobs/') ? { ...params, id: params['job'] ?? '' } : params;
  return path.replaceAll(/:(\w+)/g, (_all, name: string) => filled[name] ?? '');
}

// every user may create an organization
const ofOrganization = formsOf(organizationPages).filter(([path]) => path !== '/orgs/new');

const ofAdministration = formsOf(administrationPages);

it('knows the forms of both', () => {
  expect(ofOrganization.length).toBeGreaterThan(25);
  expect(ofAdministration.length).toBeGreaterThan(10);
});

it.each(ofOrganization)('%s %s is refused without the right, and changes nothing', async (...form) => {
  const before = await state();
  const { stranger, viewer, owner, demoted } = readers;

  expect(await post(form, stranger), 'a stranger').toBe(404);
  expect([403, 404], 'a viewer').toContain(await post(form, viewer));
  expect([403, 404], 'a demoted person').toContain(await post(form, demoted));
  expect(await post(form, { ...owner, csrf: viewer.csrf }), 'a wrong proof').toBe(403);

  expect(await state()).toEqual(before);
});

it.each(ofAdministration)('%s %s is the administrators’ alone', async (...form) => {
  const before = await state();
  const { stranger, viewer, operator, dismissed } = readers;

  for (const reader of [stranger, viewer, dismissed]) expect(await post(form, reader)).toBe(404);
  expect(await post(form, { ...operator, csrf: viewer.csrf }), 'a wrong proof').toBe(403);

  expect(await state()).toEqual(before);
});

/** Actions that remove the target of other forms come last. */
const lastOnes = ['remove_member', 'remove', 'delete', 'transfer', 'lock', 'erase'];
const inOrder = (forms: readonly Form[]) =>
  forms.toSorted(([, one], [, other]) => lastOnes.indexOf(one) - lastOnes.indexOf(other));

it('refuses none of the forms to those with the right', async () => {
  const before = await state();
  const refused: string[] = [];
  const sendAll = async (forms: readonly Form[], reader: Reader) => {
    for (const form of inOrder(forms)) {
      const status = await post(form, reader);
      if ([403, 404].includes(status) || status >= 500) refused.push(`${form.join(' ')}: ${status}`);
    }
  };

  await sendAll(ofOrganization, readers.owner);
  await sendAll(ofAdministration, readers.operator);

  expect(refused).toEqual([]);
  expect(await state()).not.toEqual(before);
});
