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

/** A killed process is noticed after this, in any step. */
const heartbeatTimeout = '10s';

/**
 * A first try of the `db` steps, without an activity and a workflow task at the service: measured, that is a
 * quarter of the cost of a publish there. See `localWithFallback`.
 */
export const local = proxyLocalActivities<PublishActivities & FinishingActivities & FileActivities>({
  startToCloseTimeout: '10s',
  scheduleToCloseTimeout: '20s',
  retry: { initialInterval: '100ms', maximumAttempts: 2 },
});

/** Transactions that render documents: as long as the database is away, they wait for it. */
export const db = proxyActivities<PublishActivities & FinishingActivities & FileActivities>({
  startToCloseTimeout: '60s',
  scheduleToCloseTimeout: '24h',
  heartbeatTimeout,
  retry: { initialInterval: '200ms', backoffCoefficient: 2, maximumInterval: '10s' },
});

/** Hundreds of files find their place, each a copy in the store: a long step is tried once, with time. */
export const manyFiles = proxyActivities<Pick<PublishActivities, 'storeDraft'>>({
  startToCloseTimeout: '30m',
  scheduleToCloseTimeout: '24h',
  heartbeatTimeout,
  retry: { initialInterval: '200ms', backoffCoefficient: 2, maximumInterval: '10s' },
});

/** Tries again while the database or the store is away, for an hour; a scanner that fails has three tries
 * (`activities/scan-or-give-up.ts`). After either the release is held as `scan_failed`, never passed. */
export const scan = proxyActivities<ScanActivities & RescanFileActivities>({
  taskQueue: queues.scan,
  startToCloseTimeout: '5m',
  scheduleToCloseTimeout: '1h',
  heartbeatTimeout,
  retry: { initialInterval: '500ms', backoffCoefficient: 2, maximumInterval: '30s' },
});

/** The search engine may be away for long; the release is visible without it. */
const searching = {
  startToCloseTimeout: '30s',
  scheduleToCloseTimeout: '30d',
  heartbeatTimeout,
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '5m' },
} as const;
export const search = proxyActivities<SearchActivities>({ ...searching, taskQueue: queues.io });

/**
 * The same from within a publish: on the workflow's own queue its first try travels with the workflow task, so
 * that it costs no way through the matching service.
 */
export const eagerSearch = proxyActivities<SearchActivities>({ ...searching });

/** Transactions that render documents, some of many packages. As long as the database is away, they wait for it. */
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

/** An import may take as long as it takes: callers only wait for its progress. */
export const advisories = proxyActivities<AdvisoryActivities>({
  taskQueue: queues.maintenance,
  startToCloseTimeout: '15m',
  scheduleToCloseTimeout: '24h',
  heartbeatTimeout,
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '1m' },
});

/** Servers of others: an outage of some minutes ends an import, which people request again. */
export const gitImports = proxyActivities<Pick<ImportGitActivities, 'listImportTags' | 'importTag'>>({
  taskQueue: queues.imports,
  startToCloseTimeout: '15m',
  scheduleToCloseTimeout: '24h',
  heartbeatTimeout,
  retry: { initialInterval: '2s', backoffCoefficient: 3, maximumInterval: '1m', maximumAttempts: 4 },
});

/** Rows of imports. As long as the database is away, they wait for it. */
export const importRows = proxyActivities<Pick<ImportGitActivities, 'endImport'>>({
  taskQueue: queues.imports,
  startToCloseTimeout: '20s',
  scheduleToCloseTimeout: '24h',
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '1m' },
});

/** Rows of reviews. As long as the database is away, they wait for it. */
export const reviews = proxyActivities<ReviewActivities>({
  startToCloseTimeout: '60s',
  scheduleToCloseTimeout: '24h',
  heartbeatTimeout,
  retry: { initialInterval: '200ms', backoffCoefficient: 2, maximumInterval: '10s' },
});

/** Others' servers may be away for long: a delivery is tried again for a day. */
export const webhooks = proxyActivities<WebhookActivities>({
  taskQueue: queues.io,
  startToCloseTimeout: '20s',
  scheduleToCloseTimeout: '24h',
  retry: { initialInterval: '2s', backoffCoefficient: 3, maximumInterval: '1h' },
});

/** Rows of deliveries. As long as the database is away, they wait for it. */
export const webhookRows = proxyActivities<WebhookActivities>({
  taskQueue: queues.io,
  startToCloseTimeout: '20s',
  scheduleToCloseTimeout: '24h',
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '1m' },
});

/** A mail server may be away for two days. */
export const mails = proxyActivities<MailActivities>({
  taskQueue: queues.io,
  startToCloseTimeout: '90s',
  scheduleToCloseTimeout: '48h',
  retry: { initialInterval: '2s', backoffCoefficient: 3, maximumInterval: '30m' },
});

/** Rows of mails. As long as the database is away, they wait for it. */
export const mailRows = proxyActivities<MailActivities>({
  taskQueue: queues.io,
  startToCloseTimeout: '20s',
  scheduleToCloseTimeout: '24h',
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '1m' },
});
