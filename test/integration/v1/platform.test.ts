import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAdmin } from '../../../services/identity/create-admin.ts';
import { readWantedToken } from '../../../admin/create-token.ts';
import { operator } from '../../../domain/caller.ts';
import { issueTokenFor } from '../../../services/identity/issue-token-for.ts';
import { ensureAdmin } from '../../../services/identity/bootstrap.ts';
import { sha256Hex } from '../../../domain/digest.ts';
import { sql } from '../../../store/postgres/pool.ts';
import { noteFailedAttempt, startJob, updateJob } from '../../../store/postgres/jobs/jobs.ts';
import { countAll } from '../../../store/postgres/jobs/stats.ts';
import {
  AnyRow,
  type Management,
  type Person,
  seedCrate,
  startManagement,
} from '../../support/management.ts';

let api: Management;
let alice: Person;
let admin: Person;
beforeAll(async () => {
  api = await startManagement({ TEMPORAL_UI_URL: 'http://ui.example/' });
  alice = await api.createPerson('alice');
  admin = await api.createPerson('boss', true);
});
afterAll(() => api.stop());

describe('probes', () => {
  it('say that the process lives and that its parts answer', async () => {
    expect(await api.call('GET', '/health')).toMatchObject({
      status: 200,
      body: { status: 'ok', service: 'rookery' },
    });
    expect(await api.call('GET', '/readiness')).toMatchObject({
      status: 200,
      body: { status: 'ready', database: 'ok', redis: 'disabled', temporal: 'ok' },
    });
    expect(await api.call('GET', '/readiness/serving')).toMatchObject({
      status: 200,
      body: { status: 'ready', database: 'ok', is_draining: false },
    });
  });
});

describe('statistics', () => {
  it('count public rows, as integers', async () => {
    const repositoryId = alice.repositoryId;
    await seedCrate(api, {
      repositoryId,
      name: 'counted',
      releases: [{ version: '1.0.0' }, { version: '2.0.0', state: 'quarantine' }],
    });
    await seedCrate(api, {
      repositoryId,
      name: 'uncounted',
      visibility: 'private',
      releases: [{ version: '1.0.0' }],
    });

    const { body, headers } = await api.call('GET', '/v1/stats');

    expect(body).toEqual({
      packages: 1,
      releases: 1,
      organizations: 0,
      security_findings_total: 0,
      security_findings_unresolved: 0,
      artifacts_stored: 1,
      job_queue_pending: 0,
    });
    expect(headers['cache-control']).toBe('public, max-age=30');
  });
});

describe('problems', () => {
  const post = (payload: string, contentType = 'application/json') =>
    api.app.inject({
      method: 'POST',
      url: '/v1/auth/login',
      payload,
      headers: { 'content-type': contentType },
    });

  it.each([
    ['broken JSON', () => post('{'), 400, 'malformed_json'],
    ['another content type', () => post('a=b', 'text/csv'), 415, 'unsupported_media_type'],
    ['a huge body', () => post(`"${'x'.repeat(1_100_000)}"`), 413, 'too_large'],
    ['a missing member', () => post('{"password":"x"}'), 422, 'validation_failed'],
    ['an unknown page', () => api.app.inject('/v1/nowhere'), 404, 'not_found'],
  ])('describe %s', async (_what, send, status, code) => {
    const response = await send();
    const body = response.json();

    expect(response.statusCode).toBe(status);
    expect(response.headers['content-type']).toContain('application/problem+json');
    expect(body).toMatchObject({ status, code, instance: response.headers['x-request-id'] });
    expect(body.error).toBe(body.detail);
    expect(body.type).toBe(`${api.platform.config.http.publicUrl}/docs/errors/${code}`);
  });

  it('tell nothing about our own faults', async () => {
    const original = api.platform.search.query;
    api.platform.search.query = () => Promise.reject(new Error('secret in /srv/data'));
    const { status, body } = await api.call('GET', '/v1/search');
    api.platform.search.query = original;

    expect({ status, detail: body['detail'] }).toEqual({
      status: 500,
      detail: 'something went wrong on our side',
    });
    expect(JSON.stringify(body)).not.toContain('secret');
  });
});

