import type { Actor } from '../../domain/actor.ts';
import { authorizeOnPlatform } from '../../domain/authorize.ts';
import { type ImportedFeed, listAdvisoryFeeds } from '../../store/postgres/findings/advisory-feeds.ts';
import { type JobSummary, summarizeJobs } from '../../store/postgres/jobs/job-list.ts';
import { countOutboxes, type OutboxFacts } from '../../store/postgres/jobs/outboxes.ts';
import { findJobsOfWorkflows, type JobOfWorkflow } from '../../store/postgres/jobs/jobs-of-workflows.ts';
import { heldUpKinds } from '../jobs/queues-of-kinds.ts';
import { schedules as scheduleNames } from '../../workflows/definitions.ts';
import type { Platform } from '../platform.ts';
import { type QueueFacts, type QueueName, roleOfQueue } from './queues.ts';
import type { ScheduleFacts, ScheduleName } from './schedules.ts';

export interface QueueView extends QueueFacts {
  name: QueueName;
  /** The role that serves the queue. */
  role: (typeof roleOfQueue)[QueueName];
}

export interface ScheduleView extends ScheduleFacts {
  /** The job of the last run; null when the run has no job, or no job yet. */
  lastJob: JobOfWorkflow | null;
}

/** The overview for an operator; of users' data it has only counts. */
export interface Overview {
  /** Null while the workflow service is unreachable. */
  queues: readonly QueueView[] | null;
  /** Null while the workflow service is unreachable. */
  schedules: readonly ScheduleView[] | null;
  /** Schedules of this version that the workflow service lacks; empty while it is unreachable. */
  missingSchedules: readonly ScheduleName[];
  jobs: Pick<JobSummary, 'byStatus' | 'openFailures' | 'retryingCount' | 'staleCount'>;
  mails: OutboxFacts;
  deliveries: OutboxFacts;
  advisories: readonly ImportedFeed[];
}

/** @throws DomainError `unauthenticated`, `insufficient_scope`, `forbidden` */
export async function showOverview(
  { pool, queueWatch, listSchedules, log }: Pick<Platform, 'pool' | 'queueWatch' | 'listSchedules' | 'log'>,
  actor: Actor,
): Promise<Overview> {
  authorizeOnPlatform(actor, 'read_jobs');
  const [observed, unserved, schedules, outboxes, advisories] = await Promise.all([
    orUnknown(log, 'queues', queueWatch.observe()),
    queueWatch.unserved(),
    orUnknown(log, 'schedules', listSchedules()),
    countOutboxes(pool),
    listAdvisoryFeeds(pool),
  ]);
  const queues = observed && viewOf(observed);
  const [jobs, runs] = await Promise.all([
    summarizeJobs(pool, { unservedKinds: heldUpKinds(unserved) }),
    findJobsOfWorkflows(
      pool,
      (schedules ?? []).flatMap(({ lastRun }) => lastRun?.workflowId ?? []),
    ),
  ]);
  return {
    queues,
    schedules:
      schedules?.map((schedule) => ({
        ...schedule,
        lastJob: runs.find(({ workflowId }) => workflowId === schedule.lastRun?.workflowId) ?? null,
      })) ?? null,
    missingSchedules: schedules
      ? Object.values(scheduleNames).filter((name) => !schedules.some((schedule) => schedule.name === name))
      : [],
    jobs,
    ...outboxes,
    advisories,
  };
}

/** Returns null for unavailable facts, so that the page shows the rest. */
async function orUnknown<Facts>(
  log: Platform['log'],
  what: string,
  asked: Promise<Facts>,
): Promise<Facts | null> {
  try {
    return await asked;
  } catch (error) {
    log.warn({ err: error }, `the overview lacks the ${what} of the workflow service`);
    return null;
  }
}

function viewOf(observed: Readonly<Record<QueueName, QueueFacts>>): QueueView[] {
  // the keys are the names of queues
  const names = Object.keys(observed) as QueueName[];
  return names.map((name) => ({ name, role: roleOfQueue[name], ...observed[name] }));
}
