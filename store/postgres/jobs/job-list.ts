import { z } from 'zod';
import type { Window } from '../../../domain/paging.ts';
import { keyset, placed } from '../keyset.ts';
import { type Queryable, sql, type Transaction } from '../pool.ts';

export const JobState = z.enum(['pending', 'running', 'waiting', 'completed', 'failed', 'dead', 'cancelled']);
export type JobState = z.infer<typeof JobState>;

const ListedJob = z.object({
  ...placed,
  id: z.string(),
  kind: z.string(),
  status: JobState,
  workflowId: z.string(),
  runId: z.string(),
  payload: z.record(z.string(), z.unknown()),
  attempts: z.number(),
  maxAttempts: z.number().nullable(),
  lastError: z.string().nullable(),
  /** For a job in the state `waiting`: why its release is held. */
  waitsFor: z.string().nullable(),
  lockedBy: z.string().nullable(),
  lockedUntil: z.date().nullable(),
  scheduledAt: z.date(),
  startedAt: z.date().nullable(),
  completedAt: z.date().nullable(),
  isStale: z.boolean(),
  /** Whether its workflow has run again since. */
  isRepeated: z.boolean(),
});
export type ListedJob = z.infer<typeof ListedJob>;

export interface JobFilter {
  state?: JobState | undefined;
  kind?: string | undefined;
  /** Only jobs without progress: a step is retried, a worker is overdue, or a queue has no process. */
  isRetrying?: boolean | undefined;
  /** Only jobs that failed or died and have not run again since. */
  isOpenFailure?: boolean | undefined;
  /** Kinds of jobs that need a queue without a process. */
  unservedKinds?: readonly string[] | undefined;
  /** Default: oldest first. */
  isNewestFirst?: boolean | undefined;
}

/** A worker took the attempt and is overdue: the worker died or hangs. */
const isStale = sql.fragment`jobs.status = 'running' and coalesce(jobs.locked_until < now(), false)`;

const isRepeated = sql.fragment`exists (select from jobs as later
  where later.workflow_id = jobs.workflow_id
    and (later.scheduled_at, later.id) > (jobs.scheduled_at, jobs.id))`;

const isOpenFailure = sql.fragment`(jobs.status in ('failed', 'dead') and not ${isRepeated})`;

/** A running job whose step is retried, whose worker is overdue, or that is of one of the kinds. */
function isStuck({ unservedKinds = [] }: JobFilter) {
  return sql.fragment`(jobs.status in ('pending', 'running') and jobs.completed_at is null
    and (jobs.last_error is not null or ${isStale} or jobs.kind = any(${sql.array([...unservedKinds], 'text')})))`;
}

const asScheduled = keyset(
  { value: sql.fragment`jobs.scheduled_at`, type: 'timestamptz' },
  { value: sql.fragment`jobs.id`, type: 'uuid' },
);

const asScheduledBackwards = keyset(
  { value: sql.fragment`jobs.scheduled_at`, type: 'timestamptz', isDescending: true },
  { value: sql.fragment`jobs.id`, type: 'uuid', isDescending: true },
);

function matching(filter: JobFilter) {
  const state = filter.state === undefined ? sql.fragment`true` : sql.fragment`jobs.status = ${filter.state}`;
  const kind = filter.kind === undefined ? sql.fragment`true` : sql.fragment`jobs.kind = ${filter.kind}`;
  const retrying = filter.isRetrying === true ? isStuck(filter) : sql.fragment`true`;
  const failure = filter.isOpenFailure === true ? isOpenFailure : sql.fragment`true`;
  return sql.fragment`${state} and ${kind} and ${retrying} and ${failure}`;
}

const columns = sql.fragment`jobs.id, jobs.kind, jobs.status, jobs.workflow_id, jobs.run_id, jobs.payload,
  jobs.attempts, jobs.max_attempts, jobs.last_error, jobs.waits_for, jobs.locked_by, jobs.locked_until,
  jobs.scheduled_at, jobs.started_at, jobs.completed_at, ${isStale} as is_stale,
  ${isRepeated} as is_repeated, ${asScheduled.position} as position`;

