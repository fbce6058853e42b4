import { z } from 'zod';
import { newId } from '../ids.ts';
import { type Queryable, sql } from '../pool.ts';

export type JobKind =
  | 'publish_release'
  | 'hold_release'
  | 'attach_file'
  | 'index_package'
  | 'render_documents'
  | 'cleanup_expired'
  | 'cleanup_expired_tokens'
  | 'cleanup_oci_blobs'
  | 'reindex_search'
  | 'reconcile_releases'
  | 'import_advisories'
  | 'match_advisories'
  | 'rescan_findings'
  | 'import_git'
  | 'delete_organization'
  | 'deliver_mail'
  | 'deliver_webhook'
  | 'review_game';

/** `waiting`: the job needs a person's decision to continue. */
export type JobStatus = 'pending' | 'running' | 'waiting' | 'completed' | 'failed' | 'dead' | 'cancelled';

export interface JobUpdate {
  workflowId: string;
  /** Absent: the workflow's open run. */
  runId?: string;
  status: JobStatus;
  attempts?: number;
  lastError?: string | null;
}

/**
 * Inserts the row of a workflow run; a retried step finds it. A workflow has one run at a time: open rows of earlier
 * runs belong to runs that ended without a report (terminated, lost).
 */
export async function startJob(
  db: Queryable,
  job: {
    kind: JobKind;
    workflowId: string;
    runId: string;
    payload: Record<string, string | null>;
    /** The reason for which the job begins to wait. */
    waitsFor?: string;
  },
): Promise<void> {
  const { waitsFor = null } = job;
  await db.query(sql.typeAlias('void')`
    with earlier as (
      update jobs
      set status = 'dead', last_error = 'its workflow was gone', waits_for = null, updated_at = now(),
        completed_at = now()
      where jobs.workflow_id = ${job.workflowId} and jobs.run_id <> ${job.runId} and jobs.completed_at is null)
    insert into jobs (id, kind, status, waits_for, workflow_id, run_id, payload, started_at)
    values (${newId()}, ${job.kind}, ${waitsFor === null ? 'running' : 'waiting'}, ${waitsFor}, ${job.workflowId},
      ${job.runId}, ${sql.jsonb(job.payload)}, now())
    on conflict (workflow_id, run_id) do update
    set status = excluded.status, waits_for = excluded.waits_for, updated_at = now(), completed_at = null
    where excluded.waits_for is not null`);
}

/**
 * {@link startJob} for runs that may continue in another run (continued as new, started again): this run then takes
 * over the open row of the earlier run.
 */
export async function openJob(
  db: Queryable,
  job: { kind: JobKind; workflowId: string; runId: string; payload: Record<string, string | null> },
): Promise<void> {
  await db.query(sql.typeAlias('void')`
    with taken as (
      update jobs
      set run_id = ${job.runId}, updated_at = now(), started_at = coalesce(jobs.started_at, now()),
        status = case when jobs.status = 'pending' then 'running' else jobs.status end
      where jobs.workflow_id = ${job.workflowId} and jobs.kind = ${job.kind} and jobs.completed_at is null
      returning jobs.id)
    insert into jobs (id, kind, status, workflow_id, run_id, payload, started_at)
    select ${newId()}::uuid, ${job.kind}, 'running', ${job.workflowId}, ${job.runId}, ${sql.jsonb(job.payload)}, now()
    where not exists (select from taken)
    on conflict (workflow_id, run_id) do nothing`);
}

/** The time of the database, which the rows of jobs use. */
export async function readClock(db: Queryable): Promise<Date> {
  return db.oneFirst(sql.type(z.object({ now: z.date() }))`select clock_timestamp() as now`);
}

const RequestedJob = z.object({ id: z.string(), isOver: z.boolean(), isNew: z.boolean() });

/**
 * The row of a requested run, or of a run for the same subject that was already running. Its first step may have
 * inserted the row before. `isOver`: the run began before `since`, has done its work, and its workflow is about to
 * end. `isNew`: this is the first request.
 */
export async function insertRequestedJob(
  db: Queryable,
  job: {
    kind: JobKind;
    workflowId: string;
    runId: string;
    payload: Record<string, string | null>;
    since: Date;
  },
): Promise<z.infer<typeof RequestedJob>> {
  return db.one(sql.type(RequestedJob)`
    insert into jobs (id, kind, status, workflow_id, run_id, payload, requested_at)
    values (${newId()}, ${job.kind}, 'pending', ${job.workflowId}, ${job.runId}, ${sql.jsonb(job.payload)}, now())
    on conflict (workflow_id, run_id) do update
    set updated_at = now(), requested_at = coalesce(jobs.requested_at, now())
    returning jobs.id, jobs.requested_at = now() as is_new,
      (jobs.completed_at is not null and jobs.scheduled_at < ${job.since.toISOString()}) as is_over`);
}

