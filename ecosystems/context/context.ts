import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import type { Actor } from '../../domain/actor.ts';
import type { Caller, KnownCaller } from '../../domain/caller.ts';
import type { Digests } from '../../domain/digest.ts';
import type { DeletionRule } from '../../domain/deletion.ts';
import type { DomainError } from '../../domain/errors.ts';
import type { Advisory } from '../../domain/advisory.ts';
import type { Package } from '../../domain/package.ts';
import type { Artifact, Release } from '../../domain/release.ts';
import type { Accounts } from './accounts.ts';
import type { Bodies } from './bodies.ts';
import type { AdvisoryFeed } from './advisories.ts';
import type { Declared, Mount } from '../format.ts';
import type { Drafts } from './drafts.ts';
import type { StagedFiles, StageGroups } from './staging.ts';
import type { PackageParts } from './parts.ts';
import type { PackageTags } from './tags.ts';
import type { TrustedPublishers } from './trust.ts';

/** Bytes received and hashed, waiting in staging. Unused ones expire by themselves. */
export interface StagedUpload extends Digests {
  uploadId: string;
  sizeBytes: number;
}

/** How a publish ended, or where to look when it has not ended yet. */
export interface Receipt {
  status: 'published' | 'held' | 'pending';
  /** Page where people follow a held or pending release. */
  statusUrl: string;
}

export interface PublishCommand {
  caller: Caller;
  declared: Declared;
  upload: StagedUpload;
  /** A person has to approve it even when nothing is found. */
  needsApproval?: boolean;
}

/** A release that nobody has seen yet, for its uploader and those who manage its package. */
export interface StagedRelease {
  /** Of the release. */
  id: string;
  name: string;
  version: string;
  state: 'quarantine' | 'scanning';
  statusReason: string | null;
  ownerName: string;
  uploadSha256: string;
  uploadedAt: Date;
  /** What came with it, while it is kept. */
  upload?: StagedOrigin;
}

export interface StagedOrigin {
  /** Username. */
  uploadedBy: string;
  sha1: string;
  /** As declared. */
  tags: readonly string[];
}

export interface StagedReleases {
  /** Newest first. @throws `unauthenticated` */
  list(
    caller: Caller,
    window: { offset: number; limit: number },
  ): Promise<{ total: number; items: readonly StagedRelease[] }>;
  /** @throws `not_found` */
  get(caller: Caller, name: string, version: string): Promise<StagedRelease>;
  /** @throws `not_found` */
  getById(caller: Caller, id: string): Promise<StagedRelease>;
  /** Lets it through and waits until everybody sees it. @throws `not_found`, `forbidden`, `invalid_state` while findings block it */
  approve(caller: Caller, name: string, version: string): Promise<void>;
  /** The file that waits, for its uploader and those who manage its package. @throws `not_found` */
  send(caller: Caller, reply: FastifyReply, name: string, version: string): Promise<FastifyReply>;
  /** What stands against it. */
  listOpenFindings(
    caller: Caller,
    name: string,
    version: string,
  ): Promise<readonly { severity: string; title: string; file: string | null }[]>;
  /** Throws it away and waits until its name and version are free again. @throws `not_found`, `insufficient_scope`, `invalid_state` while it is being scanned */
  discard(caller: Caller, name: string, version: string): Promise<void>;
}

export interface FoundRelease {
  package: Package;
  release: Release;
}

export interface SearchQuery {
  text: string;
  /** Required facet tokens (all of them). */
  facets: string[];
  /** `field:value` filters, lower case. */
  fields: { field: string; value: string }[];
  offset: number;
  limit: number;
}

export interface SearchHit {
  name: string;
  description: string | null;
  latestVersion: string | null;
  downloadCount: number;
  /** By version key, a few minutes old; none where there were none. */
  versionDownloads?: Readonly<Record<string, number>>;
  ownerName: string;
  payload: Record<string, unknown>;
}

/** `publish` where a protocol's clients may know no tokens derived from an identity. */
export type ExchangeKind = 'oidc_derived' | 'publish';

export interface ExchangeCommand {
  /** Identity token of a build system. */
  jwt: string;
  kind: ExchangeKind;
  /** Whether the token is for one package, or for all that one person has opened to this build. */
  packages: 'one' | 'all';
  /** Which package is meant, in any spelling; else it must be clear without. */
  name?: string;
  /** Whose packages are meant: the owner, or who named the publishers. */
  username?: string;
  /** What the identity token may be addressed to, where clients write something else than our URL or its host. */
  audiences?: readonly string[];
}

export interface ExchangedToken {
  token: string;
  expiresAt: Date;
  /** Names of what it may publish. */
  packages: string[];
}

export type { DeletionRule } from '../../domain/deletion.ts';

/** A package as listings name it. */
export interface ListedPackage {
  name: string;
  latestVersion: string | null;
}