export async function findJob(db: Queryable, id: string): Promise<ListedJob | null> {
  return db.maybeOne(sql.type(ListedJob)`select ${columns} from jobs where jobs.id = ${id}`);
}

/** The open job of a workflow. */
export async function findOpenJob(db: Queryable, workflowId: string): Promise<ListedJob | null> {
  return db.maybeOne(sql.type(ListedJob)`
    select ${columns} from jobs where jobs.workflow_id = ${workflowId} and jobs.completed_at is null
    order by jobs.scheduled_at desc limit 1`);
}

/** The id of the job, which exists. */
export async function findJobOfRun(
  db: Queryable,
  { workflowId, runId }: { workflowId: string; runId: string },
): Promise<string> {
  const { id } = await db.one(sql.typeAlias('id')`
    select jobs.id from jobs where jobs.workflow_id = ${workflowId} and jobs.run_id = ${runId}`);
  return id;
}

/** {@link findJob} for a retry, with the row locked: no other transaction retries it meanwhile. */
export async function lockJob(tx: Transaction, id: string): Promise<ListedJob | null> {
  await tx.query(sql.typeAlias('void')`select from jobs where jobs.id = ${id} for update`);
  return findJob(tx, id);
}

/** In scheduling order, or the reverse. */
export async function listJobs(
  db: Queryable,
  filter: JobFilter,
  window: Window,
): Promise<readonly ListedJob[]> {
  const order = filter.isNewestFirst === true ? asScheduledBackwards : asScheduled;
  return db.any(sql.type(ListedJob)`
    select ${columns} from jobs where ${matching(filter)} and ${order.behind(window)}
    ${order.page(window)}`);
}

const Group = z.object({
  kind: z.string(),
  status: JobState,
  count: z.number(),
  matchingCount: z.number(),
  staleCount: z.number(),
  retryingCount: z.number(),
  openFailureCount: z.number(),
});
const Oldest = z.object({ minutes: z.number().nullable() });

export interface JobSummary {
  /** The number of jobs that match the filter. */
  total: number;
  byStatus: Record<string, number>;
  byKind: Record<string, number>;
  /** Jobs that failed or died and have not run again since, by their state. */
  openFailures: Record<string, number>;
  staleCount: number;
  /** The number of jobs without progress, for any filter. */
  retryingCount: number;
  oldestPendingAgeMinutes: number | null;
}

/** Counts of the whole table beside the filtered total, in one pass. */
export async function summarizeJobs(db: Queryable, filter: JobFilter): Promise<JobSummary> {
  const groups = await db.any(sql.type(Group)`
    select jobs.kind, jobs.status, count(*) as count,
      count(*) filter (where ${matching(filter)}) as matching_count,
      count(*) filter (where ${isStale}) as stale_count,
      count(*) filter (where ${isStuck(filter)}) as retrying_count,
      count(*) filter (where ${isOpenFailure}) as open_failure_count
    from jobs group by jobs.kind, jobs.status`);
  const oldest = await db.one(sql.type(Oldest)`
    select floor(extract(epoch from now() - min(jobs.scheduled_at)) / 60) as minutes
    from jobs where jobs.status = 'pending'`);
  const summary: JobSummary = {
    total: 0,
    retryingCount: 0,
    byStatus: {},
    byKind: {},
    openFailures: {},
    staleCount: 0,
    oldestPendingAgeMinutes: oldest.minutes,
  };
  for (const { kind, status, count, matchingCount, ...counts } of groups) {
    summary.total += matchingCount;
    summary.byStatus[status] = (summary.byStatus[status] ?? 0) + count;
    summary.byKind[kind] = (summary.byKind[kind] ?? 0) + count;
    if (counts.openFailureCount > 0)
      summary.openFailures[status] = (summary.openFailures[status] ?? 0) + counts.openFailureCount;
    summary.staleCount += counts.staleCount;
    summary.retryingCount += counts.retryingCount;
  }
  return summary;
}