/** The age from which a retry in progress counts as abandoned by a dead process. */
const retrySeconds = 30;

/**
 * Begins a retry. Returns its start time as text; null while another retry is in progress. {@link endRetry} ends it.
 */
export async function beginRetry(db: Queryable, id: string): Promise<string | null> {
  const begun = await db.maybeOne(sql.type(z.object({ at: z.string() }))`
    update jobs set retry_begun_at = now()
    where jobs.id = ${id}
      and coalesce(jobs.retry_begun_at < now() - ${retrySeconds} * interval '1 second', true)
    returning jobs.retry_begun_at::text as at`);
  return begun && begun.at;
}

/** Ends a retry, unless a later one has replaced it. */
export async function endRetry(db: Queryable, id: string, begunAt: string): Promise<void> {
  await db.query(sql.typeAlias('void')`
    update jobs set retry_begun_at = null
    where jobs.id = ${id} and jobs.retry_begun_at = ${begunAt}::timestamptz`);
}

/**
 * Inserts the row of a run that an operator started again, without the results of the earlier run. Its first step may
 * have inserted the row before. Returns its id.
 */
export async function repeatJob(
  db: Queryable,
  earlierId: string,
  run: { workflowId: string; runId: string },
): Promise<string> {
  const { id } = await db.one(sql.typeAlias('id')`
    insert into jobs (id, kind, status, workflow_id, run_id, payload, started_at)
    select ${newId()}::uuid, jobs.kind, 'running', jobs.workflow_id, ${run.runId}, jobs.payload - 'result', now()
    from jobs where jobs.id = ${earlierId}
    on conflict (workflow_id, run_id) do update set updated_at = now()
    returning jobs.id`);
  return id;
}

/** Adds the result of one step to the payload of the row. */
export async function addJobResult(
  db: Queryable,
  run: { workflowId: string; runId: string },
  done: Record<string, number>,
): Promise<void> {
  await db.query(sql.typeAlias('void')`
    update jobs
    set updated_at = now(), payload = jobs.payload || jsonb_build_object('result',
      coalesce(jobs.payload -> 'result', '{}') || (
        select coalesce(jsonb_object_agg(step.key,
          coalesce((jobs.payload -> 'result' ->> step.key)::numeric, 0) + step.value::numeric), '{}')
        from jsonb_each_text(${sql.jsonb(done)}) as step (key, value)))
    where jobs.workflow_id = ${run.workflowId} and jobs.run_id = ${run.runId}`);
}

const open: ReadonlySet<JobStatus> = new Set(['pending', 'running', 'waiting']);

/** Closes or annotates the row; an absent row (of a run that was refused at once) is not created. */
export async function updateJob(db: Queryable, job: JobUpdate): Promise<void> {
  const isClosed = !open.has(job.status);
  await db.query(sql.typeAlias('void')`
    update jobs
    set status = ${job.status}, waits_for = null, attempts = greatest(jobs.attempts, ${job.attempts ?? 1}),
      last_error = ${job.lastError ?? null}, updated_at = now(),
      completed_at = case when ${isClosed} then coalesce(jobs.completed_at, now()) end
    where jobs.workflow_id = ${job.workflowId}
      and ${job.runId === undefined ? sql.fragment`jobs.completed_at is null` : sql.fragment`jobs.run_id = ${job.runId}`}`);
}

/** Records that the open run waits for a person, or for time. */
export async function pauseJob(
  db: Queryable,
  run: { workflowId: string; runId: string },
  waitsFor: string,
): Promise<void> {
  await db.query(sql.typeAlias('void')`
    update jobs set status = 'waiting', waits_for = ${waitsFor}, updated_at = now()
    where jobs.workflow_id = ${run.workflowId} and jobs.run_id = ${run.runId} and jobs.completed_at is null`);
}

/** Records why an open run has made no progress; a closed row stays unchanged. */
export async function noteFailedAttempt(
  db: Queryable,
  job: { workflowId: string; runId: string; attempts: number; lastError: string },
): Promise<void> {
  await db.query(sql.typeAlias('void')`
    update jobs
    set attempts = greatest(jobs.attempts, ${job.attempts}), last_error = ${job.lastError}, updated_at = now()
    where jobs.workflow_id = ${job.workflowId} and jobs.run_id = ${job.runId} and jobs.completed_at is null`);
}
