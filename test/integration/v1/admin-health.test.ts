import { afterAll, beforeAll, expect, it } from 'vitest';
import { createQueueWatch, type QueueFacts, type QueueName } from '../../../services/health/queues.ts';
import { noteFailedAttempt, startJob } from '../../../store/postgres/jobs/jobs.ts';
import { newId } from '../../../store/postgres/ids.ts';
import { insertMail } from '../../../store/postgres/mails/mails.ts';
import { sql } from '../../../store/postgres/pool.ts';
import { queues } from '../../../workflows/definitions.ts';
import { type Management, type Person, startManagement } from '../../support/management.ts';

let api: Management;
let root: Person;
beforeAll(async () => {
  api = await startManagement();
  root = await api.createPerson('root', true);
});
afterAll(() => api?.stop());

const read = async (path: string) => (await api.call('GET', path, { token: root.token })).body;

/** Reports a process for every queue except these. */
function serve(...unserved: QueueName[]): void {
  const pollers = [{ identity: 'worker@host', lastSeenAt: new Date() }];
  const facts = Object.values(queues).map((name): [QueueName, QueueFacts] => [
    name,
    unserved.includes(name)
      ? { pollers: [], waiting: 1, oldestSeconds: 90 }
      : { pollers, waiting: 0, oldestSeconds: null },
  ]);
  Object.assign(api.platform.queueWatch, {
    observe: async () => Object.fromEntries(facts),
    unserved: async () => unserved,
  });
}

it('without the workflow service the rest is shown', async () => {
  expect(await read('/v1/admin/health')).toMatchObject({
    queues: null,
    schedules: null,
    missing_schedules: [],
    jobs: { retrying_jobs_count: 0, open_failures: {} },
    mails: { waiting: 0, oldest_at: null },
    advisories: [],
  });
});

it('queues with their pollers, schedules with their last job, outboxes and the age of advisories', async () => {
  serve('scan');
  const startedAt = new Date('2026-01-02T03:04:05Z');
  await startJob(api.pool, {
    kind: 'cleanup_expired',
    workflowId: 'clean-expired-1',
    runId: 'run',
    payload: {},
  });
  Object.assign(api.platform, {
    listSchedules: async () => [
      {
        name: 'clean-expired',
        everySeconds: 3_600,
        isPaused: false,
        lastRun: { startedAt, workflowId: 'clean-expired-1' },
        nextRunAt: startedAt,
      },
    ],
  });
  await insertMail(api.pool, { kind: 'password_changed', userId: root.id });
  await insertMail(api.pool, { kind: 'password_changed', userId: root.id });
  await api.pool.query(sql.unsafe`
    update mails set status = 'failed', finished_at = now() where id = (select id from mails limit 1)`);
  await api.pool.query(sql.unsafe`
    insert into advisory_feeds (ecosystem, imported_at, updated_at, base_at, base_count, update_count)
    values ('cargo', ${startedAt.toISOString()}, now(), now(), 40, 2)`);

  expect(await read('/v1/admin/health')).toMatchObject({
    queues: expect.arrayContaining([
      { name: 'scan', role: 'scanner', pollers: [], waiting: 1, oldest_seconds: 90 },
      expect.objectContaining({
        name: 'io',
        role: 'worker',
        pollers: [expect.objectContaining({ identity: 'worker@host' })],
      }),
    ]),
    schedules: [
      {
        name: 'clean-expired',
        every_seconds: 3_600,
        last_run_at: startedAt.toISOString(),
        last_job_status: 'running',
        last_job_id: expect.any(String),
      },
    ],
    missing_schedules: ['clean-oci-blobs', 'reconcile-releases', 'rescan-findings'],
    mails: { waiting: 1, under_way: 0, failed_last_day: 1, oldest_at: expect.any(String) },
    webhook_deliveries: { waiting: 0, under_way: 0, failed_last_day: 0, oldest_at: null },
    advisories: [{ ecosystem: 'cargo', imported_at: startedAt.toISOString(), count: 42 }],
  });
});

it('jobs that do not get on: a step is tried again, or its process is missing', async () => {
  serve('scan');
  const runs = ['publish_release', 'index_package', 'import_git'] as const;
  for (const kind of runs) {
    await startJob(api.pool, { kind, workflowId: `test:${kind}`, runId: newId(), payload: {} });
  }
  const retried = await read('/v1/admin/jobs?kind=index_package');
  const { workflow_id: workflowId, run_id: runId } = retried['jobs'][0];
  await noteFailedAttempt(api.pool, { workflowId, runId, attempts: 4, lastError: 'the disk is full' });

  const found = await read('/v1/admin/jobs?retrying=true');

  expect(found).toMatchObject({ total: 2, summary: { retrying_jobs_count: 2 }, filters: { retrying: true } });
  expect(found['jobs']).toMatchObject([
    { kind: 'publish_release', recovery_hint: expect.stringContaining('bin/rookery scanner') },
    { kind: 'index_package', attempts: 4, last_error: 'the disk is full' },
  ]);
  expect((await read('/v1/admin/health'))['jobs']).toMatchObject({ retrying_jobs_count: 2 });
  serve('publish');
  expect((await read('/v1/admin/jobs?retrying=true'))['total']).toBe(4);
});

it('jobs that failed, until they have run again', async () => {
  const begin = async (runId: string) => {
    await startJob(api.pool, { kind: 'cleanup_oci_blobs', workflowId: 'test:failed', runId, payload: {} });
  };
  await begin(newId());
  await api.pool.query(sql.unsafe`
    update jobs set status = 'dead', completed_at = now(), scheduled_at = now() - interval '1 minute'
    where workflow_id = 'test:failed'`);
  expect((await read('/v1/admin/health'))['jobs'].open_failures).toEqual({ dead: 1 });

  await begin(newId());

  expect((await read('/v1/admin/health'))['jobs'].open_failures).toEqual({});
});

it('a process of a queue counts once, with its latest sign of life, and workflows wait in theirs', async () => {
  const now = Math.floor(Date.now() / 1_000);
  const poller = (identity: string, age: number) => ({ identity, lastAccessTime: { seconds: now - age } });
  const describeTaskQueue = async ({ taskQueueType }: { taskQueueType: number }) => ({
    pollers: [poller('a', 30), poller('a', 5), poller('gone', 200)],
    stats: {
      approximateBacklogCount: taskQueueType,
      approximateBacklogAge: { seconds: 10 * taskQueueType },
    },
  });
  const watch = createQueueWatch({
    options: { namespace: 'rookery' },
    withDeadline: (_deadline: number, call: () => unknown) => call(),
    workflowService: { describeTaskQueue },
  } as unknown as Parameters<typeof createQueueWatch>[0]);

  const { io, publish } = await watch.observe();

  expect(io).toEqual({
    pollers: [{ identity: 'a', lastSeenAt: new Date((now - 5) * 1_000) }],
    waiting: 2,
    oldestSeconds: 20,
  });
  expect(publish).toMatchObject({ waiting: 3, oldestSeconds: 20 });
  expect((await watch.backlog()).publish).toBe(3);
});
