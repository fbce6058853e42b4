import { z } from 'zod';
import { authorizeOnPlatform } from '../../domain/authorize.ts';
import { DomainError } from '../../domain/errors.ts';
import { type Caller, performedBy } from '../../domain/caller.ts';
import { writeAudit } from '../../store/postgres/audit/audit.ts';
import { findOpenJob } from '../../store/postgres/jobs/job-locks.ts';
import { workflowNames } from '../../workflows/definitions.ts';
import { requestRun } from './request-run.ts';
import type { Wanted } from './runs.ts';
import type { Platform } from '../platform.ts';

/** Clean-ups that can be started on request, by the names of their jobs. */
export const Cleanup = z.enum(['expired', 'expired_tokens', 'oci_blobs']);
export type Cleanup = z.infer<typeof Cleanup>;

export const StartedKind = z.enum([
  'reindex_search',
  ...Cleanup.options.map((cleanup) => `cleanup_${cleanup}` as const),
]);
export type StartedKind = z.infer<typeof StartedKind>;

const startable: Record<StartedKind, Pick<Wanted, 'workflow' | 'summary'>> = {
  reindex_search: {
    workflow: workflowNames.reindexSearch,
    summary: 'Bring the search up to date with everything',
  },
  cleanup_expired: { workflow: workflowNames.cleanExpired, summary: 'Remove what has expired' },
  cleanup_expired_tokens: { workflow: workflowNames.cleanTokens, summary: 'Remove tokens that have expired' },
  cleanup_oci_blobs: {
    workflow: workflowNames.cleanOciBlobs,
    summary: 'Remove image layers that nothing refers to',
  },
};

/**
 * Starts a job on request of an administrator and returns its id. While a job of the kind runs, started by any
 * administrator, it returns the id of that job.
 * @throws DomainError `unauthenticated`, `insufficient_scope`, `forbidden`, `not_ready`
 */
export async function startJob(
  platform: Pick<Platform, 'pool' | 'jobRuns'>,
  caller: Caller,
  kind: StartedKind,
): Promise<{ jobId: string; isNew: boolean }> {
  authorizeOnPlatform(caller.actor, 'manage_jobs');
  // the second of two concurrent requests joins the run of the first: they have the same workflow id
  const running = await findOpenJob(platform.pool, kind);
  if (running?.isPartial === true) {
    const detail = 'a new index is being filled by itself: ask again when that job has ended';
    throw new DomainError('not_ready', detail, { retryAfterSeconds: 30 });
  }
  if (running) return { jobId: running.id, isNew: false };
  const workflowId = `${kind.replaceAll('_', '-')}-on-request`;
  const wanted = { ...startable[kind], kind, workflowId, input: {}, payload: {} };
  return requestRun(platform, wanted, async (tx, { jobId, runId, isNew }) => {
    if (!isNew) return { jobId, isNew };
    await writeAudit(tx, {
      action: 'admin_job_start',
      performer: performedBy(caller),
      metadata: { job_id: jobId, kind, workflow_id: workflowId, run_id: runId },
    });
    return { jobId, isNew };
  });
}
