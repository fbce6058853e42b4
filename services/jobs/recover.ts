import { authorizeOnPlatform } from '../../domain/authorize.ts';
import { type Caller, performedBy } from '../../domain/caller.ts';
import { writeAudit } from '../../store/postgres/audit/audit.ts';
import type { Platform } from '../platform.ts';

/**
 * Reconciles jobs, releases and reviews with the workflow service now; the reconciler does so every few minutes.
 * Returns the number of recovered ones. @throws DomainError `unauthenticated`, `insufficient_scope`, `forbidden`,
 * `deadline_exceeded` when it continues in the background, `not_ready`
 */
export async function recoverStaleJobs(
  { pool, jobRuns }: Pick<Platform, 'pool' | 'jobRuns'>,
  caller: Caller,
): Promise<number> {
  authorizeOnPlatform(caller.actor, 'manage_jobs');
  // recorded first: the reconciling continues even when the client is gone
  await pool.transaction((tx) =>
    writeAudit(tx, { action: 'admin_jobs_recover_stale', performer: performedBy(caller), metadata: {} }),
  );
  return jobRuns.reconcile();
}
