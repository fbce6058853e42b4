import type { Format } from '../../ecosystems/format.ts';
import type { RouteContext } from '../../ecosystems/context/context.ts';
import { createBodies } from '../bodies/ecosystem-bodies.ts';
import { bindProtocolTokens } from './protocol-tokens.ts';
import { resolveMount } from './mounts.ts';
import { createParts } from '../../services/files/parts.ts';
import { withSending } from './send-part.ts';
import { bindEcosystem } from './bound-ecosystem.ts';
import { createAdvisories } from './advisories.ts';
import { bindDrafts } from './drafts.ts';
import { bindCallers } from './callers.ts';
import { bindDocuments } from './documents.ts';
import { bindFiles } from './files.ts';
import { bindImports } from './imports.ts';
import { bindPackages, bindTags } from './packages.ts';
import { bindPublishing } from './publishing.ts';
import { bindReleases } from './releases.ts';
import { bindStaging } from './staging.ts';
import { toldError } from './told-error.ts';
import { bindTrust } from './trust.ts';
import { bindWebhooks } from './webhooks.ts';
import type { EcosystemDeps } from './deps.ts';

/** Everything an ecosystem's routes may do, bound to that ecosystem. */
export function createRouteContext(deps: EcosystemDeps, ecosystem: Format): RouteContext {
  const bound = bindEcosystem(deps, ecosystem);
  return {
    baseUrl: deps.baseUrl,
    listsFolders: deps.listsFolders,
    toDomainError: (error, request) => toldError(deps, error, request),
    mount: (caller) => resolveMount(deps, ecosystem, caller),
    callers: bindCallers(bound),
    protocolTokens: bindProtocolTokens(bound),
    accounts: deps.accounts,
    bodies: createBodies(deps.bodies, ecosystem.id),
    publishing: bindPublishing(bound),
    imports: bindImports(bound),
    drafts: bindDrafts(bound),
    staging: bindStaging(bound),
    packages: bindPackages(bound),
    releases: bindReleases(bound),
    tags: bindTags(bound),
    files: bindFiles(bound),
    parts: withSending(createParts(deps, ecosystem, bound), deps.sendArtifact),
    documents: bindDocuments(bound),
    advisories: createAdvisories(deps.pool, ecosystem.id),
    trust: bindTrust(bound),
    webhooks: bindWebhooks(bound),

    async search(caller, query) {
      await bound.assertMount(caller);
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
