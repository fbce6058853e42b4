import { newId } from '../ids.ts';
import { type Queryable, sql } from '../pool.ts';

export interface ParkedProjection {
  packageId: string;
  ecosystem: string;
  name: string;
  /** The workflow of the next attempt. */
  workflowId: string;
  lastError: string;
}

/** The job of a package whose search entry can't be rendered. */
const parked = (packageId: string) => sql.fragment`
  jobs.kind = 'index_package' and jobs.status = 'failed' and jobs.payload ->> 'packageId' = ${packageId}`;

/** Whether its next attempt is in the future. For queries over `packages`. */
export const isParked = sql.fragment`exists (
  select from jobs
  where jobs.kind = 'index_package' and jobs.status = 'failed'
    and jobs.payload ->> 'packageId' = packages.id::text and jobs.scheduled_at > now())`;

/**
 * Records for operators that a package is omitted from search, and when the next attempt is: after five minutes, then
 * twice as long each time, up to six hours. A change of the package causes an attempt at once.
 */
export async function parkProjection(db: Queryable, parking: ParkedProjection): Promise<void> {
  const { packageId, ecosystem, name, workflowId, lastError } = parking;
  await db.query(sql.typeAlias('void')`
    with again as (
      update jobs
      set attempts = jobs.attempts + 1, last_error = ${lastError}, updated_at = now(), completed_at = now(),
        scheduled_at = now() + least(interval '6 hours', interval '5 minutes' * power(2, least(jobs.attempts, 10)))
      where ${parked(packageId)}
      returning jobs.id)
    insert into jobs (id, kind, status, workflow_id, run_id, payload, last_error, scheduled_at, started_at, completed_at)
    select ${newId()}::uuid, 'index_package', 'failed', ${workflowId}, ${newId()},
      ${sql.jsonb({ ecosystem, name, packageId })}, ${lastError}, now() + interval '5 minutes', now(), now()
    where not exists (select from again)`);
}

/** Removes the record: the package is in the search again, or does not belong there. */
export async function unparkProjection(db: Queryable, packageId: string): Promise<void> {
  await db.query(sql.typeAlias('void')`
    update jobs set status = 'completed', last_error = null, updated_at = now(), completed_at = now()
    where ${parked(packageId)}`);
}
