import { z } from 'zod';
import { type Queryable, sql } from '../pool.ts';
import { JobState } from './job-list.ts';

const JobOfWorkflow = z.object({ id: z.string(), status: JobState, workflowId: z.string() });
export type JobOfWorkflow = z.infer<typeof JobOfWorkflow>;

/** The newest job of each workflow; workflows without a job are omitted. */
export async function findJobsOfWorkflows(
  db: Queryable,
  workflowIds: readonly string[],
): Promise<readonly JobOfWorkflow[]> {
  return db.any(sql.type(JobOfWorkflow)`
    select distinct on (jobs.workflow_id) jobs.id, jobs.status, jobs.workflow_id from jobs
    where jobs.workflow_id = any(${sql.array([...workflowIds], 'text')})
    order by jobs.workflow_id, jobs.scheduled_at desc, jobs.id desc`);
}