describe('the audit log', () => {
  it('is for platform administrators, filters and pages', async () => {
    await api.call('POST', '/v1/repositories', {
      token: alice.token,
      body: { name: 'A', slug: 'audited-a' },
    });
    await api.call('POST', '/v1/repositories', {
      token: alice.token,
      body: { name: 'B', slug: 'audited-b' },
    });
    const query = `/v1/audit?action=repository_create&actor_user_id=${alice.id}&per_page=1`;

    const page = await api.call('GET', query, { token: admin.token });
    const next = await api.call('GET', `${query}&page=2`, { token: admin.token });

    expect((await api.call('GET', '/v1/audit', { token: alice.token })).status).toBe(403);
    expect((await api.call('GET', '/v1/audit')).status).toBe(401);
    expect(page.body).toMatchObject({ has_next: true, logs: [{ metadata: { slug: 'audited-b' } }] });
    expect(next.body).toMatchObject({ has_next: false, logs: [{ metadata: { slug: 'audited-a' } }] });
    const future = await api.call('GET', '/v1/audit?occurred_from=2999-01-01', { token: admin.token });
    expect(future.body['logs']).toEqual([]);
    expect((await api.call('GET', '/v1/audit?occurred_from=soon', { token: admin.token })).status).toBe(422);
  });

  it('can not be rewritten', async () => {
    await expect(api.pool.query(sql.unsafe`delete from audit_log`)).rejects.toThrow(/append-only/);
  });
});

describe('jobs', () => {
  it('are shown to platform administrators with a link to the workflow', async () => {
    const workflowId = 'publish:cargo:probe@1.0.0';
    await startJob(api.pool, {
      kind: 'publish_release',
      workflowId,
      runId: 'run-1',
      payload: { name: 'probe' },
    });
    await startJob(api.pool, {
      kind: 'index_package',
      workflowId: 'search:cargo:probe',
      runId: 'run-2',
      payload: {},
    });
    await updateJob(api.pool, {
      workflowId: 'search:cargo:probe',
      runId: 'run-2',
      status: 'failed',
      lastError: 'no',
    });
    const away = { attempts: 3, lastError: 'away' };
    await noteFailedAttempt(api.pool, { workflowId, runId: 'run-1', ...away });
    await noteFailedAttempt(api.pool, { workflowId: 'search:cargo:probe', runId: 'run-2', ...away });

    const all = await api.call('GET', '/v1/admin/jobs', { token: admin.token });
    const failed = await api.call('GET', '/v1/admin/jobs?state=failed&kind=index_package', {
      token: admin.token,
    });

    expect(all.body).toMatchObject({
      total: 2,
      summary: { by_status: { running: 1, failed: 1 }, stale_jobs_count: 0 },
    });
    expect(all.body['jobs'][0]).toMatchObject({
      workflow_id: workflowId,
      run_id: 'run-1',
      attempts: 3,
      last_error: 'away',
      workflow_url:
        'http://ui.example/namespaces/rookery/workflows/publish%3Acargo%3Aprobe%401.0.0/run-1/history',
    });
    expect(failed.body).toMatchObject({
      total: 1,
      jobs: [{ status: 'failed', can_retry: true, last_error: 'no' }],
    });
    expect(await countAll(api.pool)).toMatchObject({ jobsPending: 1 });
    for (const odd of ['state=odd', 'kind=odd'])
      expect((await api.call('GET', `/v1/admin/jobs?${odd}`, { token: admin.token })).status).toBe(422);
    expect((await api.call('GET', '/v1/admin/jobs', { token: alice.token })).status).toBe(403);
    expect((await api.call('GET', '/v1/admin/jobs')).status).toBe(401);
  });

  it('are retried by platform administrators, once, as a job of their own', async () => {
    const admin = await api.createPerson(undefined, true);
    const alice = await api.createPerson();
    const auditor = await api.createToken(admin.id, ['audit:read']);
    const workflowId = 'search:cargo:retried';
    const run = { workflowId, runId: 'run-1' };
    await startJob(api.pool, { kind: 'index_package', ...run, payload: { name: 'retried' } });
    const { id } = await api.pool.one(
      sql.type(AnyRow)`select id from jobs where workflow_id = ${workflowId}`,
    );
    const retry = (token?: string, job: string = id) =>
      api.call('POST', `/v1/admin/jobs/${job}/retry`, { token });

    expect(await retry(admin.token)).toMatchObject({ status: 409, body: { code: 'invalid_state' } });
    await updateJob(api.pool, { ...run, status: 'dead', lastError: 'no' });

    expect((await retry()).status).toBe(401);
    expect(await retry(alice.token)).toMatchObject({ status: 403, body: { scope: 'admin:write' } });
    expect(await retry(auditor)).toMatchObject({ status: 403, body: { scope: 'admin:write' } });
    expect((await retry(admin.token, '0198c0de-0000-7000-8000-00000000dead')).status).toBe(404);
    const { status, body } = await retry(admin.token);
    expect(status).toBe(200);
    expect(body['job']).toMatchObject({ status: 'running', payload: { name: 'retried' }, last_error: null });
    expect(body['job']['id']).not.toBe(id);
    expect(await retry(admin.token)).toMatchObject({ status: 409, body: { code: 'invalid_state' } });
    const { body: log } = await api.call('GET', '/v1/audit?action=admin_job_retry', { token: auditor });
    expect(log['logs']).toMatchObject([
      {
        actor_user_id: admin.id,
        metadata: { job_id: id, new_job_id: body['job']['id'], kind: 'index_package' },
      },
    ]);
  });
});

