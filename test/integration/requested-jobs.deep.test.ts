import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ids } from '../../workflows/definitions.ts';
import { publishCrate } from '../support/cargo.ts';
import { makeCrate } from '../support/crates.ts';
import { holdLock, query } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { type CombinedPlatform, startCombinedPlatform, type TestUser } from '../support/platform.ts';
import { assertReplays } from '../support/replay.ts';
import { openWorkflows } from '../support/workflows.ts';

let platform: CombinedPlatform;
let user: TestUser;
beforeAll(async () => {
  platform = await startCombinedPlatform();
  user = await platform.createUser();
});
afterAll(() => platform?.stop());

type Body = Record<string, unknown>;

async function call(method: string, path: string, bearer?: string): Promise<{ status: number; body: Body }> {
  const headers = bearer === undefined ? {} : { authorization: `Bearer ${bearer}` };
  const response = await fetch(`${platform.url}/v1/admin/${path}`, { method, headers });
  return { status: response.status, body: (await response.json()) as Body };
}

const start = (path: string) => call('POST', path, platform.adminToken);
const jobOf = async (id: unknown) => (await call('GET', `jobs/${String(id)}`, platform.adminToken)).body;

const untilCompleted = (id: unknown) =>
  eventually(async () => {
    const job = await jobOf(id);
    expect(job).toMatchObject({ status: 'completed' });
    return job;
  });

test('the search is brought up to date with what it has lost, and the job says how it went', async () => {
  const crate = await makeCrate();
  expect((await publishCrate(platform, crate, user.token)).status).toBe(200);
  await query(platform.databaseUrl, 'delete from search_documents', []);

  const { status, body } = await start('reindex');

  expect([status, body['message']]).toEqual([202, 'the job has been started']);
  const job = await untilCompleted(body['job_id']);
  expect(job).toMatchObject({
    kind: 'reindex_search',
    payload: { result: { projected: expect.any(Number), failed: 0 } },
    recovery_hint: null,
  });
  const found = await fetch(`${platform.url}/v1/search?q=${crate.name}`);
  expect(await found.json()).toMatchObject({ total: 1 });
  // the workflow ends after its last step, which completes the job
  await eventually(async () => {
    const { run } = (await jobOf(body['job_id'])) as {
      run: { events: { type: string; step: string | null }[] };
    };
    expect(run.events.map(({ type }) => type)).toContain('workflow_execution_completed');
    expect(run.events.map(({ step }) => step)).toContain('reindexBatch');
  });
});

test('tokens past their time go', async () => {
  await query(
    platform.databaseUrl,
    `insert into tokens (id, kind, prefix, hint, token_hash, name, user_id, scopes, expires_at)
     select gen_random_uuid(), kind, prefix, hint, 'old', 'old', user_id, scopes, now() - interval '1 year'
     from tokens limit 1`,
    [],
  );

  const { body } = await start('cleanup/expired_tokens');

  expect(await untilCompleted(body['job_id'])).toMatchObject({
    kind: 'cleanup_expired_tokens',
    payload: { result: { tokens: 1 } },
  });
  expect(await query(platform.databaseUrl, `select from tokens where token_hash = 'old'`, [])).toEqual([]);
});

test('of a kind one runs at a time: a request meanwhile gets its id, and sees who runs it', async () => {
  const lock = await holdLock(platform.databaseUrl, 'lock table blob_uploads in exclusive mode');
  const answers = await Promise.all([1, 2, 3].map(() => start('cleanup/oci_blobs')));

  const jobs = new Set(answers.map(({ body }) => body['job_id']));
  expect(jobs.size).toBe(1);
  expect(answers.filter(({ body }) => body['message'] === 'the job has been started')).toHaveLength(1);
  const [id] = jobs;
  const locked = await eventually(async () => {
    const job = await jobOf(id);
    expect(job).toMatchObject({ status: 'running', locked_by: expect.stringContaining('@') });
    return job;
  });
  expect(Date.parse(String(locked['locked_until']))).toBeGreaterThan(Date.now());
  expect(locked['is_stale']).toBe(false);
  await query(
    platform.databaseUrl,
    `update jobs set locked_until = now() - interval '1 minute' where id = $1`,
    [id],
  );
  const { body } = await call('GET', 'jobs?state=running&kind=cleanup_oci_blobs', platform.adminToken);
  expect(body).toMatchObject({
    summary: { stale_jobs_count: 1 },
    jobs: [{ id, is_stale: true, recovery_hint: expect.stringContaining('overdue') }],
  });
  await lock.release();

  await untilCompleted(id);
  await eventually(async () =>
    expect(await jobOf(id)).toMatchObject({ locked_by: null, locked_until: null }),
  );
  expect((await start('cleanup/oci_blobs')).body['job_id']).not.toBe(id);
  const audit = await query<{ kind: string }>(
    platform.databaseUrl,
    `select metadata ->> 'kind' as kind from audit_log where action = 'admin_job_start' order by id`,
    [],
  );
  expect(audit.map(({ kind }) => kind)).toEqual([
    'reindex_search',
    'cleanup_expired_tokens',
    'cleanup_oci_blobs',
    'cleanup_oci_blobs',
  ]);
});

