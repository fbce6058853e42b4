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

/** The namespaces of names, e.g. a scope. */
export interface Namespaces {
  /** The namespaces of a name, longest first: the first that is owned decides. */
  of(canonical: string): readonly string[];
  /** The prefixes of names in that namespace, each up to and with a separator. */
  prefixes(namespace: string): readonly string[];
  /** Why no user can have the namespace for themselves, as a sentence. Default: null, it can be claimed. */
  shared(namespace: string): string | null;
  /** The most that a first publish claims; an instance may be stricter. Default: `on-publish`. */
  readonly claims: ClaimPolicy;
  /** Internet domains that a namespace is named after: the holder of one of them may prove it. Default: none. */
  domains(namespace: string): readonly string[];
}

/** The input of {@link Traits.nativeMessage}. */
export interface WebhookInput {
  package: Package;
  release: Release;
  /** Ever, by version key. */
  downloads: ReadonlyMap<string, number>;
  /** Where clients find the package. */
  mountUrl: string;
  baseUrl: string;
  /** The secret that receivers know the sender by. */
  secret: string;
}

export interface NativeMessage {
  headers: Record<string, string>;
  /** JSON. */
  body: string;
}

/** What a file is for, in the protocol's own words. */
export interface FileTarget {
  /** What several files have in common, e.g. the version of an interpreter. */
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
 * The members in which a protocol can differ from most others. Each has a default in `defaultTraits`: an ecosystem writes those
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
   * Default: the common rule of every protocol with tags.
   */
  isTagName(tag: string): boolean;
  /** The target of one of several files of a release. Default: null, its kind is enough. */
  fileFor(filename: string): FileTarget | null;
  /**
   * Releases that are this one for other platforms, with the release itself where it is one of them. `versionKeys`: those of
   * the package that the reader sees. Default: null, a release is for every platform that it has files for.
   */
  readonly variants:
    | ((
        release: Pick<Release, 'versionKey' | 'metadata'>,
        versionKeys: readonly string[],
      ) => readonly Variant[])
    | null;
  /** Whether sending the file is a download of its release, e.g. of a wheel and not of the documents beside it. Default: any file is. */
  isDownload(filename: string): boolean;
  /** How a release refers to files that are uploaded on their own, before it. Default: null, none does. */
  readonly parts: PartsFormat | null;
  /**
   * Whether a file can be added to a release beside its existing ones, independent of its bytes: called under a lock
   * that keeps others from adding one. Default: any file can. @throws DomainError `duplicate`, `policy_violation`
   */
  assertFits(filename: string, taken: readonly string[]): void;
  /**
   * The facts of releases that a change of a package loads: of every one the flags and times, with or without
   * `Inspection.listed`; or, where reads page through rows instead of documents, both of
   * the newest ten and of the one tagged `latest`: only lists and the search depend on other tags there.
   * Default: every release.
   */
  readonly rendersFrom: 'every release' | 'every listed release' | 'newest releases';
  /** Whether a deleted version that was visible may be published again. Default: it is reserved, as caches keep files. */
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
   * The metadata of a release made of a tag of the git repository at that address, beside its files. Default: null, releases
   * are not made of tags.
   */
  readonly ofGit: ((url: string) => Record<string, unknown>) | null;
  /** The text that the registry signs when the release is published. Default: null, clients check no signatures. */
  readonly signedText: ((release: Release, pkg: Package) => string) | null;
  /** The message of a webhook about a release that became visible, where it was made through the protocol's own API. Default: null, there is none. */
  readonly nativeMessage: ((input: WebhookInput) => NativeMessage) | null;
  /** Default: none. */
  readonly wideDocuments: readonly WideDocument[];
  /** Members of `ecosystem_metadata` of a release on the management API beside those of its files. Default: none. */
  releaseDetails(release: Pick<Release, 'isYanked'>): Record<string, unknown>;
  /**
   * The size and dependencies in a release's own metadata (`Publication.metadata`); empty where it
   * is not understood. Default: nothing.
   */
  bundle(metadata: unknown): BundleHints;
  /**
   * The versions of languages and programs, and the platforms, that a release asks for in its own metadata, by the protocol's words
   * for them: facts for people. Default: none.
   */
  requirements(metadata: unknown): Readonly<Record<string, string>>;
  /** The format of the README by a release's own metadata. Default: Markdown. */
  readmeType(metadata: unknown): 'markdown' | 'text';
}
