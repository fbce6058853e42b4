import { activityInfo } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import type { ActivityInboundCallsInterceptor } from '@temporalio/worker';
import { addJobResult, type JobKind, openJob, pauseJob, updateJob } from '../store/postgres/jobs/jobs.ts';
import type { Pool } from '../store/postgres/pool.ts';
import {
  type DeleteOrganizationInput,
  type DeliverInput,
  type FileInput,
  type MailInput,
  type MatchInput,
  type RescanInput,
  workflowNames,
} from '../workflows/definitions.ts';

/** How the steps of a workflow report the state of its job. */
interface TrackedRun {
  kind: JobKind;
  /** The payload of the job: given before the first step, or after the step that lets the run continue. Else null. */
  opens(step: string, result: Result | undefined, input: unknown): Record<string, string | null> | null;
  isLast(step: string, result: Result): boolean;
  /** The reason for which a run waits for a person or a time. */
  waitsFor?(step: string, result: Result): string | null;
  /** The step in which the run gives up; its result has the reason. */
  givesUp?(step: string, result: Result): boolean;
}

type Result = Readonly<Record<string, unknown>>;

const always = (_step: string, result: Result | undefined) => (result === undefined ? {} : null);

const fileRun: TrackedRun = {
  kind: 'attach_file',
  // a publish that is refused at once, or a present file, leaves no job
  opens: (step, result, input) =>
    step === 'findTarget' && result?.['isPresent'] === false ? describeFile(input as FileInput) : null,
  isLast: (step, { status }) => (step === 'attach' || step === 'keepFile') && status !== 'held',
  waitsFor: (_step, { status, reason }) => (status === 'held' && typeof reason === 'string' ? reason : null),
};

const tracked: Partial<Record<string, TrackedRun>> = {
  [workflowNames.cleanExpired]: {
    kind: 'cleanup_expired',
    opens: always,
    isLast: (step) => step === 'cleanBlobs',
  },
  [workflowNames.cleanTokens]: { kind: 'cleanup_expired_tokens', opens: always, isLast: () => true },
  [workflowNames.reindexSearch]: {
    kind: 'reindex_search',
    // a run that begins with `beginCopy` renders no entries
    opens: (step, result) => (result === undefined ? (step === 'beginCopy' ? { only: 'copy' } : {}) : null),
    isLast: (step, { next, isCopied, index }) =>
      step === 'dropCopies' ||
      (step === 'beginCopy' && index === null) ||
      (step === 'reindexBatch' && next === null && isCopied !== true),
  },
  [workflowNames.cleanOciBlobs]: {
    kind: 'cleanup_oci_blobs',
    opens: always,
    isLast: (step, { next }) => next === null && (step === 'removeBlobs' || step === 'countIdleParts'),
  },
  [workflowNames.reconcileReleases]: { kind: 'reconcile_releases', opens: always, isLast: () => true },
  [workflowNames.renderDocuments]: {
    kind: 'render_documents',
    opens: always,
    isLast: (_step, { next }) => next === null,
  },
  [workflowNames.deliverMail]: {
    kind: 'deliver_mail',
    opens: (_step, result, input) => (result === undefined ? describeMail(input as MailInput) : null),
    isLast: (step) => step === 'attemptMail',
    givesUp: (step) => step === 'abandonMail',
  },
  [workflowNames.deliverWebhook]: {
    kind: 'deliver_webhook',
    opens: (_step, result, input) =>
      result === undefined ? { delivery_id: (input as DeliverInput).deliveryId } : null,
    isLast: (step) => step === 'attemptDelivery',
    givesUp: (step) => step === 'abandonDelivery',
  },
  [workflowNames.rescanFindings]: {
    kind: 'rescan_findings',
    opens: (_step, result, input) =>
      result === undefined ? { release_id: (input as RescanInput).releaseId } : null,
    isLast: (step) => step === 'settleRescan',
    givesUp: (step, { error }) => step === 'settleRescan' && typeof error === 'string',
  },
  [workflowNames.rescanReleases]: {
    kind: 'rescan_findings',
    opens: (_step, result) => (result === undefined ? { scope: 'all' } : null),
    isLast: (step) => step === 'endRound',
  },
  [workflowNames.matchAdvisories]: {
    kind: 'match_advisories',
    opens: (_step, result, input) =>
      result === undefined ? { ecosystem: (input as MatchInput).ecosystem } : null,
    isLast: (_step, { next }) => next === null,
  },
  [workflowNames.deleteOrganization]: {
    kind: 'delete_organization',
    opens: (_step, result, input) =>
      result === undefined ? { organization_id: (input as DeleteOrganizationInput).organizationId } : null,
    isLast: (_step, { isDone }) => isDone === true,
  },
  [workflowNames.publishFile]: fileRun,
};

function describeFile({ ecosystem, name, version, filename }: FileInput) {
  return { ecosystem, name, version, filename };
}

function describeMail({ mailId, kind }: MailInput) {
  return { mail_id: mailId, mail: kind };
}

/**
 * Keeps the job rows of workflows without their own step for that. It is outside of `domainFailures`, so that refusals
 * are already converted. The reconciler closes the jobs of runs that end without a report.
 */
export function runJobs(pool: Pool): ActivityInboundCallsInterceptor {
  return {
    async execute(input, next) {
      const { activityType: step, workflowType, workflowExecution: run } = activityInfo();
      const job = tracked[workflowType ?? ''];
      if (!job || !run) return next(input);
      const open = async (result?: Result) => {
        const payload = job.opens(step, result, input.args[0]);
        if (payload) await openJob(pool, { kind: job.kind, ...run, payload });
      };
      await open();
      try {
        const answer: unknown = await next(input);
        const result = asResult(answer);
        await open(result);
        const counts = countsOf(result);
        if (Object.keys(counts).length > 0) await addJobResult(pool, run, counts);
        const waitsFor = job.waitsFor?.(step, result) ?? null;
        if (waitsFor !== null) await pauseJob(pool, run, waitsFor);
        if (job.givesUp?.(step, result) === true) {
          const status = result['isCancelled'] === true ? 'cancelled' : 'dead';
          await updateJob(pool, { ...run, status, lastError: reasonOf(result) });
        } else if (job.isLast(step, result)) await updateJob(pool, { ...run, status: 'completed' });
        return answer;
      } catch (error) {
        if (error instanceof ApplicationFailure && error.nonRetryable === true) {
          await updateJob(pool, { ...run, status: 'failed', lastError: error.message });
        }
        throw error;
      }
    },
  };
}

/** A step without an object as its answer reports nothing. */
function asResult(answer: unknown): Result {
  return typeof answer === 'object' && answer !== null ? (answer as Result) : {};
}

function reasonOf({ error }: Result): string {
  return typeof error === 'string' ? error : 'given up';
}

function countsOf(result: Result): Record<string, number> {
  const counts = Object.entries(result).filter(
    (entry): entry is [string, number] => typeof entry[1] === 'number',
  );
  return Object.fromEntries(counts);
}
