import { inSpan } from '../../config/telemetry.ts';
import { type Actor, anonymous, refuseExchanged } from '../../domain/actor.ts';
import { notFound } from '../../domain/errors.ts';
import type { ClaimPolicy } from '../../domain/namespace.ts';
import type { Logger } from '../../config/logging.ts';
import type { Accounts } from '../../ecosystems/context/accounts.ts';
import type { Format } from '../../ecosystems/format.ts';
import type { PublishCommand, RouteContext } from '../../ecosystems/context/context.ts';
import { type Blobs, stagingKey } from '../../store/blobs/blobs.ts';
import { listAdvisories } from '../../store/postgres/findings/advisories.ts';
import type { Catalog } from '../../store/postgres/packages/catalog.ts';
import type { Change } from '../../store/postgres/notify.ts';
import type { Pool } from '../../store/postgres/pool.ts';
import { listSigningKeys } from '../../store/postgres/releases/signing-keys.ts';
import { revokeExchangedToken } from '../../services/identity/own-tokens.ts';
import type { Search } from '../../store/search/search.ts';
import type { BodyReading } from '../bodies/bodies.ts';
import { createBodies } from '../bodies/ecosystem-bodies.ts';
import type { DownloadCounter } from '../../services/files/downloads.ts';
import type { Projection } from '../../services/packages/projection.ts';
import type { ReleaseDecisions } from '../../services/releases/decisions/held-release.ts';
import type { PublishFile } from '../../services/publishing/publish-file.ts';
import type { Drafts } from '../../ecosystems/context/drafts.ts';
import { discard, type Publish } from '../../services/publishing/publish.ts';
import type { ProtocolTokens } from '../../services/identity/protocol-tokens.ts';
import type { Exchange } from '../../services/identity/oidc/exchange.ts';
import { toDomainError } from '../plugins/domain-error.ts';
import { createChanges } from './changes.ts';
import { bindProtocolTokens } from './protocol-tokens.ts';
import { resolveMount } from './mounts.ts';
import { createParts } from '../../services/files/parts.ts';
import { withSending } from './send-part.ts';
import type { Reads } from '../../services/files/reads.ts';
import { receive } from '../../services/publishing/receive.ts';
import { createScope } from './scope.ts';
import type { SendArtifact } from './send-artifact.ts';
import { sendStored } from './send-document.ts';
import { createWideReads, sendWide } from './wide-documents.ts';
import { callerOf } from '../callers.ts';
import { createAdvisoryFeed } from './advisory-feed.ts';
import { createPackages } from './packages.ts';
import { createStaging } from './staging.ts';
import { bindDrafts } from './drafts.ts';

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
  const { pool, blobs, baseUrl } = deps;
  const scope = createScope(deps, ecosystem);
  const { hidden, assertMount } = scope;
  const wideReads = createWideReads(pool);

  async function assertMountOrDiscard({ caller, upload }: PublishCommand): Promise<void> {
    try {
      await assertMount(caller);
    } catch (error) {
      await discard(deps, upload.uploadId);
      throw error;
    }
  }

  return {
    baseUrl,
    toDomainError,
    mount: (caller) => resolveMount(deps, ecosystem, caller),

    async authenticate(request, credential, options) {
      const actor = await deps.authenticate(credential);
      const isOurs = actor.kind === 'user' && actor.exchangedIn === ecosystem.id;
      if (!(isOurs && options?.acceptsExchanged)) refuseExchanged(actor);
      return callerOf(request, actor);
    },

    anonymous: (request) => callerOf(request, anonymous),

    exchange: (caller, { jwt, kind, packages, name, username, audiences }) =>
      deps.exchange({
        ecosystem: ecosystem.id,
        jwt,
        kind,
        ...(audiences === undefined ? {} : { audiences }),
        wanted: {
          packages,
          repositorySlug: caller.repository,
          ...(name === undefined ? {} : { nameKey: ecosystem.names.canonical(name) }),
          ...(username === undefined ? {} : { username }),
        },
        origin: caller.origin,
      }),

    revokeOwn: (caller) => revokeExchangedToken(deps, caller),

    bodies: createBodies(deps.bodies, ecosystem.id),
    receive: (body, maxBytes) => receive(blobs, body, Math.min(maxBytes, deps.maxUploadBytes)),
    withUpload: (upload, use) => blobs.withLocalFile(stagingKey(upload.uploadId), use),
    discard: (upload) => discard(deps, upload.uploadId),

    async publish(command) {
      await assertMountOrDiscard(command);
      return inSpan(
        'publish',
        { 'rookery.ecosystem': ecosystem.id, 'rookery.package': command.declared.name },
        () => deps.publish(ecosystem, command),
      );
    },

    async publishFile(command) {
      await assertMountOrDiscard(command);
      return deps.publishFile(ecosystem, command);
    },

    drafts: bindDrafts(deps.draftsOf(ecosystem), assertMount, (upload) => discard(deps, upload.uploadId)),

    accounts: deps.accounts,
    sigstoreTrustedRoot: deps.sigstoreTrustedRoot,
    listSigningKeys: () => listSigningKeys(pool),
    advisories: (names) => listAdvisories(pool, ecosystem.id, names),
    advisoryFeed: createAdvisoryFeed(pool, ecosystem.id),
    ...createPackages(scope),
    ...createStaging(scope),
    parts: withSending(createParts(deps, ecosystem, scope), deps.sendArtifact),
    protocolTokens: bindProtocolTokens(scope),
    ...createChanges(scope),

    async sendDocument(caller, reply, path, { isFresh } = { isFresh: false }) {
      const { document: cached, freshDocument } = deps.reads;
      const document = await (isFresh ? freshDocument : cached)(ecosystem.id, path, caller.actor);
      await assertMount(caller, document?.repositorySlug);
      if (!document) throw hidden(caller.actor, 'document');
      if (isFresh) reply.header('cache-control', 'no-store');
      return sendStored(reply, document, document.visibility === 'public');
    },

    async sendWideDocument(caller, reply, path) {
      const wide = ecosystem.wideDocuments.find((document) => document.path === path);
      if (!wide) throw notFound('document');
      const mount = await resolveMount(deps, ecosystem, caller);
      const found = await wideReads.read(ecosystem.id, mount.documentPrefix + path, wide);
      return sendWide(reply, found, wide, !mount.requiresAuth);
    },

    async sendArtifact(reply, found, artifact, options) {
      if (options?.isDownload !== false && reply.request.method === 'GET')
        deps.downloads.count(found.release.id);
      return deps.sendArtifact(reply, artifact, found.package.visibility === 'public');
    },

    async sendFile(caller, reply, file) {
      const found = await deps.reads.file({ ecosystem: ecosystem.id, ...file }, caller.actor);
      await assertMount(caller, found?.repositorySlug);
      if (!found) throw hidden(caller.actor, 'file');
      if (file.isDownload && reply.request.method === 'GET') deps.downloads.count(found.releaseId);
      return deps.sendArtifact(reply, found, found.visibility === 'public', file);
    },

    async search(caller, query) {
      await assertMount(caller);
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
