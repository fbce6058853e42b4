import type { FastifyRequest } from 'fastify';
import type { DomainError } from '../../domain/errors.ts';
import type { Caller } from '../../domain/caller.ts';
import type { Mount } from '../render-input.ts';
import type { Accounts } from './accounts.ts';
import type { Advisories } from './advisories.ts';
import type { Bodies } from './bodies.ts';
import type { Callers, ProtocolTokens } from './callers.ts';
import type { Drafts } from './drafts.ts';
import type { Documents } from './documents.ts';
import type { Files } from './files.ts';
import type { Packages } from './packages.ts';
import type { Imports } from './imports.ts';
import type { Organizations } from './organizations.ts';
import type { PackageParts } from './parts.ts';
import type { Publishing } from './publishing.ts';
import type { Releases } from './releases.ts';
import type { Search } from './search.ts';
import type { Staging } from './staging.ts';
import type { PackageTags } from './tags.ts';
import type { Trust } from './trust.ts';
import type { Webhooks } from './webhooks.ts';

/**
 * The operations of an ecosystem's routes, bound to that ecosystem. The first parameter of an operation that depends
 * on the caller is the caller. Every read applies the visibility rule; hidden and missing are both `not_found`.
 */
export interface RouteContext {
  readonly baseUrl: string;
  /** Whether a request for a folder is answered with a listing; build tools do not need listings. */
  readonly listsFolders: boolean;
  /**
   * Converts any thrown value to a `DomainError`, with the same result for every API: e.g. an outage is `not_ready`.
   * With `request`, a missing resource may be `unauthenticated` for anonymous clients.
   */
  toDomainError(error: unknown, request?: FastifyRequest): DomainError;
  /**
   * The mount of the request. Below `/r/:repository` the caller must be allowed to know it.
   * @throws `unauthenticated`
   */
  mount(caller: Caller): Promise<Mount>;
  readonly callers: Callers;
  readonly protocolTokens: ProtocolTokens;
  readonly accounts: Accounts;
  readonly bodies: Bodies;
  readonly publishing: Publishing;
  readonly imports: Imports;
  readonly organizations: Organizations;
  readonly drafts: Drafts;
  readonly staging: Staging;
  readonly packages: Packages;
  readonly releases: Releases;
  readonly tags: PackageTags;
  readonly files: Files;
  readonly parts: PackageParts;
  readonly documents: Documents;
  readonly search: Search;
  readonly advisories: Advisories;
  readonly trust: Trust;
  readonly webhooks: Webhooks;
}
