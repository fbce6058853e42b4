import type { Client } from '@temporalio/client';
import type { Context } from '../config/context.ts';
import type { Accounts } from '../ecosystems/context/accounts.ts';
import type { Change } from '../store/postgres/notify.ts';
import { createAuthenticator, type Authenticator } from '../services/identity/authenticate.ts';
import { createAccountOf } from '../services/identity/account-of.ts';
import { type BrowserLogins, createBrowserLogins } from '../services/identity/browser-login.ts';
import { createProtocolTokens } from '../services/identity/protocol-tokens.ts';
import { createLoginLimit } from '../services/identity/login-limit.ts';
import { createPasswords, type Passwords } from '../services/identity/password-hash.ts';
import { createLoginThrottle, type LoginThrottle, unthrottled } from '../services/identity/login-throttle.ts';
import { createExchange } from '../services/identity/oidc/exchange.ts';
import { createIssuerKeys } from '../services/identity/oidc/issuer-keys.ts';
import { loginLimit } from './plugins/rate-tiers.ts';
import { createBodyReading } from './bodies/bodies.ts';
import { createBodies } from './bodies/ecosystem-bodies.ts';
import { type Changes, listenForChanges } from './cache/changes.ts';
import { type Chess, createChess } from '../services/chess.ts';
import { createJobRuns, type JobRuns } from '../services/jobs/runs.ts';
import { createQueueWatch, type QueueWatch } from '../services/health/queues.ts';
import { createFeeds, type Feeds } from '../services/feeds/feeds.ts';
import { createProjection, type Projection } from '../services/packages/projection.ts';
import {
  createReleaseDecisions,
  type ReleaseDecisions,
} from '../services/releases/decisions/held-release.ts';
import { createDownloadCounter, type DownloadCounter } from '../services/files/downloads.ts';
import { createAccounts } from '../services/identity/accounts.ts';
import type { EcosystemDeps } from './ecosystems/deps.ts';
import { createReads } from '../services/files/reads.ts';
import { createSendArtifact, type SendArtifact } from './ecosystems/send-artifact.ts';
import { createActionLimits, type TakeAction } from '../services/limits/actions.ts';
import { createDrafting, type Drafting } from '../services/publishing/drafting.ts';
import { createDrafts } from '../services/publishing/drafts.ts';
import { createFilePublishing } from '../services/publishing/publish-file.ts';
import { createPublishing } from '../services/publishing/publish.ts';

/** What the servers' routes are built from, beside the context. */
export interface Parts extends AsyncDisposable {
  authenticator: Authenticator;
  passwords: Passwords;
  changes: Changes;
  decisions: ReleaseDecisions;
  drafting: Drafting;
  jobRuns: JobRuns;
  queueWatch: QueueWatch;
  projection: Projection;
  sendArtifact: SendArtifact;
  downloads: DownloadCounter;
  accounts: Accounts;
  throttle: LoginThrottle;
  take: TakeAction;
  browserLogins: BrowserLogins;
  chess: Chess;
  /** What subscribers of games and reviews follow. */
  feeds: Feeds;
  ecosystemDeps: EcosystemDeps;
  onChanged(packageId: string): void;
  /** Rejects when the workflow service is away. */
  pingTemporal(): Promise<void>;
  isDraining(): boolean;
  /** From now on readiness says no. */
  drain(): void;
}

