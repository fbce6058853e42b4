import { join } from 'node:path';
import { Worker } from '@temporalio/worker';
import { readConfig } from '../config/config.ts';
import { createProjection } from '../services/packages/projection.ts';
import { createReleaseDecisions } from '../services/releases/decisions/held-release.ts';
import { countReadable } from '../store/postgres/packages/packages.ts';
import { queues } from '../workflows/definitions.ts';
import { alive } from './heartbeat.ts';
import { createAdvisoryActivities } from './advisories.ts';
import { createImportGitActivities } from './import-git.ts';
import { createFileActivities } from './publish-file.ts';
import { findBundle } from './bundle-path.ts';
import { createClient } from './connection.ts';
import { jobLocks } from './job-locks.ts';
import { coalesceRuns } from './coalesce.ts';
import { createFinishingActivities } from './publish-and-finish.ts';
import { failedAttempts } from './failed-attempts.ts';
import { domainFailures } from './domain-failures.ts';
import { boundedFailures } from './failure-converter.ts';
import { createCollectionActivities } from './parts-collection.ts';
import { createMaintenanceActivities } from './maintenance.ts';
import { measured } from './activity-metrics.ts';
import { createOrganizationActivities } from './organizations.ts';
import { createPublishActivities } from './publish.ts';
import { createRequestedActivities } from './requested-maintenance.ts';
import { createRescanActivities } from './rescans.ts';
import { createReviewActivities } from './reviews.ts';
import { runJobs } from './run-jobs.ts';
import { createCopyActivities, startShipping } from './search-copy.ts';
import { createSearchActivities } from './search.ts';
import { repeat } from './background.ts';
import { startDispatching } from './dispatch.ts';
import { openRole } from './role.ts';
import { keepSharedState } from './shared-state.ts';
import { createMailActivities } from './mails.ts';
import { startMailer } from './mailer-role.ts';
import { mailOutbox, webhookOutbox } from './outboxes.ts';
import { createWebhookActivities } from './webhooks.ts';
import { withdrawRevoked } from './withdrawals.ts';

const config = readConfig(process.env, 'worker');
await using role = await openRole(config, 'worker', ({ blobs }) => blobs.ping());
const { context, connection } = role;
const { log, metrics, pool } = context;
const codePath = await findBundle();
await using resources = new AsyncDisposableStack();
const { client, connection: clientConnection } = createClient(config);
resources.defer(() => clientConnection.close());

const shared = {
  connection,
  namespace: config.temporal.namespace,
  dataConverter: boundedFailures,
  interceptors: {
    activity: [
      jobLocks(pool),
      failedAttempts(pool),
      runJobs(pool),
      domainFailures,
      alive,
      measured(metrics),
    ].map((inbound) => () => ({ inbound })),
  },
  shutdownGraceTime: '20s' as const,
  shutdownForceTime: '25s' as const,
};
const publishSteps = createPublishActivities(context);
const project = coalesceRuns((packageId) => context.search.project(packageId));
const search = { ...context.search, project };
const searchSteps = createSearchActivities({ pool, search });
const mailer = await startMailer(context);
// every workflow runs here; the other queues are for activities only
const publishing = await Worker.create({
  ...shared,
  taskQueue: queues.publish,
  workflowBundle: { codePath },
  activities: {
    ...publishSteps,
    ...createFinishingActivities(publishSteps, searchSteps, (id) => countReadable(pool, id)),
    ...createFileActivities(context),
    ...searchSteps,
    ...createReviewActivities(context),
  },
  maxConcurrentWorkflowTaskExecutions: 40,
  maxConcurrentLocalActivityExecutions: 100,
  maxConcurrentActivityTaskExecutions: 50,
  maxCachedWorkflows: 200,
  // the cached workflows of a killed worker move to another worker after this
  stickyQueueScheduleToStartTimeout: '3s',
});
const changing = {
  ...context,
  projection: createProjection(client),
  // not needed here: the notice of the database reaches every process with a cache
  announce: () => {},
};
const searching = await Worker.create({
  ...shared,
  taskQueue: queues.io,
  activities: {
    ...searchSteps,
    ...createWebhookActivities({
      ...context,
    }),
    ...createRescanActivities({ ...changing, decisions: createReleaseDecisions(client, log) }),
    ...createOrganizationActivities(changing),
    ...createMailActivities({ pool, mailer, config }),
  },
  maxConcurrentActivityTaskExecutions: 50,
});
const maintaining = await Worker.create({
  ...shared,
  taskQueue: queues.maintenance,
  activities: {
    ...createMaintenanceActivities({ ...context, search, client }),
    ...createRequestedActivities({ pool, search }),
    ...createCopyActivities({ search }),
    ...createAdvisoryActivities({ ...context, client }),
    ...createCollectionActivities(context),
  },
  maxConcurrentActivityTaskExecutions: 4,
});
const importing = await Worker.create({
  ...shared,
  taskQueue: queues.imports,
  activities: createImportGitActivities(
    { ...context, client },
    { folder: join(config.dataDir, 'imports'), isTrusted: () => config.imports.mayReachInside },
  ),
  // each import is a process with a repository; the backlog stays where operators can see it
  maxConcurrentActivityTaskExecutions: 2,
});

// sets the schedules as soon as the workflow service is ready for them
await using _shared = keepSharedState(
  {
    client,
    pool,
    processId: context.processId,
    version: config.version,
    baseUrl: config.http.publicUrl,
  },
  log,
);
await using _deliveries = startDispatching(client, webhookOutbox(pool), log);
await using _withdrawals = repeat(
  () => withdrawRevoked({ ...context, client }),
  'work of revoked credentials not withdrawn',
  log,
);
if (search.copy) metrics.watchSearchChanges(search.copy.countPending);
await using _changes = search.copy && startShipping(client, search.copy, log);
await using _mails = startDispatching(client, mailOutbox(pool), log);
await role.run([publishing, searching, maintaining, importing]);
mailer?.close();
