import { answerLimits } from '../../../domain/limits/answers.ts';
import { type Queryable, sql } from '../pool.ts';

const maxKept = answerLimits['refused tags'].count;

/** Adds a refused tag with the reason to the job's payload: the first few are enough for a diagnosis. */
export async function noteRefusedTag(
  db: Queryable,
  run: { workflowId: string; runId: string },
  refused: { tag: string; reason: string },
): Promise<void> {
  await db.query(sql.typeAlias('void')`
    update jobs
    set updated_at = now(), payload = jobs.payload || jsonb_build_object('refused',
      coalesce(jobs.payload -> 'refused', '[]') || ${sql.jsonb([refused])})
    where jobs.workflow_id = ${run.workflowId} and jobs.run_id = ${run.runId}
      and jsonb_array_length(coalesce(jobs.payload -> 'refused', '[]')) < ${maxKept}`);
}
