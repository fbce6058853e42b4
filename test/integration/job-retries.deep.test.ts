import { afterAll, beforeAll, expect, test } from 'vitest';
import { query } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { type CombinedPlatform, startCombinedPlatform } from '../support/platform.ts';
import { describeRuns, openWorkflows } from '../support/workflows.ts';
import { queues, workflowNames } from '../../workflows/definitions.ts';

let platform: CombinedPlatform;
beforeAll(async () => {
  platform = await startCombinedPlatform();
});
afterAll(() => platform?.stop());

interface Job {
  id: string;
  status: string;
  run_id: string;
  can_retry: boolean;
}

async function call(path: string, method = 'POST'): Promise<{ status: number; body: unknown }> {
  const headers = { authorization: `Bearer ${platform.adminToken}` };
  const response = await fetch(`${platform.url}/v1/admin/jobs/${path}`, { method, headers });
  return { status: response.status, body: await response.json() };
}

const retry = async (id: string) =>
  (await call(`${id}/retry`)) as { status: number; body: { job: Job; detail?: string } };

const rowsOf = (workflowId: string) =>
  query<{ id: string; status: string; run_id: string }>(
    platform.databaseUrl,
    `select id, status, run_id from jobs where workflow_id = $1 order by scheduled_at, id`,
    [workflowId],
  );

/** A failed job whose workflow has completed its work: the next run succeeds. */
async function failJob(workflowId: string): Promise<string> {
  await using client = openWorkflows(platform.temporal);
  await client.workflow.execute(workflowNames.cleanExpired, {
    workflowId,
    taskQueue: queues.publish,
    args: [],
  });
  const [job] = await query<{ id: string }>(
    platform.databaseUrl,
    `update jobs set status = 'failed', last_error = 'no disk' where workflow_id = $1 returning id`,
    [workflowId],
  );
  return job?.id ?? 'none';
}

test('a job that failed is done once more by its own workflow, once', async () => {
  const id = await failJob('retry-once');

  const [first, second] = await Promise.all([retry(id), retry(id)]);

  expect(new Set([first.status, second.status])).toEqual(new Set([200, 409]));
  const again = first.status === 200 ? first : second;
  expect(again.body.job).toMatchObject({
    kind: 'cleanup_expired',
    can_retry: false,
    workflow_id: 'retry-once',
  });
  await eventually(async () =>
    expect(await rowsOf('retry-once')).toMatchObject([
      { id, status: 'failed' },
      { id: again.body.job.id, status: 'completed', run_id: again.body.job.run_id },
    ]),
  );
  await eventually(async () =>
    expect(await describeRuns(platform.temporal, 'retry-once')).toEqual({ status: 'COMPLETED', runs: 2 }),
  );
  expect(await retry(id)).toMatchObject({
    status: 409,
    body: { detail: 'this job can not be retried: it has run again since' },
  });
  expect(await retry(again.body.job.id)).toMatchObject({ status: 409 });
});

test('a job whose run the workflow service has forgotten, or that still runs, is refused', async () => {
  const id = await failJob('retry-forgotten');
  await query(platform.databaseUrl, `update jobs set run_id = $2 where id = $1`, [
    id,
    '00000000-0000-4000-8000-000000000000',
  ]);
  await using client = openWorkflows(platform.temporal);
  const running = await client.workflow.start(workflowNames.cleanExpired, {
    workflowId: 'retry-running',
    taskQueue: 'unserved-queue',
    args: [],
  });
  const inserted = await query<{ id: string }>(
    platform.databaseUrl,
    `insert into jobs (id, kind, status, workflow_id, run_id)
     values (gen_random_uuid(), 'cleanup_expired', 'dead', $1, $2) returning id`,
    ['retry-running', running.firstExecutionRunId],
  );

  expect(await retry(id)).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining('forgotten') },
  });
  expect(await retry(inserted[0]?.id ?? '')).toMatchObject({
    status: 409,
    body: { detail: 'the workflow of this job is running' },
  });
  expect(await rowsOf('retry-running')).toHaveLength(1);
  await running.terminate();
});

test('a job is shown with its run, asked to end, and closed by the reconciler when its workflow is gone', async () => {
  await using client = openWorkflows(platform.temporal);
  const run = await client.workflow.start(workflowNames.cleanExpired, {
    workflowId: 'cancel-me',
    taskQueue: 'unserved-queue',
    args: [],
  });
  const [job] = await query<{ id: string }>(
    platform.databaseUrl,
    `insert into jobs (id, kind, status, workflow_id, run_id, started_at)
     values (gen_random_uuid(), 'cleanup_expired', 'running', $1, $2, now() - interval '1 hour') returning id`,
    ['cancel-me', run.firstExecutionRunId],
  );
  const id = job?.id ?? '';

  expect(await call(id, 'GET')).toMatchObject({
    status: 200,
    body: { id, status: 'running', run: { status: 'running', closed_at: null, pending_steps: [] } },
  });
  expect(await call(`${id}/cancel`)).toMatchObject({ status: 202, body: { job: { id } } });
  const { events } = await run.fetchHistory();
  expect(events?.map((event) => event.workflowExecutionCancelRequestedEventAttributes !== null)).toContain(
    true,
  );

  await run.terminate();
  expect(await call(id, 'GET')).toMatchObject({ body: { run: { status: 'terminated' } } });
  expect(await call(`${id}/cancel`)).toMatchObject({ status: 409 });
  expect(await call('recover-stale')).toMatchObject({ status: 200, body: { recovered_count: 1 } });
  expect(await rowsOf('cancel-me')).toMatchObject([{ id, status: 'dead' }]);
  expect(await call(`${id}/cancel`)).toMatchObject({
    status: 409,
    body: { detail: 'this job can not be cancelled: it is dead' },
  });
  const written = await query<{ action: string }>(
    platform.databaseUrl,
    `select action from audit_log where action in ('admin_job_cancel', 'admin_jobs_recover_stale')`,
    [],
  );
  expect(written.map(({ action }) => action).toSorted(undefined)).toEqual([
    'admin_job_cancel',
    'admin_jobs_recover_stale',
  ]);
});

test('a missing job is not found', async () => {
  const unknown = '00000000-0000-4000-8000-000000000000';

  expect(await call(unknown, 'GET')).toMatchObject({ status: 404 });
  expect(await call(`${unknown}/cancel`)).toMatchObject({ status: 404 });
  expect((await fetch(`${platform.url}/v1/admin/jobs/${unknown}`)).status).toBe(401);
});
