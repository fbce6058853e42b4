import { afterAll, beforeAll, expect, it } from 'vitest';
import { createServices, type Services } from '../../services/index.ts';
import { newId } from '../../store/postgres/ids.ts';
import { insertSession } from '../../store/postgres/identity/sessions.ts';
import { sql } from '../../store/postgres/pool.ts';
import { type Management, startManagement } from '../support/management.ts';

let api: Management;
let services: Services;
let cookie: string;

beforeAll(async () => {
  api = await startManagement();
  services = createServices(api.platform);
  const { id: userId } = await api.createPerson('operator', true);
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
      ${status === 'failed' ? sql.fragment`now()` : null})`);
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