/** A completed job whose workflow still runs, because no worker serves its queue. */
async function leaveEnding(workflow: string, workflowId: string, kind: string, input: object) {
  const client = openWorkflows(platform.temporal);
  const run = await client.workflow.start(workflow, {
    workflowId,
    taskQueue: 'unserved-queue',
    args: [input],
  });
  const [job] = await query<{ id: string }>(
    platform.databaseUrl,
    `insert into jobs (id, kind, status, workflow_id, run_id, payload, completed_at)
     values (gen_random_uuid(), $1, 'completed', $2, $3, '{}', now()) returning id`,
    [kind, workflowId, run.firstExecutionRunId],
  );
  return {
    jobId: job?.id,
    async [Symbol.asyncDispose]() {
      await run.terminate('over').catch(() => undefined);
      await client[Symbol.asyncDispose]();
    },
    end: () => run.terminate('over'),
  };
}

test('what is asked for as the run before it ends is done in a run of its own', async () => {
  const crate = await makeCrate();
  expect((await publishCrate(platform, crate, user.token)).status).toBe(200);
  const [release] = await query<{ id: string }>(
    platform.databaseUrl,
    `select releases.id from releases join packages on packages.id = releases.package_id where packages.name = $1`,
    [crate.name],
  );
  const releaseId = release?.id ?? '';
  await using rescan = await leaveEnding('rescanFindings', ids.rescan(releaseId), 'rescan_findings', {
    releaseId,
  });
  await using cleanup = await leaveEnding(
    'cleanTokens',
    'cleanup-expired-tokens-on-request',
    'cleanup_expired_tokens',
    {},
  );

  const asked = Promise.all([
    call('POST', `../packages/cargo/${crate.name}/releases/1.0.0/rescan`, user.session),
    start('cleanup/expired_tokens'),
  ]);
  const first = await Promise.race([asked, setTimeout(500, 'wait')]);
  await Promise.all([rescan.end(), cleanup.end()]);
  const answers = await asked;

  expect(first).toBe('wait');
  expect(answers.map(({ status }) => status)).toEqual([202, 202]);
  const started = answers.map(({ body }) => body['job_id']);
  expect(started).not.toContain(rescan.jobId);
  expect(started).not.toContain(cleanup.jobId);
  expect(await untilCompleted(started[0])).toMatchObject({ payload: { result: { files: 1 } } });
  await untilCompleted(started[1]);
  const audit = await query(
    platform.databaseUrl,
    `select from audit_log where target_release_id = $1 and action = 'release_rescan'`,
    [releaseId],
  );
  expect(audit).toHaveLength(1);
});

test('the command line starts them as well', async () => {
  const run = async (...args: string[]) => {
    const child = spawn(process.execPath, ['cli/main.ts', 'admin', ...args], {
      cwd: join(import.meta.dirname, '../..'),
      env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...platform.environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const ended = new Promise((resolve) => child.once('close', resolve));
    const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
    return { code: await ended, output, errors };
  };

  const { code, output } = await run('cleanup', 'expired');

  expect([code, output]).toEqual([
    0,
    expect.stringMatching(/^cleanup_expired started as job [0-9a-f-]{36}\n$/),
  ]);
  await untilCompleted(output.trim().split(' ').at(-1));
  expect(await run('cleanup', 'everything')).toMatchObject({ code: 2, output: '' });
});

test.each(['reindex', 'cleanup/expired', 'cleanup/expired_tokens', 'cleanup/oci_blobs'])(
  '%s is for administrators with admin:write',
  async (path) => {
    expect((await call('POST', path, user.session)).status).toBe(403);
    expect((await call('POST', path)).status).toBe(401);
  },
);

test('nothing else can be cleaned up', async () => {
  expect(await start('cleanup/everything')).toMatchObject({
    status: 422,
    body: { code: 'validation_failed' },
  });
});

test('every history replays', () => assertReplays(platform.temporal));
