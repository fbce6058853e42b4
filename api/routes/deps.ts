import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Config } from '../../config/config.ts';
import type { Formats } from '../../ecosystems/format.ts';
import type { Catalog } from '../../store/postgres/packages/catalog.ts';
import type { Change } from '../../store/postgres/notify.ts';
import type { Pool } from '../../store/postgres/pool.ts';
import type { Search } from '../../store/search/search.ts';
import type { Chess } from '../../services/chess.ts';
import type { Logger } from '../../config/logging.ts';
import type { Projection } from '../../services/packages/projection.ts';
import type { ReleaseDecisions } from '../../services/releases/decisions/held-release.ts';
import type { SendArtifact } from '../ecosystems/send-artifact.ts';
import type { Authenticator } from '../../services/identity/authenticate.ts';
import type { BrowserLogins } from '../../services/identity/browser-login.ts';
import type { Passwords } from '../../services/identity/password-hash.ts';
import type { LoginThrottle } from '../../services/identity/login-throttle.ts';
import type { JobRuns } from '../../services/jobs/runs.ts';
import type { ResolveTxt } from '../../services/outgoing/resolve-txt.ts';
import type { Drafting } from '../../services/publishing/drafting.ts';
import type { TakeAction } from '../../services/limits/actions.ts';
import type { QueueWatch } from '../../services/health/queues.ts';
import type { Checks } from '../../services/health/readiness.ts';

/** What the management API is built from. */
export interface ManagementDeps {
  config: Config;
  log: Pick<Logger, 'warn'>;
  pool: Pool;
  search: Search;
  catalog: Catalog;
  projection: Projection;
  decisions: ReleaseDecisions;
  drafting: Drafting;
  jobRuns: JobRuns;
  authenticator: Authenticator;
  passwords: Passwords;
  throttle: LoginThrottle;
  browserLogins: BrowserLogins;
  take: TakeAction;
  /** Proofs that namespaces are named after domains of their owners. */
  resolveTxt: ResolveTxt;
  ecosystems: Formats;
  chess: Chess;
  sendArtifact: SendArtifact;
  /** Something changed here and now: caches of this process need not wait for the notice. */
  announce(change: Change): void;
  checks: Checks;
  queueWatch: QueueWatch;
  /** True from the moment the server is asked to stop: balancers send nothing more. */
  isDraining(): boolean;
}

/** An application whose routes are typed by their Zod schemas. */
export type Routes = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>;
