import type { SharedCache } from '../store/cache/shared-cache.ts';
import type { Client } from '@temporalio/client';
import type { Config } from '../config/config.ts';
import type { Logger } from '../config/logging.ts';
import type { Metrics } from '../config/metrics.ts';
import type { Signer } from '../domain/signer.ts';
import type { Bodies } from '../ecosystems/context/bodies.ts';
import type { Format, Formats } from '../ecosystems/format.ts';
import type { Blobs } from '../store/blobs/blobs.ts';
import type { KeyValue } from '../store/kv/kv.ts';
import type { Change } from '../store/postgres/notify.ts';
import type { Catalog } from '../store/postgres/packages/catalog.ts';
import type { Pool } from '../store/postgres/pool.ts';
import type { Search } from '../store/search/search.ts';
import type { DownloadCounter } from './files/downloads.ts';
import type { Reads } from './files/reads.ts';
import type { ArchiveReader } from './files/archive-reader.ts';
import type { TextRenderer } from './files/text-renderer.ts';
import type { QueueWatch } from './health/queues.ts';
import type { Checks } from './health/readiness.ts';
import type { ListSchedules } from './health/schedules.ts';
import type { Authenticator } from './identity/authenticate.ts';
import type { BrowserLogins } from './identity/browser-login.ts';
import type { LoginLimit } from './identity/login-limit.ts';
import type { LoginThrottle } from './identity/login-throttle.ts';
import type { IssuerKeys } from './identity/oidc/issuer-keys.ts';
import type { Passwords } from './identity/password-hash.ts';
import type { JobRuns } from './jobs/runs.ts';
import type { ConsumeLimit } from './limits/actions.ts';
import type { ResolveTxt } from './outgoing/resolve-txt.ts';
import type { VersionOrder } from './releases/order.ts';
import type { Projection } from './packages/projection.ts';
import type { ReleaseDecisions } from './releases/decisions/held-release.ts';

/**
 * The dependencies of services, created once per process by the composition root. A service declares the members that
 * it uses (`Pick<Platform, 'pool' | …>`), so that a worker or a test can pass only these.
 */
export interface Platform {
  config: Config;
  log: Pick<Logger, 'warn'>;
  metrics: Pick<Metrics, 'publishes'>;
  pool: Pool;
  client: Client;
  blobs: Blobs;
  kv: KeyValue;
  search: Search;
  catalog: Catalog;
  /** Signs the texts of published releases. */
  signer: Signer;
  ecosystems: Formats;
  /** The cache of this process for rows and documents. */
  cache: SharedCache;
  /** The cached read path. */
  reads: Reads;
  downloads: DownloadCounter;
  /** Reads members of stored files. */
  archives: ArchiveReader;
  /** Converts texts of publishers to HTML. */
  texts: TextRenderer;
  /** Sorts version keys in the order of their ecosystem, highest first. */
  highestFirst: VersionOrder;
  projection: Projection;
  decisions: ReleaseDecisions;
  jobRuns: JobRuns;
  queueWatch: QueueWatch;
  listSchedules: ListSchedules;
  checks: Checks;
  authenticator: Authenticator;
  passwords: Passwords;
  throttle: LoginThrottle;
  loginLimit: LoginLimit;
  browserLogins: BrowserLogins;
  consumeLimit: ConsumeLimit;
  /** The keys of the issuers of identity tokens. */
  issuerKeys: IssuerKeys;
  /** Looks up proofs of namespaces that are named after domains. */
  resolveTxt: ResolveTxt;
  /** The request bodies of an ecosystem, each counted for its sender. */
  bodiesOf(ecosystem: Pick<Format, 'id'>): Bodies;
  /** Announces a change made by this process: its caches need not wait for the notice. */
  announce(change: Change): void;
  /** True from the moment the process has to stop: load balancers send no further requests. */
  isDraining(): boolean;
}

/** The configuration groups that a service reads. */
export interface Configured<Group extends keyof Config> {
  config: Pick<Config, Group>;
}

/** The maximum age of a log-in for operations that need a recent one. */
export interface RecentLogins {
  config: { readonly auth: Pick<Config['auth'], 'recentLoginSeconds'> };
}
