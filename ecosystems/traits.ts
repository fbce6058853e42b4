import type { BundleHints } from '../domain/bundle-analysis.ts';
import type { ClaimPolicy } from '../domain/namespace.ts';
import type { Package } from '../domain/package.ts';
import type { Release } from '../domain/release.ts';
import type { PartsFormat } from './parts-format.ts';
import type { WideDocument } from './repository-indexes.ts';

export interface Names {
  /** Lookup key; idempotent. @throws DomainError `invalid_name` or `name_reserved` */
  canonical(raw: string): string;
  /** Whether a publish may spell an existing package's name differently (both have the same key). Default: it may not. */
  mayRespell(existing: string, raw: string): boolean;
}

export interface Versions {
  /** Uniqueness key; idempotent. @throws DomainError `invalid_version` */
  canonical(raw: string): string;
  /** Total order of version keys: negative when `a` is older. */
  compare(a: string, b: string): number;
  isStable(version: string): boolean;
  /** Whether the version is a local build of another one, e.g. `1.0+cpu`. Default: never. */
  isLocal(version: string): boolean;
}

/** The namespaces of names, e.g. a scope. */
export interface Namespaces {
  /** The namespaces of a name, longest first: the first that is owned decides. */
  of(canonical: string): readonly string[];
  /** The prefixes of names in that namespace, each with its separator at the end. */
  prefixes(namespace: string): readonly string[];
  /** A sentence that says why no user can claim the namespace. Default: null, a user can claim it. */
  shared(namespace: string): string | null;
  /** The most that a first publish claims; an instance may be stricter. Default: `on-publish`. */
  readonly claims: ClaimPolicy;
  /** Internet domains that the namespace is named after: the holder of a domain may prove it. Default: none. */
  domains(namespace: string): readonly string[];
}

/** The input of {@link Traits.nativeMessage}. */
export interface WebhookInput {
  package: Package;
  release: Release;
  /** All downloads since publication, by version key. */
  downloads: ReadonlyMap<string, number>;
  /** URL of the mount where clients find the package. */
  mountUrl: string;
  baseUrl: string;
  /** The secret by which receivers recognise the sender. */
  secret: string;
}

export interface NativeMessage {
  headers: Record<string, string>;
  /** JSON. */
  body: string;
}

/** What a file is for, in the protocol's own words. */
export interface FileTarget {
  /** A property that several files share, e.g. the version of an interpreter. */
  group: string;
  platform: string;
}

/** A release for one platform. */
export interface Variant {
  versionKey: string;
  /** In the protocol's own words. */
  platform: string;
}

/**
 * The members in which a protocol can differ from most others. Each has a default in `defaultTraits`: an ecosystem
 * writes only the members in which it differs.
 */
export interface Traits {
  /** Type of its package URLs. Default: the id. */
  readonly purlType: string;
  /** The ecosystem's name in the OSV schema. Default: null, it has no advisories. */
  readonly osvName: string | null;
  /**
   * For clients that drop the mount: everything below these paths at the host's root belongs to the ecosystem, errors
   * included; with a leading slash. Default: none.
   */
  readonly rootPrefixes: readonly string[];
  /** Default: names claim nothing. */
  readonly namespaces: Namespaces;
  /**
   * Whether the management API may set this tag. Where clients request a tag or a range, a tag must not be a range.
   * Default: the common rule of every protocol with tags.
   */
  isTagName(tag: string): boolean;
  /** The target of a file in a release with several files. Default: null, the file's kind is enough. */
  fileFor(filename: string): FileTarget | null;
  /**
   * The variants of the release for other platforms, including the release itself if it is a variant. `versionKeys`:
   * the package's versions that the reader sees. Default: null, a release is for every platform that it has files for.
   */
  readonly variants:
    | ((
        release: Pick<Release, 'versionKey' | 'metadata'>,
        versionKeys: readonly string[],
      ) => readonly Variant[])
    | null;
  /** Whether sending the file is a download of its release: of a wheel, not of the file beside it. Default: true. */
  isDownload(filename: string): boolean;
  /** How a release refers to files that were uploaded separately before it. Default: null, no such files. */
  readonly parts: PartsFormat | null;
  /**
   * Checks that a release with the files `taken` can get this file, by its name alone. Called under a lock that
   * excludes other additions. Default: any file fits. @throws DomainError `duplicate`, `policy_violation`
   */
  assertFits(filename: string, taken: readonly string[]): void;
  /**
   * The releases and facts that a change of a package loads. `every release`: flags and times. `every listed release`:
   * also `Inspection.listed`. `newest releases`, where reads page through rows instead of documents: both, of the
   * newest ten and of the release tagged `latest`; only lists and the search depend on other tags there.
   * Default: every release.
   */
  readonly rendersFrom: 'every release' | 'every listed release' | 'newest releases';
  /** Whether a deleted version that was visible may be published again. Default: it is reserved, as caches keep files. */
  readonly deletedVersions: 'reserved' | 'free';
  /** Package states that refuse further files; see `Package.isArchived`, `Package.isWithheld`. Default: neither. */
  readonly closedWhile: readonly ('archived' | 'withheld')[];
  /** Whether a policy may limit the time for later files of a release: `Policy.upload_window_days`. Default: no. */
  readonly laterFiles: 'as policies say' | 'at any time';
  /**
   * The URL of the same package in another index, in the form that this index sends to clients. Default: null, the
   * protocol names no other index. @throws DomainError `validation_failed` for an invalid URL
   */
  readonly otherIndex: ((url: string, nameKey: string) => string) | null;
  /**
   * The metadata of a release that is made from a tag of the git repository at `url`, beside its files. Default: null,
   * releases are not made from tags.
   */
  readonly ofGit: ((url: string) => Record<string, unknown>) | null;
  /** The text that the registry signs when the release is published. Default: null, clients check no signatures. */
  readonly signedText: ((release: Release, pkg: Package) => string) | null;
  /** The message about a newly visible release for webhooks of the protocol's own API. Default: null. */
  readonly nativeMessage: ((input: WebhookInput) => NativeMessage) | null;
  /** Default: none. */
  readonly wideDocuments: readonly WideDocument[];
  /** Members of `ecosystem_metadata` of a release on the management API beside those of its files. Default: none. */
  releaseDetails(release: Pick<Release, 'isYanked'>): Record<string, unknown>;
  /**
   * The size and dependencies in a release's own metadata (`Publication.metadata`); empty for metadata of an unknown
   * form. Default: empty.
   */
  bundle(metadata: unknown): BundleHints;
  /**
   * The versions of languages and programs, and the platforms, that a release requires by its own metadata. Keys: the
   * protocol's names for them. Only shown to people. Default: none.
   */
  requirements(metadata: unknown): Readonly<Record<string, string>>;
  /** The format of the README according to the release's own metadata. Default: Markdown. */
  readmeType(metadata: unknown): 'markdown' | 'text';
}
