import type { ClaimPolicy } from '../../domain/namespace.ts';
import type { Logger } from '../../config/logging.ts';
import type { Accounts } from '../../ecosystems/context/accounts.ts';
import type { Format } from '../../ecosystems/format.ts';
import type { RouteContext } from '../../ecosystems/context/context.ts';
import type { Catalog } from '../../store/postgres/packages/catalog.ts';
import type { Change } from '../../store/postgres/notify.ts';
import type { Pool } from '../../store/postgres/pool.ts';
import type { Search } from '../../store/search/search.ts';
import type { BodyReading } from '../bodies/bodies.ts';
import { createBodies } from '../bodies/ecosystem-bodies.ts';
import type { DownloadCounter } from '../../services/files/downloads.ts';
import type { Projection } from '../../services/packages/projection.ts';
import type { ReleaseDecisions } from '../../services/releases/decisions/held-release.ts';
import type { PublishFile } from '../../services/publishing/publish-file.ts';
import type { ProtocolTokens } from '../../services/identity/protocol-tokens.ts';
import type { Exchange } from '../../services/identity/oidc/exchange.ts';
import { toDomainError } from '../plugins/domain-error.ts';
import { bindProtocolTokens } from './protocol-tokens.ts';
import { resolveMount } from './mounts.ts';
import { createParts } from '../../services/files/parts.ts';
import { withSending } from './send-part.ts';
import type { Reads } from '../../services/files/reads.ts';
import { createScope } from './scope.ts';
import type { SendArtifact } from './send-artifact.ts';
import type { Actor } from '../../domain/actor.ts';
import type { Blobs } from '../../store/blobs/blobs.ts';
import type { Publish } from '../../services/publishing/publish.ts';
import { createAdvisories } from './advisories.ts';
import type { Drafts } from '../../ecosystems/context/drafts.ts';
import { bindDrafts } from './drafts.ts';
import { bindCallers } from './callers.ts';
import { bindDocuments } from './documents.ts';
import { bindFiles } from './files.ts';
import { bindPackages, bindTags } from './packages.ts';
import { bindPublishing } from './publishing.ts';
import { bindReleases } from './releases.ts';
import { bindStaging } from './staging.ts';
import { bindTrust } from './trust.ts';

export interface EcosystemDeps {
  log: Pick<Logger, 'warn'>;
  baseUrl: string;
  advertiseAuth: boolean;
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

/** Everything an ecosystem's routes may do, bound to that ecosystem. */
export function createRouteContext(deps: EcosystemDeps, ecosystem: Format): RouteContext {
  const scope = createScope(deps, ecosystem);
  return {
    baseUrl: deps.baseUrl,
    toDomainError,
    mount: (caller) => resolveMount(deps, ecosystem, caller),
    callers: bindCallers(scope),
    protocolTokens: bindProtocolTokens(scope),
    accounts: deps.accounts,
    bodies: createBodies(deps.bodies, ecosystem.id),
    publishing: bindPublishing(scope),
    drafts: bindDrafts(scope),
    staging: bindStaging(scope),
    packages: bindPackages(scope),
    releases: bindReleases(scope),
    tags: bindTags(scope),
    files: bindFiles(scope),
    parts: withSending(createParts(deps, ecosystem, scope), deps.sendArtifact),
    documents: bindDocuments(scope),
    advisories: createAdvisories(deps.pool, ecosystem.id),
    trust: bindTrust(scope),

    async search(caller, query) {
      await scope.assertMount(caller);
      const { actor, repository } = caller;
      return deps.search.query(actor, {
        ...query,
        ecosystem: ecosystem.id,
        ...(repository === null ? {} : { repository }),
        sort: 'relevance',
      });
    },
  };
}
