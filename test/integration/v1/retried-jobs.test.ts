import { afterAll, beforeAll, expect, it } from 'vitest';
import type { JobRuns } from '../../../services/jobs/runs.ts';
import { limitLockWait } from '../../../store/postgres/lock-wait.ts';
import { lockJob } from '../../../store/postgres/jobs/job-list.ts';
import { startJob, updateJob } from '../../../store/postgres/jobs/jobs.ts';
import { sql } from '../../../store/postgres/pool.ts';
import { AnyRow, type Management, startManagement } from '../../support/management.ts';

let api: Management;
beforeAll(async () => {
  api = await startManagement();
});
afterAll(() => api?.stop());

it('no transaction is open while a retry waits for the end of the earlier run', async () => {
  const admin = await api.createPerson('boss', true);
  const run = { workflowId: 'search:cargo:ending', runId: 'run-1' };
  await startJob(api.pool, { kind: 'index_package', ...run, payload: {} });
  await updateJob(api.pool, { ...run, status: 'failed', lastError: 'no' });
  const { id } = await api.pool.one(
    sql.type(AnyRow)`select id from jobs where workflow_id = ${run.workflowId}`,
  );
  const lock = () =>
    api.pool.transaction(async (tx) => {
      await limitLockWait(tx, 40);
      return lockJob(tx, id);
    });
  const locks: Promise<unknown>[] = [];
  const startAgain: JobRuns['startAgain'] = async () => {
    if (locks.length === 2) return { runId: 'run-2' };
    // resumes after this attempt has been answered
    setTimeout(() => resume(), 5);
    const { promise, resolve: resume } = Promise.withResolvers<void>();
    locks.push(promise.then(lock));
    return 'running';
  };
  Object.assign(api.platform.jobRuns, { startAgain });

  const { status, body } = await api.call('POST', `/v1/admin/jobs/${id}/retry`, { token: admin.token });

  expect([status, body['job']]).toMatchObject([200, { status: 'running' }]);
  expect(await Promise.all(locks)).toMatchObject([{ id }, { id }]);
});
