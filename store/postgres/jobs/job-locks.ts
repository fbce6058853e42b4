import { z } from 'zod';
import { type Queryable, sql } from '../pool.ts';

interface Run {
  workflowId: string;
  runId: string;
  /** The worker's identity. */
  identity: string;
}

/** `until`: the end of the attempt, even if the worker dies. Closed jobs stay unchanged. */
export async function lockJobRun(db: Queryable, run: Run & { until: Date }): Promise<void> {
  await db.query(sql.typeAlias('void')`
    update jobs set locked_by = ${run.identity}, locked_until = ${run.until.toISOString()}, updated_at = now()
    where jobs.workflow_id = ${run.workflowId} and jobs.run_id = ${run.runId} and jobs.completed_at is null`);
}

/** Removes only a lock of the same worker. */
export async function unlockJobRun(db: Queryable, { workflowId, runId, identity }: Run): Promise<void> {
  await db.query(sql.typeAlias('void')`
    update jobs set locked_by = null, locked_until = null
    where jobs.workflow_id = ${workflowId} and jobs.run_id = ${runId} and jobs.locked_by = ${identity}`);
}

const OpenJob = z.object({ id: z.string(), isPartial: z.boolean() });
/** `isPartial`: the run covers only a part of the usual work. */
type OpenJob = z.infer<typeof OpenJob>;

/** The newest unfinished job of a kind. */
export async function findOpenJob(db: Queryable, kind: string): Promise<OpenJob | null> {
  return db.maybeOne(sql.type(OpenJob)`
    select jobs.id, jobs.payload ? 'only' as is_partial from jobs where jobs.kind = ${kind} and jobs.completed_at is null
      and jobs.status in ('pending', 'running', 'waiting')
    order by jobs.scheduled_at desc, jobs.id desc limit 1`);
}
