import type { Actor } from '../domain/actor.ts';
import type { Caller, KnownCaller } from '../domain/caller.ts';
import type { Bodies } from '../ecosystems/context/bodies.ts';
import type { RouteContext } from '../ecosystems/context/context.ts';
import type { ExchangeCommand, ExchangedToken } from '../ecosystems/context/callers.ts';
import type { Format } from '../ecosystems/format.ts';
import { createAdvisoryPages } from './advisories/pages.ts';
import { createDocuments, type DocumentMemory, type DocumentServices } from './files/documents.ts';
import { createFiles, type FileServices } from './files/in-ecosystem.ts';
import { createParts, type Parts } from './files/parts.ts';
import { actUnder } from './identity/oidc/act-under.ts';
import type { Exchange } from './identity/oidc/exchange.ts';
import { revokeExchangedToken } from './identity/own-tokens.ts';
import type { ProtocolTokens } from './identity/protocol-tokens.ts';
import { beginImport } from './imports/begin.ts';
import { cancelImport, findImport, showImport } from './imports/follow.ts';
import { createOrganizations } from './organizations/in-ecosystem.ts';
import { createPackages, createTags } from './packages/in-ecosystem.ts';
import { assertMount, findMount, resolveMount } from './packages/mount.ts';
import {
  addTrustedPublishers,
  listTrustedPublishers,
  removeTrustedPublisher,
  takesTokenAttestations,
  vouchingOf,
} from './packages/trusted-publishers.ts';
import type { Platform } from './platform.ts';
import { createDraftsOfMounts, createPublishing } from './publishing/in-ecosystem.ts';
import { createReleases } from './releases/in-ecosystem.ts';
import { listSigningKeys } from './releases/signing-keys.ts';
import { createStaging, type StagingServices } from './staging/in-ecosystem.ts';
import { fireWebhook } from './webhooks/fire.ts';
import { createOwnWebhook, listOwnWebhooks, removeOwnWebhook } from './webhooks/own.ts';
import { bind, bindNamed, bindWithin } from './bind.ts';

/** Members of a route context that need no HTTP: services implement them unchanged. */
type Implemented = Pick<
  RouteContext,
  | 'mount'
  | 'publishing'
  | 'imports'
  | 'organizations'
  | 'drafts'
  | 'packages'
  | 'releases'
  | 'tags'
  | 'search'
  | 'trust'
  | 'webhooks'
>;

/** Services for the protocol of one ecosystem; its routes only read requests and send answers. */
export interface EcosystemServices extends Implemented {
  readonly format: Format;
  readonly bodies: Bodies;
  readonly staging: StagingServices;
  readonly files: FileServices;
  readonly parts: Parts;
  readonly documents: DocumentServices;
  readonly advisories: ReturnType<typeof createAdvisoryPages>;
  readonly callers: {
    underName<Who extends Caller>(caller: Who, name: string): Promise<Who>;
    onMount(caller: Caller, repository: string): Promise<Caller>;
    exchange(caller: Caller, command: ExchangeCommand): Promise<ExchangedToken>;
    revokeOwn(caller: KnownCaller): Promise<void>;
  };
  readonly protocolTokens: {
    issue(actor: Actor, claims: Record<string, unknown>, seconds: number): Promise<string>;
    open(token: string): ReturnType<ProtocolTokens['open']>;
  };
}

/** Parts of services that all ecosystems share. */
export interface SharedParts {
  documents: DocumentMemory;
  exchange: Exchange;
  protocolTokens: ProtocolTokens;
}

export function createEcosystemServices(
  platform: Platform,
  ecosystem: Format,
  { documents, exchange, protocolTokens }: SharedParts,
): EcosystemServices {
  const { pool, config, search } = platform;
  const audience = `${new URL(config.http.publicUrl).host}/${ecosystem.id}`;
  return {
    format: ecosystem,
    bodies: platform.bodiesOf(ecosystem),
    mount: (caller) => resolveMount(platform, ecosystem, caller),
    publishing: createPublishing(platform, ecosystem),
    drafts: createDraftsOfMounts(platform, ecosystem),
    staging: createStaging(platform, ecosystem),
    packages: createPackages(platform, ecosystem),
    organizations: createOrganizations(platform, ecosystem),
    releases: createReleases(platform, ecosystem),
    tags: createTags(platform, ecosystem),
    files: createFiles(platform, ecosystem),
    parts: createParts(platform, ecosystem),
    documents: createDocuments(platform, ecosystem, documents),
    advisories: createAdvisoryPages(pool, ecosystem.id),
    imports: bindWithin(platform, ecosystem, {
      begin: beginImport,
      find: findImport,
      show: showImport,
      cancel: cancelImport,
    }),
    trust: {
      ...bind(platform, { listSigningKeys }),
      publishers: bindNamed(platform, ecosystem, {
        list: listTrustedPublishers,
        add: addTrustedPublishers,
        remove: removeTrustedPublisher,
        vouchingOf,
      }),
      takesTokenAttestations: (name) => takesTokenAttestations(platform, { ecosystem, name }),
      sigstoreRoot: config.provenance.trustedRoot,
    },
    webhooks: bindWithin(platform, ecosystem, {
      list: listOwnWebhooks,
      create: createOwnWebhook,
      remove: removeOwnWebhook,
      fire: fireWebhook,
    }),
    async search(caller, query) {
      await assertMount(platform, caller);
      const { actor, repository } = caller;
      return search.query(actor, {
        ...query,
        ecosystem: ecosystem.id,
        ...(repository === null ? {} : { repository }),
        sort: 'relevance',
      });
    },
    callers: {
      underName: (caller, name) => actUnder(pool, caller, ecosystem, name),
      onMount: async (caller, repository) => ({
        ...caller,
        repository,
        mount: await findMount(platform, repository),
      }),
      exchange: (caller, { jwt, kind, name, username, audiences }) =>
        exchange({
          ecosystem: ecosystem.id,
          jwt,
          kind,
          ...(audiences === undefined ? {} : { audiences }),
          wanted: {
            repositorySlug: caller.repository,
            ...(name === undefined ? {} : { nameKey: ecosystem.names.canonical(name) }),
            ...(username === undefined ? {} : { username }),
          },
          origin: caller.origin,
        }),
      revokeOwn: (caller) => revokeExchangedToken(platform, caller),
    },
    protocolTokens: {
      issue: (actor, claims, seconds) => protocolTokens.issue(audience, actor, claims, seconds),
      open: (token) => protocolTokens.open(audience, token),
    },
  };
}
