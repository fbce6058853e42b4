import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEcosystems } from '../../ecosystems/index.ts';
import { createServices, type Services } from '../../services/index.ts';
import { newId } from '../../store/postgres/ids.ts';
import { insertSession } from '../../store/postgres/identity/sessions.ts';
import { insertMail } from '../../store/postgres/mails/mails.ts';
import { sql } from '../../store/postgres/pool.ts';
import { AnyRow, type Management, seedCrate, startManagement } from '../support/management.ts';

let api: Management;
let services: Services;
let operatorId: string;
let repositoryId: string;
let cookie: string;

beforeAll(async () => {
  api = await startManagement();
  services = createServices(api.platform);
  const { id: userId, ...operator } = await api.createPerson('operator', true);
  operatorId = userId;
  ({ repositoryId } = operator);
  const sessionId = newId();
  const expiresAt = new Date(Date.now() + 3_600_000);
  await insertSession(api.pool, { id: sessionId, userId, expiresAt, ipAddress: null, userAgent: null });
  cookie = `rookery_session=${await services.pageSessions.sign({ sessionId, userId })}`;
});
afterAll(() => api?.stop());

async function textOf(url: string): Promise<string> {
  const { status, body } = await api.call('GET', url, { headers: { cookie } });
  expect(status, url).toBe(200);
  return String(body['text']).replaceAll(/\s+/g, ' ');
}

async function insertJob(workflowId: string, status: string): Promise<string> {
  const id = newId();
  await api.pool.query(sql.unsafe`
    insert into jobs (id, kind, status, workflow_id, run_id, completed_at)
    values (${id}, 'publish_release', ${status}, ${workflowId}, ${newId()},
      case when ${status} <> 'running' then now() end)`);
  return id;
}

it('says of a job whose run is forgotten that its step is not known, and how to recover it', async () => {
  const page = await textOf(`/admin/jobs/${await insertJob('forgotten', 'running')}`);

  expect(page).toContain('has forgotten the run');
  expect(page).toMatch(/Pending step<\/dt> ?<dd[^>]*>not known/);
  expect(page).toMatch(/Next attempt<\/dt> ?<dd[^>]*>not known/);
  expect(page).toMatch(/What to do<\/dt>.*<a href="\/admin#start-recover">Recover jobs/);
  expect(page).not.toMatch(/No step is pending|gets on by itself|notice good/);
});

it('does not call all well what it does not know', async () => {
  const page = await textOf('/admin');

  expect(page).toMatch(/notice danger.*The workflow service does not answer/);
  expect(page).not.toContain('Nothing needs you');
});

it('names mails that failed, and schedules that are missing', async () => {
  await insertMail(api.pool, { kind: 'password_changed', userId: operatorId });
  await api.pool.query(sql.unsafe`update mails set status = 'failed', finished_at = now()`);
  Object.assign(api.platform, { listSchedules: async () => [] });

  const page = await textOf('/admin');

  expect(page).toContain('Mails that failed in 24 hours: 1');
  expect(page).toContain('does not have the schedule clean-expired');
});

it('counts a failed job until it has run again, and lists as many', async () => {
  await insertJob('tried-again', 'failed');
  expect(await textOf('/admin')).toContain('Failed jobs: 1');

  const again = await insertJob('tried-again', 'failed');
  const list = '/admin/jobs?state=failed&unrepeated=1';
  expect(await textOf('/admin')).toContain('Failed jobs: 1');
  expect(await textOf(list)).toMatch(new RegExp(`class="count">1<.*href="/admin/jobs/${again}"`));

  await insertJob('tried-again', 'completed');
  expect(await textOf('/admin')).not.toContain('Failed jobs');
  expect(await textOf(list)).toContain('There are no such jobs.');
});

it.each([
  ['a request without a body', 'HEAD', {}, 200, 0],
  ['a link of another site', 'GET', { 'sec-fetch-site': 'cross-site' }, 403, 0],
  ['a link of another host of this site', 'GET', { 'sec-fetch-site': 'same-site' }, 403, 0],
  ['the page', 'GET', { 'sec-fetch-site': 'same-origin' }, 200, 1],
  ['an address that is typed', 'GET', { 'sec-fetch-site': 'none' }, 200, 1],
])(
  '%s gets from an export: %s %j %d, entries on record: %d',
  async (_what, method, headers, status, written) => {
    const count = async () =>
      api.pool.one(sql.type(AnyRow)`select count(*) as entries from audit_log where action like '%export%'`);
    const { entries } = await count();

    const answer = await api.call(method, '/admin/audit?export=csv', { headers: { ...headers, cookie } });

    expect(answer.status).toBe(status);
    expect((await count())['entries']).toBe(entries + written);
  },
);

it('lists what is held in an ecosystem that this process does not serve, without a decision', async () => {
  await seedCrate(api, {
    repositoryId,
    name: 'held-elsewhere',
    releases: [{ version: '1.0.0', state: 'quarantine', statusReason: 'policy_hold' }],
  });
  expect(await textOf('/admin/held')).toContain('value="approve"');
  await api.pool.query(sql.unsafe`update packages set ecosystem = 'npm' where name = 'held-elsewhere'`);
  const { ecosystems } = api.platform;
  const all = ecosystems.all.filter(({ id }) => id !== 'npm');
  Object.assign(ecosystems, createEcosystems(all));

  const page = await textOf('/admin/held');

  expect(page).toMatch(/held-elsewhere.*This server does not serve the ecosystem/);
  expect(page).not.toContain('value="approve"');
});
