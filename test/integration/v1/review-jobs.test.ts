import { afterAll, beforeAll, expect, it } from 'vitest';
import { startJob } from '../../../store/postgres/jobs/jobs.ts';
import { type Management, startManagement } from '../../support/management.ts';

let api: Management;
beforeAll(async () => {
  api = await startManagement();
});
afterAll(() => api.stop());

it.each(['review_game', 'game_review'])('jobs of reviews are found as %s', async (kind) => {
  const { token } = await api.createPerson(undefined, true);
  const workflowId = `review:${kind}`;
  await startJob(api.pool, { kind: 'review_game', workflowId, runId: 'run', payload: {} });

  const { body } = await api.call('GET', `/v1/admin/jobs?kind=${kind}`, { token });

  expect(body).toMatchObject({ filters: { kind } });
  const jobs = body['jobs'] as { kind: string; workflow_id: string }[];
  expect(jobs.map((job) => [job.kind, job.workflow_id])).toContainEqual(['review_game', workflowId]);
});
