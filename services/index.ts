import type { EcosystemId } from '../domain/ecosystem-id.ts';
import { bind } from './bind.ts';
import { createChess } from './chess.ts';
import { createEcosystemServices, type EcosystemServices } from './ecosystem.ts';
import { createDerivedDocuments } from './files/derived-documents.ts';
import { browseFiles, browseMember, memberOf } from './files/browse.ts';
import { createOpenFile } from './files/open.ts';
import { health } from './health/operations.ts';
import { createReadiness, createServing } from './health/readiness.ts';
import { createAccounts } from './identity/accounts.ts';
import { approveLogin } from './identity/approve-login.ts';
import { createExchange } from './identity/oidc/exchange.ts';
import { createProtocolTokens } from './identity/protocol-tokens.ts';
import { audit } from './audit/operations.ts';
import { findings } from './findings/operations.ts';
import { identity } from './identity/operations.ts';
import { createPageSessions } from './identity/page-session.ts';
import { invitations } from './invitations/operations.ts';
import { jobs } from './jobs/operations.ts';
import { namespaces } from './namespaces/operations.ts';
import { organizations } from './organizations/operations.ts';
import { packages } from './packages/operations.ts';
import { policies } from './policies/operations.ts';
import { releases } from './releases/operations.ts';
import { repositories } from './repositories/operations.ts';
import { requests } from './requests/operations.ts';
import { search } from './search/operations.ts';
import { transfers } from './transfers/operations.ts';
import { trust } from './trust/operations.ts';
import { users } from './users/operations.ts';
import { webhooks } from './webhooks/operations.ts';
import { createWideReads } from './packages/repository-indexes.ts';
import type { Platform } from './platform.ts';
import { discardDraft, openDraft, putArtifact, submitDraft } from './publishing/drafting.ts';
import { createStats } from './stats/stats.ts';

/** All operations of the platform, without HTTP: one property per noun, called by every surface. */
export type Services = ReturnType<typeof createServices>;

/** Binds the operations of services to the platform. */
export function createServices(platform: Platform) {
  const { config, ecosystems, log, pool, browserLogins } = platform;
  const accounts = createAccounts(platform);
  const shared = {
    documents: { derived: createDerivedDocuments(), wideReads: createWideReads(platform) },
    exchange: createExchange(platform),
    protocolTokens: createProtocolTokens(platform),
  };
  const bound = new Map<EcosystemId, EcosystemServices>();
  return {
    config,
    ecosystems,
    log,
    authenticator: platform.authenticator,
    browserLogins,
    pageSessions: createPageSessions(platform),
    accounts,
    chess: createChess(platform),
    readiness: createReadiness(platform),
    serving: createServing(platform),
    stats: createStats(pool),
    /** Bytes of stored files. */
    files: {
      open: createOpenFile(platform),
      ...bind(platform, { list: browseFiles, read: browseMember, memberOf }),
    },
    /** Converts texts of publishers to HTML. */
    texts: platform.texts,
    drafting: bind(platform, {
      open: openDraft,
      put: putArtifact,
      publish: submitDraft,
      discard: discardDraft,
    }),
    audit: bind(platform, audit),
    findings: bind(platform, findings),
    health: bind(platform, health),
    invitations: bind(platform, invitations),
    jobs: bind(platform, jobs),
    namespaces: bind(platform, namespaces),
    organizations: bind(platform, organizations),
    packages: bind(platform, packages),
    policies: bind(platform, policies),
    releases: bind(platform, releases),
    repositories: bind(platform, repositories),
    requests: bind(platform, requests),
    search: bind(platform, search),
    transfers: bind(platform, transfers),
    trust: bind(platform, trust),
    users: bind(platform, users),
    webhooks: bind(platform, webhooks),
    identity: { ...bind(platform, identity), ...bind({ accounts, browserLogins }, { approveLogin }) },
    /** Services for the protocol of one ecosystem, created at the first use. @throws DomainError `not_found` */
    forEcosystem(id: EcosystemId): EcosystemServices {
      const known = bound.get(id) ?? createEcosystemServices(platform, ecosystems.get(id), shared);
      bound.set(id, known);
      return known;
    },
  };
}