/** A release as lists of many show it. */
export interface ListedRelease {
  version: string;
  /** What `Inspection.listed` said of it; null where nobody has said anything yet. */
  listed: Readonly<Record<string, unknown>> | null;
}

/** What yank, unyank and their kin do to one release. */
export type ReleaseChange = 'yank' | 'unyank' | 'unlist' | 'relist';

/**
 * What an ecosystem's routes may do, already bound to that ecosystem. Every read applies the visibility
 * rule; hidden and missing are both `not_found`.
 */
export interface RouteContext {
  readonly baseUrl: string;
  /** Whatever a route threw as the one error type, the same on every surface: e.g. an outage is `not_ready`. */
  toDomainError(error: unknown): DomainError;
  /** The mount this request came through; on `/r/:repository` checks that the caller may know it. @throws `unauthenticated` */
  mount(caller: Caller): Promise<Mount>;
  /**
   * Resolves a credential the ecosystem found in its own headers; undefined is anonymous. Exchanged tokens are
   * refused unless the route publishes. @throws `unauthenticated`, `invalid_credentials`, `token_expired`, `token_revoked`, `forbidden`
   */
  authenticate(
    request: FastifyRequest,
    credential: string | undefined,
    options?: { acceptsExchanged?: boolean },
  ): Promise<Caller>;
  /** For requests that carry no credential of the registry's: a password, the identity of a build. */
  anonymous(request: FastifyRequest): Caller;
  /** Trades the identity of a build for a short-lived token that publishes. @throws `invalid_credentials`, `token_expired`, `forbidden`, `not_ready` */
  exchange(caller: Caller, command: ExchangeCommand): Promise<ExchangedToken>;
  /** Revokes the exchanged token that carries the request. @throws `forbidden` for other credentials */
  revokeOwn(caller: KnownCaller): Promise<void>;
  /** Streams to staging while hashing. @throws `too_large` beyond `maxBytes`, nothing stays behind */
  receive(body: Readable | Buffer, maxBytes: number): Promise<StagedUpload>;
  /** Reads a received upload again, e.g. for a peek at its manifest. */
  withUpload<T>(upload: StagedUpload, use: (path: string) => Promise<T>): Promise<T>;
  readonly bodies: Bodies;
  /** Throws away an upload that will not be published. */
  discard(upload: StagedUpload): Promise<void>;
  /** Runs the durable workflow and waits for its receipt up to the deadline. @throws DomainError when refused */
  publish(command: PublishCommand): Promise<Receipt>;
  /**
   * One more file of a visible release, e.g. its symbols: checked as a publish would, then visible at once. Equal bytes
   * twice are one file. @throws `not_found`, `forbidden`, `digest_conflict`, and DomainError when refused
   */
  publishFile(command: PublishCommand): Promise<{ status: 'published' | 'pending' }>;
  /** Releases whose files come one by one and are published together. */
  readonly drafts: Drafts;
  readonly staged: StagedReleases;
  readonly stagedFiles: StagedFiles;
  readonly stageGroups: StageGroups;
  /**
   * Answers a stored document (200, 304, HEAD, gzip) or throws `not_found`. `isFresh`: no cache was or will be in
   * between, for those who are about to change it.
   */
  sendDocument(
    caller: Caller,
    reply: FastifyReply,
    path: string,
    options?: { isFresh: boolean },
  ): Promise<FastifyReply>;
  /**
   * Answers one of the ecosystem's `wideDocuments`: under the shared mount that of the registry, under a repository's
   * that of the repository, for whoever may read it. The rest that a client lacks is asked for with `Range`. One that
   * nobody has written to is only its head.
   */
  sendWideDocument(caller: Caller, reply: FastifyReply, path: string): Promise<FastifyReply>;
  /** A readable release by name and version in any spelling. @throws `not_found` */
  getRelease(caller: Caller, name: string, version: string): Promise<FoundRelease>;
  /**
   * A package with its readable releases, publish order. `metadata` names the members of their metadata that are
   * looked at: there are no others, no file but the first, and no signatures. @throws `not_found`
   */
  getPackage(
    caller: Caller,
    name: string,
    options: { metadata: readonly string[] },
  ): Promise<{ package: Package; releases: Release[] }>;
  /** Streams an artifact (200, 206, 304, HEAD) with digest and caching headers; counts a download unless told not to. */
  sendArtifact(
    reply: FastifyReply,
    found: FoundRelease,
    artifact: Artifact,
    options?: { isDownload?: boolean },
  ): Promise<FastifyReply>;
  /** One lookup for the hot path: the file of a readable release. Keys must be canonical. @throws `not_found` */
  sendFile(
    caller: Caller,
    reply: FastifyReply,
    file: {
      nameKey: string;
      versionKey: string;
      filename: string;
      isDownload: boolean;
      /** What the protocol knows the bytes by, instead of their plain digest. */
      etag?: string;
      /** The address may stand for another file tomorrow: whoever kept it has to ask again. */
      isMovable?: boolean;
    },
  ): Promise<FastifyReply>;
  /** One transaction: flag, documents, audit; then search. Idempotent. @throws `not_found`, `forbidden`, `insufficient_scope` */
  changeRelease(caller: Caller, name: string, version: string, change: ReleaseChange): Promise<void>;
  search(caller: Caller, query: SearchQuery): Promise<{ total: number; hits: readonly SearchHit[] }>;
  /** People who may publish, with a number that fits u32. @throws `not_found` */
  listOwners(
    caller: Caller,
    name: string,
  ): Promise<{ number: number; username: string; displayName: string | null }[]>;
  /** @throws `not_found` naming the first login that does not exist */
  requireUsers(usernames: string[]): Promise<void>;
  /**
   * Open advisories about any of these packages (lookup keys), whether they are here or not: what was imported
   * is known to everybody. `affected` names the other packages of an advisory as well.
   */
  advisories(names: readonly string[]): Promise<readonly Advisory[]>;
  /** Which of these lookup keys are packages here that the caller may not read: for silence, never for an answer. */
  listHidden(actor: Actor, names: readonly string[]): Promise<ReadonlySet<string>>;
  readonly advisoryFeed: AdvisoryFeed;
  readonly tags: PackageTags;
  readonly parts: PackageParts;
  readonly accounts: Accounts;
  readonly publishers: TrustedPublishers;
  /** What attestations of builds are checked against, JSON of Sigstore's trusted root; null is the public one. */
  readonly sigstoreTrustedRoot: string | null;
  /**
   * One transaction: releases to `deleted`, their tags, documents, audit; the package's page goes with its last
   * release. Ours are never reused unless the ecosystem says so. @throws `not_found`, `forbidden`,
   * `insufficient_scope`, `policy_violation` against the rule
   */
  deleteReleases(
    caller: Caller,
    name: string,
    versions: readonly string[],
    rule: DeletionRule,
  ): Promise<void>;
  /** One transaction; null clears. Equal to what is there: nothing changes. @throws `not_found`, `forbidden`, `insufficient_scope` */
  deprecate(caller: Caller, name: string, messages: ReadonlyMap<string, string | null>): Promise<void>;
  /** @throws `not_found`, `forbidden`, `insufficient_scope`, `visibility_too_broad` */
  setVisibility(caller: Caller, name: string, visibility: 'public' | 'private'): Promise<void>;
  /**
   * Who may publish beside the owner, replaced as a whole; the owner always stays. @throws `not_found` for the
   * package or naming the first login that does not exist, `forbidden`, `insufficient_scope`
   */
  setMaintainers(caller: Caller, name: string, usernames: readonly string[]): Promise<void>;
  /** Packages the caller may read, by name in byte order. */
  listPackages(
    caller: Caller,
    page: { after?: string; limit: number },
  ): Promise<{ packages: readonly ListedPackage[]; hasMore: boolean }>;
  /** Readable releases about a version of the package, newest first; the version need not exist. */
  listAbout(
    caller: Caller,
    name: string,
    subject: string,
    page: { offset: number; limit: number },
  ): Promise<readonly ListedRelease[]>;
  /** The readable ones among these versions, in no order. */
  listVersions(caller: Caller, name: string, versions: readonly string[]): Promise<readonly ListedRelease[]>;
  /**
   * JSON of one member of the metadata, by version, of the readable ones among these. Members may be large: ask for
   * no more than an answer can hold.
   */
  readMember(
    caller: Caller,
    name: string,
    wanted: { versions: readonly string[]; member: string },
  ): Promise<ReadonlyMap<string, string>>;
  /** Of a list in the metadata of a readable release, one text member of each entry, each once. */
  listEntries(
    caller: Caller,
    name: string,
    wanted: { version: string; list: string; member: string; offset: number; limit: number },
  ): Promise<readonly string[]>;
  /**
   * Whether the caller may read, publish or delete under a name. One that is not taken yet is, in all three, for those
   * who may take it. For protocols that grant rights before they are used.
   */
  permissions(
    caller: Caller,
    name: string,
  ): Promise<{ exists: boolean; read: boolean; publish: boolean; delete: boolean }>;
  /** Short-lived tokens of the protocol's own: who it is and what the ecosystem says it may do. */
  readonly protocolTokens: {
    /** Revoked with the credential of `actor`. */
    issue(actor: Actor, claims: Record<string, unknown>, seconds: number): Promise<string>;
    /** Undefined for anything that was not issued for this ecosystem. @throws `token_expired`, `token_revoked` */
    open(
      request: FastifyRequest,
      token: string,
    ): Promise<{ caller: Caller; claims: Record<string, unknown> } | undefined>;
  };
  /** Public halves of the keys that sign releases, the current one first. */
  listSigningKeys(): Promise<readonly { keyId: string; publicKey: string; expiresAt: Date | null }[]>;
}
