import { contentKey, stagingKey } from '../store/blobs/blobs.ts';
import {
  deleteExpiredRows,
  deleteExpiredUploads,
  type InFlightRelease,
  listCarriedFiles,
  listFinishedOpenJobs,
  listInFlightReleases,
  listKnownUploads,
  listPackageIds,
  listStaleProjections,
} from '../store/postgres/jobs/cleaning.ts';
import { mailKeptDays } from '../domain/mail.ts';
import { webhookLimits } from '../domain/webhook.ts';
import { deleteOldDeliveries } from '../store/postgres/webhooks/deliveries.ts';
import { removeOldAudit } from '../store/postgres/audit/audit-retention.ts';
import { isRemovalRefused } from '../store/blobs/s3-errors.ts';
import { reportRefused } from './parts-collection.ts';
import { removeOrphans } from '../store/postgres/parts/part-collection.ts';
import { refreshDownloads } from '../store/postgres/packages/downloads.ts';
import { deleteExpiredReviews, listOpenReviews, type Review } from '../store/postgres/chess/reviews.ts';
import { compactRepositoryIndexes } from './compact-repository-indexes.ts';
import { cleanChess } from './clean-chess.ts';
import { forEach } from './for-each.ts';
import { renderMarked } from '../services/policies/render-denied.ts';
import { listStaleDocuments } from '../store/postgres/policies/denied.ts';
import { placePackages } from './place-packages.ts';
import type { Configured, Platform } from '../services/platform.ts';
import { projectOrPark } from './project-package.ts';
import { forgetPlaces } from '../store/postgres/identity/addresses.ts';
import { forgetBegunReleases } from '../store/postgres/packages/usage.ts';
import { deleteExpiredLogins } from '../store/postgres/identity/login-requests.ts';
import { deleteExpiredLinks } from '../store/postgres/mails/links.ts';
import { deleteOldMails } from '../store/postgres/mails/mails.ts';
import type { Pool } from '../store/postgres/pool.ts';
import { untilBatchDeadline } from './batch-deadline.ts';
import { saveSetting } from '../store/postgres/settings.ts';
import { reconcileFile } from './reconcile-file.ts';
import { closeLostJob, endCoolDowns, reconcileRelease } from './reconcile.ts';
import { reconcileOrganizations } from './reconcile-organizations.ts';
import { reconcileReview } from './reconcile-review.ts';

export const renderedForKey = 'documents_rendered_for';

/** Packages per step of a full rendering: after a crash only one step is repeated. */
const batchSize = 50;
/** Blobs per transaction: their rows stay locked while their files are removed. */
const orphansAtOnce = 100;
/** A place counts as new again after so many days without a log-in. */
const placeKeptDays = 180;
/** Audit entries per transaction. */
const auditAtOnce = 5_000;

/** Revoked tokens and ended jobs are kept for so many days. */
export const [revokedDays, jobDays] = [90, 30];

export type MaintenanceActivities = ReturnType<typeof createMaintenanceActivities>;

