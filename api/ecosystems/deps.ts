import type { ClaimPolicy } from '../../domain/namespace.ts';
import type { Logger } from '../../config/logging.ts';
import type { Accounts } from '../../ecosystems/context/accounts.ts';
import type { Format } from '../../ecosystems/format.ts';
import type { Catalog } from '../../store/postgres/packages/catalog.ts';
import type { Change } from '../../store/postgres/notify.ts';
import type { Pool } from '../../store/postgres/pool.ts';
import type { Search } from '../../store/search/search.ts';
import type { BodyReading } from '../bodies/bodies.ts';
import type { DownloadCounter } from '../../services/files/downloads.ts';
import type { Projection } from '../../services/packages/projection.ts';
import type { ReleaseDecisions } from '../../services/releases/decisions/held-release.ts';
import type { PublishFile } from '../../services/publishing/publish-file.ts';
import type { ProtocolTokens } from '../../services/identity/protocol-tokens.ts';
import type { Exchange } from '../../services/identity/oidc/exchange.ts';
import type { Reads } from '../../services/files/reads.ts';
import type { SendArtifact } from './send-artifact.ts';
import type { Actor } from '../../domain/actor.ts';
import type { Blobs } from '../../store/blobs/blobs.ts';
import type { Publish } from '../../services/publishing/publish.ts';
import type { ImportDeps } from '../../services/imports/deps.ts';
import type { FireDeps } from '../../services/webhooks/fire.ts';
import type { Drafts } from '../../ecosystems/context/drafts.ts';

/** What the platform gives to the routes of ecosystems. */
export interface EcosystemDeps {
  log: Pick<Logger, 'warn'>;
  baseUrl: string;
  advertiseAuth: boolean;
  listsFolders: boolean;
  namespaceClaims: ClaimPolicy;
  pool: Pool;
  blobs: Blobs;
  catalog: Catalog;
  search: Search;
  reads: Reads;
  downloads: DownloadCounter;
  projection: Projection;
  decisions: ReleaseDecisions;
  publish: Publish;
  publishFile: PublishFile;
  imports: ImportDeps;
  webhooks: FireDeps['webhooks'];
  /** Releases whose files come one by one, of one ecosystem. */
  draftsOf(ecosystem: Format): Drafts;
  sendArtifact: SendArtifact;
  accounts: Accounts;
  bodies: Pick<BodyReading, 'for'>;
  /** Issuers of identity tokens beside the well-known ones. */
  oidcIssuers: readonly string[];
  /** How old the log-in may be of whoever changes who may publish. */
  recentLoginSeconds: number;
  sigstoreTrustedRoot: string | null;
  /** Something changed here and now: caches of this process need not wait for the notice. */
  announce(change: Change): void;
  authenticate(credential: string | undefined): Promise<Actor>;
  protocolTokens: ProtocolTokens;
  exchange: Exchange;
  maxUploadBytes: number;
  /** Largest file that is uploaded on its own, in pieces. */
  maxPartBytes: number;
}
