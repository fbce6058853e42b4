import { createSharedCache } from '../store/cache/shared-cache.ts';
import { Client } from '@temporalio/client';
import { createBodyReading } from './bodies/bodies.ts';
import { createBodies } from './bodies/ecosystem-bodies.ts';
import { type Changes, listenForChanges } from './cache/changes.ts';
import { loginLimit } from './plugins/rate-tiers.ts';
import { createFeeds, type Feeds } from '../services/feeds/feeds.ts';
import { createDownloadCounter } from '../services/files/downloads.ts';
import { createReads } from '../services/files/reads.ts';
import { createQueueWatch } from '../services/health/queues.ts';
import { createScheduleWatch, listWatched } from '../services/health/schedules.ts';
import type { Checks } from '../services/health/readiness.ts';
import { findSetupProblems } from '../services/health/workflow-setup.ts';
import { createAuthenticator } from '../services/identity/authenticate.ts';
import { createBrowserLogins } from '../services/identity/browser-login.ts';
import { createLoginLimit } from '../services/identity/login-limit.ts';
import { createLoginThrottle, unthrottled } from '../services/identity/login-throttle.ts';
import { createIssuerKeys } from '../services/identity/oidc/issuer-keys.ts';
import { createPasswords } from '../services/identity/password-hash.ts';
import { createJobRuns } from '../services/jobs/runs.ts';
import { createActionLimits } from '../services/limits/actions.ts';
import { createTxtResolver } from '../services/outgoing/resolve-txt.ts';
import { createProjection } from '../services/packages/projection.ts';
import type { Platform } from '../services/platform.ts';
import { createReleaseDecisions } from '../services/releases/decisions/held-release.ts';
import { createVersionOrder } from '../services/releases/order.ts';
import { sql } from '../store/postgres/pool.ts';
import { watchSchema } from '../store/postgres/schema.ts';
import { askReadOnly } from '../store/postgres/writable.ts';
import type { Config } from '../config/config.ts';
import { jwtSecretsOf } from '../config/secrets.ts';
import { type Context, createContext } from '../config/context.ts';
import { workflowClient } from '../config/workflow-channel.ts';
import { openConnection } from '../config/workflow-connection.ts';
import { createArchiveReader } from '../config/archive-reader.ts';
import { createTextRenderer } from '../rendering/markdown/pool.ts';

/** A platform with the server's own members: it listens for changes and is disposable. */
export interface ServingPlatform extends Platform, Omit<Context, keyof Platform> {
  ecosystems: Context['ecosystems'];
  log: Context['log'];
  metrics: Context['metrics'];
  changes: Changes;
  /** Sources of events for subscribers: games and reviews. */
  feeds: Feeds;
  /** Makes readiness fail from now on. */
  drain(): void;
}

export type PlatformOverrides = Partial<Omit<Platform, 'config'>> &
  Partial<Pick<Context, 'ecosystems' | 'log' | 'metrics'>>;

/**
 * The composition root of a process that serves requests: creates every pool, client, blob store, cache and clock
 * once. `overrides` replaces parts in tests; the platform does not dispose of them.
 */
export async function createPlatform(
  config: Config,
  overrides: PlatformOverrides = {},
): Promise<ServingPlatform> {
  await using resources = new AsyncDisposableStack();
  const context = resources.use(await createContext(config, 'api', overrides));
  const { log, metrics, pool, blobs, kv, search } = context;
  const client = overrides.client ?? openClient(config, resources);
  const authenticator = overrides.authenticator ?? createAuthenticator({ pool, config });
  const cache =
    overrides.cache ??
    createSharedCache({
      maxBytes: config.cache.maxBytes,
      onLookup: (name, result) => metrics.cache.inc({ cache: name, result }),
    });
  const reads = overrides.reads ?? createReads(pool, { cache, isUsable: () => changes.isListening });
  const feeds = createFeeds(pool, log);
  const changes: Changes = listenForChanges(config.secrets.directDatabaseUrl, log, {
    onChange(change) {
      if (change.kind === 'package') reads.forget(change.id);
      else if (change.kind === 'game' || change.kind === 'review') feeds.onChange(change);
      else authenticator.forget(change);
    },
    onGap() {
      feeds.onGap();
      reads.clear();
      authenticator.forgetAll();
    },
  });
  resources.defer(() => changes.close());
  const downloads =
    overrides.downloads ?? resources.adopt(createDownloadCounter(pool, log), (it) => it.close());
  const texts = overrides.texts ?? resources.use(createTextRenderer(cache.section<string>('rendered')));
  const archives = overrides.archives ?? resources.use(createArchiveReader(config, blobs, cache));
  const bodies = resources.adopt(createBodyReading(), (it) => it.close());
  resources.defer(() => feeds.close());
  const { rates } = config.limits;
  const queueWatch = overrides.queueWatch ?? createQueueWatch(client);
  metrics.watchQueues(queueWatch);
  const listSchedules = createScheduleWatch(client);
  metrics.watchSchedules(() => listWatched(listSchedules));
  let isDraining = false;

  const owned = resources.move();
  return {
    authenticator,
    decisions: createReleaseDecisions(client, log),
    projection: createProjection(client),
    jobRuns: createJobRuns(client),
    listSchedules,
    highestFirst: createVersionOrder(cache),
    passwords: createPasswords(config.auth.passwords),
    throttle: rates ? createLoginThrottle(kv) : unthrottled,
    loginLimit: createLoginLimit(kv, rates ? loginLimit : null),
    consumeLimit: createActionLimits(kv, rates),
    browserLogins: createBrowserLogins({ pool, secrets: jwtSecretsOf(config.secrets) }),
    issuerKeys: createIssuerKeys(config.auth.oidcIssuers, {
      mayReachInside: config.auth.mayReachPrivateIssuers,
    }),
    resolveTxt: createTxtResolver(config.dns.servers),
    bodiesOf: ({ id }) => createBodies(bodies, id),
    announce: (change) => changes.announce(change),
    isDraining: () => isDraining,
    checks: createChecks({ pool, blobs, kv, search, client, config }),
    ...context,
    ...overrides,
    client,
    config,
    cache,
    texts,
    archives,
    reads,
    downloads,
    queueWatch,
    changes,
    feeds,
    drain() {
      isDraining = true;
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

function openClient(config: Config, resources: AsyncDisposableStack): Client {
  const connection = resources.adopt(openConnection(workflowClient(config)), (it) => it.close());
  return new Client({ connection, namespace: config.temporal.namespace });
}

function createChecks({
  pool,
  blobs,
  kv,
  search,
  client,
  config,
}: Pick<Platform, 'pool' | 'blobs' | 'kv' | 'search' | 'client' | 'config'>): Checks {
  return {
    database: async () => {
      await pool.query(sql.typeAlias('void')`select`);
    },
    writes: async () => {
      await pool.query(askReadOnly);
    },
    schema: watchSchema(pool, config.version),
    redis: kv.kind === 'redis' ? () => kv.ping() : null,
    storage: () => blobs.ping(),
    search: () => search.ping(),
    temporal: () => findSetupProblems(client.connection, client.options.namespace),
  };
}