export function createMaintenanceActivities(
  platform: Pick<Platform, 'pool' | 'blobs' | 'catalog' | 'ecosystems' | 'client' | 'search'> &
    Configured<'publish' | 'chess' | 'audit'>,
) {
  const { pool, blobs, catalog, client, config } = platform;
  const { chess } = config;
  // staged bytes without a row, and bytes that no release uses, are removed after this time
  const graceSeconds = config.publish.stagedTtlSeconds;
  return {
    async cleanRows(): Promise<Record<string, number>> {
      const rows = await deleteExpiredRows(pool, { revokedDays, jobDays });
      await deleteOldDeliveries(pool, webhookLimits.keptDays);
      await cleanMails(pool);
      const auditEntries = await expireAudit(pool, config.audit.retentionDays);
      const wideDocuments = await compactRepositoryIndexes(pool, platform.ecosystems);
      return { ...rows, ...(await cleanChess(pool, chess)), auditEntries, wideDocuments };
    },

    /** Removes expired uploads, staged bytes whose request died before it wrote a row, and incomplete files. */
    async cleanUploads(): Promise<{ uploads: number; staged: number; unfinished: number }> {
      let uploads = 0;
      for (
        let ids = await deleteExpiredUploads(pool, 100);
        ids.length > 0;
        ids = await deleteExpiredUploads(pool, 100)
      ) {
        for (const id of ids) await blobs.delete(stagingKey(id));
        uploads += ids.length;
      }
      const oldest = Date.now() - graceSeconds * 1_000;
      let staged = 0;
      for await (const blob of blobs.list('staging/')) {
        if (blob.modifiedAt.getTime() > oldest) continue;
        const id = blob.key.slice('staging/'.length);
        if ((await listKnownUploads(pool, [id])).size > 0) continue;
        await blobs.delete(blob.key);
        staged += 1;
      }
      const unfinished = await blobs.removeUnfinished(graceSeconds * 1_000);
      return { uploads, staged, unfinished };
    },

    /** Removes stored bytes that neither artifacts nor parts use. */
    async cleanBlobs(): Promise<{ blobs: number; bytesFreed: number }> {
      const remove = (sha256: string) => blobs.delete(contentKey(sha256));
      let count = 0;
      let bytesFreed = 0;
      for (;;) {
        const batch = await removeOrphans(pool, graceSeconds, orphansAtOnce, remove, isRemovalRefused);
        count += batch.removed;
        bytesFreed += batch.bytesFreed;
        reportRefused(batch.refused);
        if (batch.removed === 0) return { blobs: count, bytesFreed };
      }
    },

    async reconcileReleases(): Promise<{
      checked: number;
      restarted: number;
      projected: number;
      counted: number;
      reviews: number;
      closed: number;
      placed: number;
      expiredReviews: number;
      failed: number;
    }> {
      // runs first: the reconciling below then wakes the workflows
      await endCoolDowns(pool, 1_000);
      const inFlight = await listInFlightReleases(pool, 30);
      let restarted = 0;
      const reconcile = async (release: InFlightRelease) => {
        if (await reconcileRelease(client, pool, release)) restarted += 1;
      };
      const lost = await forEach(inFlight, reconcile, ({ releaseId }) => ({ releaseId }));
      const files = await listCarriedFiles(pool, 30);
      const lostFiles = await forEach(
        files,
        async (file) => {
          if (await reconcileFile(platform, file)) restarted += 1;
        },
        ({ uploadId }) => ({ uploadId }),
      );
      const organizations = await reconcileOrganizations(platform, 30);
      restarted += organizations.restarted;
      const { placed, failed: misplaced } = await placePackages(platform);
      const unrendered = await forEach(
        untilBatchDeadline(await listStaleDocuments(pool, 500)),
        (packageId) => renderMarked(catalog, packageId),
        (packageId) => ({ packageId }),
      );
      const stale = await listStaleProjections(pool, 500);
      let projected = 0;
      const unprojected = await forEach(
        untilBatchDeadline(stale),
        async (packageId) => {
          if (await projectOrPark(platform, packageId, true)) projected += 1;
        },
        (packageId) => ({ packageId }),
      );
      let reviews = 0;
      const carryReview = async (review: Review) => {
        if (await reconcileReview(client, review)) reviews += 1;
      };
      const uncarried = await forEach(await listOpenReviews(pool, 30), carryReview, ({ id }) => ({
        reviewId: id,
      }));
      let closed = 0;
      const jobs = await listFinishedOpenJobs(pool, 30, 500);
      const unclosed = await forEach(
        jobs,
        async (job) => {
          if (await closeLostJob(client, pool, job)) closed += 1;
        },
        ({ workflowId }) => ({ workflowId }),
      );
      const counted = await refreshDownloads(pool, 1_000);
      return {
        checked: inFlight.length + files.length,
        restarted,
        projected,
        counted,
        reviews,
        closed,
        placed,
        expiredReviews: await deleteExpiredReviews(pool, chess.analysisCompletedTtlSecs),
        failed:
          lost +
          lostFiles +
          organizations.failed +
          misplaced +
          unrendered +
          unprojected +
          uncarried +
          unclosed,
      };
    },

    /**
     * Renders the packages after `after`. The last batch records the base URL, the renderer version and the start of
     * the rendering. It records nothing when a package of any batch could not be rendered (`failed`: of the earlier
     * batches): the next start then renders all packages again.
     */
    async renderBatch(input: {
      after: string;
      fingerprint: string;
      failed?: number;
      begunAt?: string;
    }): Promise<{ rendered: number; failed: number; next: string | null }> {
      const ids = await listPackageIds(pool, input.after, batchSize);
      let last: string | null = null;
      let tried = 0;
      const render = async (id: string) => {
        last = id;
        tried += 1;
        await catalog.changePackage(id, async () => {});
      };
      const failed = await forEach(untilBatchDeadline(ids), render, (packageId) => ({ packageId }));
      const next = tried < ids.length || ids.length === batchSize ? last : null;
      const isComplete = next === null && failed + (input.failed ?? 0) === 0;
      if (isComplete) await saveSetting(pool, renderedForKey, input.fingerprint, input.begunAt);
      return { rendered: tried - failed, failed, next };
    },
  };
}

/** Deletes finished mails, expired links and log-ins, releases that no longer count for a quota, and old places. */
async function cleanMails(pool: Pool): Promise<void> {
  await deleteOldMails(pool, mailKeptDays);
  await deleteExpiredLinks(pool);
  await deleteExpiredLogins(pool);
  await forgetBegunReleases(pool);
  await forgetPlaces(pool, placeKeptDays);
}

/** Removes the audit entries past their retention, batch by batch. */
async function expireAudit(pool: Pool, days: number | null): Promise<number> {
  if (days === null) return 0;
  let removed = 0;
  for (;;) {
    const batch = await removeOldAudit(pool, days, auditAtOnce);
    removed += batch;
    if (batch < auditAtOnce) return removed;
  }
}
