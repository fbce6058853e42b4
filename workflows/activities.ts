import { proxyActivities, proxyLocalActivities } from '@temporalio/workflow';
import type { AdvisoryActivities } from '../activities/advisories.ts';
import type { FileActivities } from '../activities/publish-file.ts';
import type { CollectionActivities } from '../activities/parts-collection.ts';
import type { FinishingActivities } from '../activities/publish-and-finish.ts';
import type { ImportGitActivities } from '../activities/import-git.ts';
import type { MailActivities } from '../activities/mails.ts';
import type { MaintenanceActivities } from '../activities/maintenance.ts';
import type { OrganizationActivities } from '../activities/organizations.ts';
import type { PublishActivities } from '../activities/publish.ts';
import type { RequestedActivities } from '../activities/requested-maintenance.ts';
import type { RescanFileActivities } from '../activities/rescan-files.ts';
import type { RescanActivities } from '../activities/rescans.ts';
import type { ReviewActivities } from '../activities/reviews.ts';
import type { ScanActivities } from '../activities/scan.ts';
import type { CopyActivities } from '../activities/search-copy.ts';
import type { SearchActivities } from '../activities/search.ts';
import type { WebhookActivities } from '../activities/webhooks.ts';
import { queues } from './definitions.ts';

/** Timeouts and retries, once per class of activity. */

/** A killed process is detected after this, in any step. */
const heartbeatTimeout = '10s';

/**
 * The first try of a `db` step: without an activity and a workflow task at the service, which are a quarter of the
 * cost of a publish there (measured). See `localWithFallback`.
 */
export const local = proxyLocalActivities<PublishActivities & FinishingActivities & FileActivities>({
  startToCloseTimeout: '10s',
  scheduleToCloseTimeout: '20s',
  retry: { initialInterval: '100ms', maximumAttempts: 2 },
});

/** Transactions that render documents. They are retried as long as the database is unreachable. */
export const db = proxyActivities<PublishActivities & FinishingActivities & FileActivities>({
  startToCloseTimeout: '60s',
  scheduleToCloseTimeout: '24h',
  heartbeatTimeout,
  retry: { initialInterval: '200ms', backoffCoefficient: 2, maximumInterval: '10s' },
});

/** Moves up to hundreds of files into place, each a copy in the store: a long timeout, and no local first try. */
export const manyFiles = proxyActivities<Pick<PublishActivities, 'storeDraft'>>({
  startToCloseTimeout: '30m',
  scheduleToCloseTimeout: '24h',
  heartbeatTimeout,
  retry: { initialInterval: '200ms', backoffCoefficient: 2, maximumInterval: '10s' },
});

/** Retries for an hour while the database or the store is unreachable; a failing scanner has three attempts
 * (`activities/scan-or-give-up.ts`). After that the release is held as `scan_failed`, never passed. */
export const scan = proxyActivities<ScanActivities & RescanFileActivities>({
  taskQueue: queues.scan,
  startToCloseTimeout: '5m',
  scheduleToCloseTimeout: '1h',
  heartbeatTimeout,
  retry: { initialInterval: '500ms', backoffCoefficient: 2, maximumInterval: '30s' },
});

/** The search engine may be unreachable for long; the release is visible without it. */
const searching = {
  startToCloseTimeout: '30s',
  scheduleToCloseTimeout: '30d',
  heartbeatTimeout,
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '5m' },
} as const;
export const search = proxyActivities<SearchActivities>({ ...searching, taskQueue: queues.io });

/**
 * The same steps within a publish. On the workflow's own queue the first try is part of the workflow task's answer, so
 * it does not go through the matching service.
 */
export const eagerSearch = proxyActivities<SearchActivities>({ ...searching });

/** Transactions that render documents, some of many packages. They are retried while the database is unreachable. */
const changing = {
  taskQueue: queues.io,
  startToCloseTimeout: '5m',
  scheduleToCloseTimeout: '24h',
  heartbeatTimeout,
  retry: { initialInterval: '500ms', backoffCoefficient: 2, maximumInterval: '1m' },
} as const;
/** The effects of findings on visible releases. */
export const rescans = proxyActivities<RescanActivities>(changing);
export const organizations = proxyActivities<OrganizationActivities>(changing);

const maintaining = {
  taskQueue: queues.maintenance,
  startToCloseTimeout: '5m',
  scheduleToCloseTimeout: '30m',
  heartbeatTimeout,
  retry: { initialInterval: '5s', backoffCoefficient: 2, maximumInterval: '5m' },
} as const;
export const maintenance = proxyActivities<MaintenanceActivities>(maintaining);
export const requested = proxyActivities<RequestedActivities & CopyActivities>(maintaining);
export const collection = proxyActivities<CollectionActivities>(maintaining);

/** The duration of an import has no tight limit: callers only follow its progress. */
export const advisories = proxyActivities<AdvisoryActivities>({
  taskQueue: queues.maintenance,
  startToCloseTimeout: '15m',
  scheduleToCloseTimeout: '24h',
  heartbeatTimeout,
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '1m' },
});

/** Requests to foreign servers: an outage of some minutes ends an import, which users can request again. */
export const gitImports = proxyActivities<Pick<ImportGitActivities, 'listImportTags' | 'importTag'>>({
  taskQueue: queues.imports,
  startToCloseTimeout: '15m',
  scheduleToCloseTimeout: '24h',
  heartbeatTimeout,
  retry: { initialInterval: '2s', backoffCoefficient: 3, maximumInterval: '1m', maximumAttempts: 4 },
});

/** Updates the rows of imports. Retried as long as the database is unreachable. */
export const importRows = proxyActivities<Pick<ImportGitActivities, 'endImport'>>({
  taskQueue: queues.imports,
  startToCloseTimeout: '20s',
  scheduleToCloseTimeout: '24h',
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '1m' },
});

/** Updates the rows of reviews. Retried as long as the database is unreachable. */
export const reviews = proxyActivities<ReviewActivities>({
  startToCloseTimeout: '60s',
  scheduleToCloseTimeout: '24h',
  heartbeatTimeout,
  retry: { initialInterval: '200ms', backoffCoefficient: 2, maximumInterval: '10s' },
});

/** Foreign servers may be unreachable for long: a delivery is retried for a day. */
export const webhooks = proxyActivities<WebhookActivities>({
  taskQueue: queues.io,
  startToCloseTimeout: '20s',
  scheduleToCloseTimeout: '24h',
  retry: { initialInterval: '2s', backoffCoefficient: 3, maximumInterval: '1h' },
});

/** Updates the rows of deliveries. Retried as long as the database is unreachable. */
export const webhookRows = proxyActivities<WebhookActivities>({
  taskQueue: queues.io,
  startToCloseTimeout: '20s',
  scheduleToCloseTimeout: '24h',
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '1m' },
});

/** Retries for two days while a mail server is unreachable. */
export const mails = proxyActivities<MailActivities>({
  taskQueue: queues.io,
  startToCloseTimeout: '90s',
  scheduleToCloseTimeout: '48h',
  retry: { initialInterval: '2s', backoffCoefficient: 3, maximumInterval: '30m' },
});

/** Updates the rows of mails. Retried as long as the database is unreachable. */
export const mailRows = proxyActivities<MailActivities>({
  taskQueue: queues.io,
  startToCloseTimeout: '20s',
  scheduleToCloseTimeout: '24h',
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '1m' },
});
