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
  /** Whether it names a local build of another version, as `1.0+cpu` does. Default: versions have no such part. */
  isLocal(version: string): boolean;
}

/** What names claim to belong to, e.g. a scope. */
export interface Namespaces {
  /** Of a name, longest first: the first that is owned decides. */
  of(canonical: string): readonly string[];
  /** What names in that namespace begin with, each up to and with a separator. */
  prefixes(namespace: string): readonly string[];
  /** Why no user can have the namespace for themselves, as a sentence. Default: null, it can be claimed. */
  shared(namespace: string): string | null;
  /** What a first publish claims at most; an instance may ask for more. Default: `on-publish`. */
  readonly claims: ClaimPolicy;
  /** Internet domains that a namespace is named after: the holder of one of them may prove it. Default: none. */
  domains(namespace: string): readonly string[];
}

/** What {@link Traits.nativeMessage} is about. */
export interface WebhookInput {
  package: Package;
  release: Release;
  /** Ever, by version key. */
  downloads: ReadonlyMap<string, number>;
  /** Where clients find the package. */
  mountUrl: string;
  baseUrl: string;
  /** What the receiver knows the sender by. */
  secret: string;
}

export interface NativeMessage {
  headers: Record<string, string>;
  /** JSON. */
  body: string;
}

/**
 * In what a protocol can differ from most others. Each member has a default in `defaultTraits`: an ecosystem writes those
 * in which it differs.
 */
export interface Traits {
  /** Type of its package URLs. Default: the id. */
  readonly purlType: string;
  /** How the OSV schema calls the ecosystem. Default: null, it has no advisories. */
  readonly osvName: string | null;
  /**
   * For clients that drop the mount: everything below these paths at the host's root belongs to the ecosystem, errors
   * included; with a leading slash. Default: none.
   */
  readonly rootPrefixes: readonly string[];
  /** Default: names claim nothing. */
  readonly namespaces: Namespaces;
  /**
   * Whether the management API may tag a release so. Where clients ask by tag or range, a tag is no range of versions.
   * Default: what every protocol with tags takes for one.
   */
  isTagName(tag: string): boolean;
  /** What one of several files of a release is for, e.g. a platform, in the protocol's own words. Default: null, its kind says all. */
  fileFor(filename: string): string | null;
  /** Whether sending the file is a download of its release, e.g. of a wheel and not of what is kept beside it. Default: any file is. */
  isDownload(filename: string): boolean;
  /** How a release refers to files that are uploaded on their own, before it. Default: null, none does. */
  readonly parts: PartsFormat | null;
  /**
   * Whether one more file can be in a release beside those that are there, independent of its bytes: asked under a lock
   * that keeps others from adding one. Default: any file can. @throws DomainError `duplicate`, `policy_violation`
   */
  assertFits(filename: string, taken: readonly string[]): void;
  /**
   * What a change of a package knows of its releases: of every one the flags and times, with or without what
   * `Inspection.listed` said of it; or, where reads page through rows instead of documents, both of
   * the newest ten and of the one tagged `latest`: only lists and the search depend on other tags there.
   * Default: every release.
   */
  readonly rendersFrom: 'every release' | 'every listed release' | 'newest releases';
  /** Whether a version may come again after people saw it and it was deleted. Default: it is reserved, as caches keep files. */
  readonly deletedVersions: 'reserved' | 'free';
  /** While its package is one of these, the protocol takes no more files of it; see `Package.isArchived`, `Package.isWithheld`. Default: neither. */
  readonly closedWhile: readonly ('archived' | 'withheld')[];
  /** Whether a policy may bound for how long files follow the first one of a release; see `Policy.upload_window_days`. Default: at any time. */
  readonly laterFiles: 'as policies say' | 'at any time';
  /**
   * The address of the same package in another index, as this index repeats it to clients. Default: null, the protocol
   * names no others. @throws DomainError `validation_failed` for a text that is no such address
   */
  readonly otherIndex: ((url: string, nameKey: string) => string) | null;
  /**
   * What a release made of a tag of the git repository at that address says beside its files. Default: null, releases
   * are not made of tags.
   */
  readonly ofGit: ((url: string) => Record<string, unknown>) | null;
  /** What the registry signs when the release is published. Default: null, clients check no signatures. */
  readonly signedText: ((release: Release, pkg: Package) => string) | null;
  /** What a webhook says of a release that became visible, where it was made through the protocol's own API. Default: null, there is none. */
  readonly nativeMessage: ((told: WebhookInput) => NativeMessage) | null;
  /** Default: none. */
  readonly wideDocuments: readonly WideDocument[];
  /** What `ecosystem_metadata` of a release says on the management API beside what its files said. Default: nothing. */
  releaseDetails(release: Pick<Release, 'isYanked'>): Record<string, unknown>;
  /**
   * What a release's own metadata (`Publication.metadata`) says of its size and of what it brings along; nothing where it
   * is not understood. Default: nothing.
   */
  bundle(metadata: unknown): BundleHints;
  /** What a release's own metadata says of the format of its README. Default: Markdown. */
  readmeType(metadata: unknown): 'markdown' | 'text';
}