describe('the description', () => {
  it('is served as a document and as pages', async () => {
    const document = await api.call('GET', '/openapi.json');
    const page = await api.call('GET', '/swagger-ui/');

    expect(document.body).toMatchObject({ openapi: '3.1.0' });
    expect(page.status).toBe(200);
    expect(String(page.headers['content-security-policy'])).toContain("script-src 'self'");
  });
});

const daysUntil = (time: string) => Math.round((Date.parse(time) - Date.now()) / 86_400_000);

describe('the first administrator', () => {
  it('keeps a token that every start lets live for another 90 days, and gets another one when it is over', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'rookery-admin-'));
    const read = async () => (await readFile(join(dataDir, 'admin-token'), 'utf8')).trim();
    const endsIn = async (seconds: number, token: string) => {
      await api.pool.query(sql.unsafe`
        update tokens set expires_at = now() + make_interval(secs => ${seconds})
        where token_hash = ${sha256Hex(token)}`);
      api.platform.authenticator.forgetAll();
    };
    await ensureAdmin({ pool: api.pool, dataDir });
    const token = await read();

    await api.pool.query(sql.unsafe`
      update tokens set scopes = array_remove(scopes, 'findings:write') where token_hash = ${sha256Hex(token)}`);
    await endsIn(60, token);
    await ensureAdmin({ pool: api.pool, dataDir });
    const renewed = await read();
    const { body } = await api.call('GET', '/v1/tokens', { token });
    await endsIn(-1, token);
    await ensureAdmin({ pool: api.pool, dataDir });
    const replaced = await read();
    await rm(dataDir, { recursive: true });

    expect(renewed).toBe(token);
    const shown = body['tokens'].find(({ hint }: { hint: string }) => token.startsWith(`pub_${hint}`));
    expect(daysUntil(shown['expires_at'])).toBe(90);
    expect(shown['scopes']).toHaveLength(15);
    expect(replaced).not.toBe(token);
    expect((await api.call('GET', '/v1/users/me', { token: replaced })).status).toBe(200);
  });

  it('of one folder leaves the token of another alone', async () => {
    const folders = await Promise.all([1, 2].map(() => mkdtemp(join(tmpdir(), 'rookery-admin-'))));
    const tokens: string[] = [];
    for (const dataDir of folders) {
      const file = await ensureAdmin({ pool: api.pool, dataDir });
      tokens.push((await readFile(file, 'utf8')).trim());
      await rm(dataDir, { recursive: true });
    }

    const answers = await Promise.all(tokens.map((token) => api.call('GET', '/v1/users/me', { token })));

    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  });

  it('gets tokens from the command line, with the scopes and for the days that were asked for', async () => {
    const person = await api.createPerson('cli-person');
    const wanted = readWantedToken([
      'create-token',
      'CLI-person',
      '--scopes',
      'packages:write, tokens:read',
      '--expires-in-days',
      '7',
    ]);
    if (typeof wanted === 'string') throw new Error(wanted);

    const { secret } = await issueTokenFor(api.pool, operator, wanted);

    const { body } = await api.call('GET', '/v1/tokens', { token: secret });
    expect(body['tokens'][0]).toMatchObject({ name: 'rookery admin', scopes: wanted.scopes });
    expect(daysUntil(body['tokens'][0]['expires_at'])).toBe(7);
    const admin = { ...wanted, scopes: ['admin:write'] as const };
    await expect(issueTokenFor(api.pool, operator, admin)).rejects.toThrow(/no platform administrator/);
    await expect(issueTokenFor(api.pool, operator, { ...wanted, username: 'missing' })).rejects.toThrow(
      /no active account/,
    );
    const all = await issueTokenFor(api.pool, operator, { ...wanted, scopes: 'all' });
    expect(all.scopes).not.toContain('admin:write');
    const [entry] = await api.pool.any(sql.type(AnyRow)`
      select user_agent from audit_log where target_user_id = ${person.id} and action = 'token_create'`);
    expect(entry?.userAgent).toBe('rookery admin');
  });

  it.each([
    [['create-token'], /^Usage/],
    [['create-token', 'a', 'b'], /^Usage/],
    [['create-token', 'admin'], /^--scopes must be all, or/],
    [['create-token', 'admin', '--scopes', 'root'], /^--scopes/],
    [['create-token', 'admin', '--scopes', 'all', '--expires-in-days', '0'], /^--expires-in-days/],
    [['create-token', 'admin', '--scopes', 'all', '--expires-in-days', '366'], /^--expires-in-days/],
    [['create-token', 'admin', '--scopes', 'all', '--name', ''], /^--name/],
  ])('gets no token for %j', (args, sentence) => {
    expect(readWantedToken(args)).toMatch(sentence);
  });

  it('appears once, whichever process starts first, with a token for the owner of the machine alone', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'rookery-admin-'));
    const [file] = await Promise.all([
      ensureAdmin({ pool: api.pool, dataDir }),
      ensureAdmin({ pool: api.pool, dataDir }),
    ]);
    const token = (await readFile(file ?? '', 'utf8')).trim();
    const { mode } = await stat(file ?? '');
    await ensureAdmin({ pool: api.pool, dataDir });
    const again = (await readFile(file ?? '', 'utf8')).trim();
    const first = await api.call('GET', '/v1/tokens', { token });
    await rm(file ?? '');
    await ensureAdmin({ pool: api.pool, dataDir });
    const replaced = (await readFile(file ?? '', 'utf8')).trim();
    api.platform.authenticator.forgetAll();
    await rm(dataDir, { recursive: true });

    const me = await api.call('GET', '/v1/users/me', { token: replaced });
    expect(me.body).toMatchObject({ username: 'admin', is_admin: true });
    expect(me.body['scopes']).toHaveLength(15);
    expect(mode & 0o777).toBe(0o600);
    expect(daysUntil(first.body['tokens'][0]['expires_at'])).toBe(90);
    expect(again).toBe(token);
    expect(replaced).not.toBe(token);
    expect((await api.call('GET', '/v1/users/me', { token })).body['code']).toBe('token_revoked');
  });

  it('can be another one, with a password', async () => {
    const password = 'quite a long passphrase';
    await createAdmin(api.platform, operator, { username: 'root', email: 'root@example.com', password });

    const { body } = await api.call('POST', '/v1/auth/login', {
      body: { username_or_email: 'root', password },
    });

    expect((await api.call('GET', '/v1/audit', { token: body['token'] })).status).toBe(200);
  });

  it('made of an existing user begins anew: sessions and tokens of before end', async () => {
    const person = await api.createPerson('promoted');
    const session = await api.createSession(person.id);
    const account = { username: 'promoted', email: 'x@example.com', password: 'quite a long passphrase' };
    const isAlive = async (token: string) =>
      (await api.call('GET', '/v1/users/me', { token })).status === 200;

    await createAdmin(api.platform, operator, { ...account, keepsTokens: true });
    const kept = [await isAlive(session), await isAlive(person.token)];
    await createAdmin(api.platform, operator, account);
    api.platform.authenticator.forgetAll();

    expect([...kept, await isAlive(person.token)]).toEqual([false, true, false]);
    const log = await api.pool.any(sql.type(AnyRow)`
      select user_agent, metadata from audit_log
      where target_user_id = ${person.id} and action = 'password_change' order by id`);
    expect(log).toMatchObject([
      { userAgent: 'rookery admin', metadata: { is_admin: true, sessions: 1, tokens: 0 } },
      { userAgent: 'rookery admin', metadata: { is_admin: true, sessions: 0, tokens: 1 } },
    ]);
  });
});
