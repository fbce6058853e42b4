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
import { AnyRow, type Management, type Person, startManagement } from '../support/management.ts';

interface Reader {
  cookie: string;
  csrf: string;
}

let api: Management;
let services: Services;
let readers: Record<'stranger' | 'viewer' | 'owner' | 'demoted' | 'operator' | 'dismissed', Reader>;
let params: Record<string, string>;

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
  await send('POST', '/v1/repositories', { name: 'Tools', slug: 'tools', owner_org_slug: 'acme' });
  await send('POST', '/v1/orgs/acme/teams', { name: 'Core', slug: 'core' });
  const hook = { url: 'https://example.com/hook', events: ['release.published'] };
  const { id: webhook } = await send('POST', '/v1/orgs/acme/webhooks', hook);
  const job = newId();
  await api.pool.query(sql.unsafe`
    insert into jobs (id, kind, status, workflow_id, run_id, completed_at)
    values (${job}, 'cleanup_expired', 'failed', 'cleanup', ${newId()}, now())`);
  params = { slug: 'acme', team: 'core', id: String(webhook), job, username: 'viewer' };
  // both have read pages with their earlier rights
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
  { cookie, csrf }: Reader,
  action?: string,
): Promise<number> {
  const body =
    action === undefined
      ? undefined
      : new URLSearchParams({ ...fields, ...ofAction[action], action, csrf }).toString();
  const { status } = await api.call(method, url, {
    ...(body === undefined ? {} : { body }),
    headers: {
      cookie,
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/x-www-form-urlencoded',
    },
  });
  return status;
}

/** What all forms together ask for: each is complete, so that only rights refuse it. */
const fields: Record<string, string> = {
  id: '00000000-0000-4000-8000-000000000000',
  username: 'bystander',
  name: 'Another',
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
  invite: { username_or_email: 'stranger', role: 'viewer', days: '7' },
  create: { kind: 'private', visibility: 'private' },
};

/** All that a form could change. */
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

const formsOf = (pages: readonly Page[]) =>
  pages.flatMap(({ path, actions = {} }) => Object.keys(actions).map((action) => [path, action] as const));

function addressOf(path: string): string {
  const filled = path.startsWith('/admin/jobs/') ? { ...params, id: params['job'] ?? '' } : params;
  return path.replaceAll(/:(\w+)/g, (_all, name: string) => filled[name] ?? '');
}

// a person needs no right to make an organization
const ofOrganization = formsOf(organizationPages).filter(([path]) => path !== '/orgs/new');

it('knows the forms of both', () => {
  expect(ofOrganization.length).toBeGreaterThan(25);
  expect(formsOf(administrationPages).length).toBeGreaterThan(10);
});

it.each(ofOrganization)('%s %s is refused without the right, and changes nothing', async (path, action) => {
  const url = addressOf(path);
  const before = await state();
  const { stranger, viewer, owner, demoted } = readers;

  expect(await statusOf('POST', url, stranger, action), 'a stranger').toBe(404);
  expect([403, 404], 'a viewer').toContain(await statusOf('POST', url, viewer, action));
  expect([403, 404], 'a demoted person').toContain(await statusOf('POST', url, demoted, action));
  expect(await statusOf('POST', url, { ...owner, csrf: viewer.csrf }, action), 'a wrong proof').toBe(403);

  expect(await state()).toEqual(before);
});

it.each(formsOf(administrationPages))('%s %s is the administrators’ alone', async (path, action) => {
  const url = addressOf(path);
  const before = await state();
  const { stranger, viewer, operator, dismissed } = readers;

  for (const reader of [stranger, viewer, dismissed])
    expect(await statusOf('POST', url, reader, action)).toBe(404);
  expect(await statusOf('POST', url, { ...operator, csrf: viewer.csrf }, action), 'a wrong proof').toBe(403);

  expect(await state()).toEqual(before);
});

it('does the same forms for those with the right', async () => {
  const before = await state();

  expect(await statusOf('POST', '/orgs/acme/teams', readers.owner, 'create')).toBe(303);
  expect(await statusOf('POST', '/admin', readers.operator, 'recover')).toBe(303);

  expect(await state()).not.toEqual(before);
});
