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
  /** The role that serves it. */
  role: (typeof roleOfQueue)[QueueName];
}

export interface ScheduleView extends ScheduleFacts {
  /** The job of its last run; null where that has none, or has none yet. */
  lastJob: JobOfWorkflow | null;
}

/** What an operator asks first, with no more than counts of what people have here. */
export interface Overview {
  /** Null while the workflow service is away. */
  queues: readonly QueueView[] | null;
  /** Null while the workflow service is away. */
  schedules: readonly ScheduleView[] | null;
  /** Of this version, which the workflow service does not have; empty while it is away. */
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

/** The page shows the rest without it. */
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