/** Wires caches, change notices, publishing and counting together; closes them in the right order. */
export function assembleParts(context: Context, client: Client): Parts {
  const { config, log, metrics, pool, blobs, catalog, search, kv } = context;
  const authenticator = createAuthenticator({ pool, config });
  const reads = createReads(pool, {
    isUsable: () => changes.isListening,
    onLookup: (cache, result) => metrics.cache.inc({ cache, result }),
  });
  const feeds = createFeeds(pool, log);
  const changes: Changes = listenForChanges(config.secrets.databaseUrl, log, {
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
  let isDraining = false;
  const projection = createProjection(client);
  const decisions = createReleaseDecisions(client, log);
  const sendArtifact = createSendArtifact(blobs);
  const downloads = createDownloadCounter(pool, log);
  const onChanged = (packageId: string) => changes.announce({ kind: 'package', id: packageId });
  const announce = (change: Change) => changes.announce(change);
  const bodies = createBodyReading();
  const browserLogins = createBrowserLogins({ pool, secret: config.secrets.jwtSecret });
  const passwords = createPasswords(config.auth.passwords);
  const throttle = config.limits.rates ? createLoginThrottle(kv) : unthrottled;
  const take = createActionLimits(kv, config.limits.rates);
  const accounts = createAccounts({
    pool,
    passwords,
    config,
    loginLimit: createLoginLimit(kv, config.limits.rates ? loginLimit : null),
    throttle,
    take,
    browserLogins,
    announce,
  });
  const publishing = {
    take,
    client,
    pool,
    blobs,
    baseUrl: config.http.publicUrl,
    deadlineMs: config.publish.deadlineMs,
    stagedTtlSeconds: config.publish.stagedTtlSeconds,
    onPublished: onChanged,
    onOutcome: (ecosystem: string, outcome: string) => metrics.publishes.inc({ ecosystem, outcome }),
  };
  const jobRuns = createJobRuns(client);
  const queueWatch = createQueueWatch(client);
  metrics.watchQueues(() => queueWatch.served());
  const drafts = {
    ...publishing,
    namespaceClaims: config.publish.namespaceClaims,
    quotas: config.publish.quotas,
  };
  return {
    drafting: createDrafting({
      ...drafts,
      maxUploadBytes: config.limits.maxUploadBytes,
      maxPartBytes: config.parts.maxBytes,
      log,
      bodiesOf: ({ id }) => createBodies(bodies, id),
    }),
    authenticator,
    passwords,
    changes,
    decisions,
    jobRuns,
    queueWatch,
    projection,
    sendArtifact,
    downloads,
    accounts,
    throttle,
    take,
    browserLogins,
    chess: createChess({ config, client, pool, kv, accountOf: createAccountOf(authenticator), log }),
    feeds,
    onChanged,
    pingTemporal: async () => {
      await client.workflowService.getSystemInfo({});
    },
    isDraining: () => isDraining,
    drain() {
      isDraining = true;
    },
    ecosystemDeps: {
      log,
      baseUrl: config.http.publicUrl,
      advertiseAuth: config.auth.advertiseAuth,
      listsFolders: config.http.listsFolders,
      namespaceClaims: config.publish.namespaceClaims,
      maxUploadBytes: config.limits.maxUploadBytes,
      maxPartBytes: config.parts.maxBytes,
      authenticate: (credential) => authenticator.authenticate(credential),
      protocolTokens: createProtocolTokens({
        secret: config.secrets.jwtSecret,
        issuer: config.http.publicUrl,
        authenticator,
      }),
      exchange: createExchange({
        pool,
        keys: createIssuerKeys(config.auth.oidcIssuers, {
          mayReachInside: config.auth.mayReachPrivateIssuers,
        }),
        publicUrl: config.http.publicUrl,
        oidcIssuers: config.auth.oidcIssuers,
      }),
      accounts,
      oidcIssuers: config.auth.oidcIssuers,
      recentLoginSeconds: config.auth.recentLoginSeconds,
      sigstoreTrustedRoot: config.provenance.trustedRoot,
      announce,
      pool,
      blobs,
      catalog,
      search,
      reads,
      downloads,
      projection,
      decisions,
      publish: createPublishing(publishing),
      publishFile: createFilePublishing(publishing),
      imports: { ...publishing, ...config.imports, jobRuns, namespaceClaims: config.publish.namespaceClaims },
      webhooks: { ...config.webhooks, take },
      draftsOf: (ecosystem) => createDrafts(drafts, ecosystem),
      sendArtifact,
      bodies,
    },
    async [Symbol.asyncDispose]() {
      feeds.close();
      await bodies.close();
      await downloads.close();
      await changes.close();
    },
  };
}
