import type { BundleHints } from '../domain/bundle-analysis.ts';
import type { EcosystemId } from '../domain/ecosystem-id.ts';
import type { DomainError } from '../domain/errors.ts';
import type { ClaimPolicy } from '../domain/namespace.ts';
import type { Package } from '../domain/package.ts';
import type { Inspection } from '../domain/publication.ts';
import type { Release, ReleaseSummary } from '../domain/release.ts';
import type { InspectionTrust } from '../domain/file-proof.ts';
import type { FileFacts, OpenedFile } from '../domain/release-file.ts';
import type { Visibility } from '../domain/visibility.ts';
import type { PackageDocuments } from './package-documents.ts';
import type { BlobReference, PartsFormat } from './parts-format.ts';
import type { RenderInput } from './render-input.ts';
import type { WideDocument } from './wide-documents.ts';

/** What the search projection stores: filters and a ready-made hit, so that a search never joins. */
export interface SearchEntry {
  /** Tokens a search can require, e.g. `stable`; the ecosystem alone knows their meaning. */
  facets: string[];
  /** Field values for `field:value` queries, lower case. */
  fields: Record<string, string[]>;
  /** The ecosystem's own hit(s). */
  payload: Record<string, unknown>;
}

export interface NativeProblem {
  status: number;
  headers: Record<string, string>;
  body: string | object;
}

export interface Snippets {
  configure: string;
  install: string;
  publish: string;
}

/** What {@link Format.nativeMessage} is about. */
export interface NativeTold {
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

/** How removal verbs read on this ecosystem's wire; `null` where the protocol has no such verb. */
export interface Removal {
  yank: string | null;
  unyank: string | null;
  delete: string | null;
}

export type Provenance = { kind: 'none'; reason: string } | { kind: 'attestation'; format: string };

/**
 * What the platform needs to know about a package protocol to check, keep and show packages: pure, and all that
 * scanners and workers load. Shared code never asks which ecosystem it has; a new question becomes a required
 * member here.
 */
export interface Format {
  readonly id: EcosystemId;
  readonly title: string;
  readonly purlType: string;
  /** Path prefix with a leading slash. */
  readonly mount: string;
  /**
   * For clients that drop the mount: everything below these paths at the host's root belongs to the ecosystem, errors
   * included; with a leading slash. Empty for most.
   */
  readonly rootPrefixes: readonly string[];
  readonly names: {
    /** Lookup key; idempotent. @throws DomainError `invalid_name` or `name_reserved` */
    canonical(raw: string): string;
    /** Whether a publish may spell an existing package's name differently (both have the same key). */
    mayRespell(existing: string, raw: string): boolean;
    /** What a name claims to belong to, e.g. a scope, longest first: the first that is owned decides. None where names claim nothing. */
    namespaces(canonical: string): readonly string[];
    /** What names in that namespace begin with, each up to and with a separator; none where names claim nothing. */
    namespacePrefixes(namespace: string): readonly string[];
    /** Why no one can have the namespace for themselves, as a sentence; null where it can be claimed. */
    shared(namespace: string): string | null;
    /** What a first publish claims at most; an instance may ask for more. */
    readonly claims: ClaimPolicy;
    /** Internet domains that a namespace is named after: who holds one of them may prove it. None where names say nothing of domains. */
    domains(namespace: string): readonly string[];
  };
  readonly versions: {
    /** Uniqueness key; idempotent. @throws DomainError `invalid_version` */
    canonical(raw: string): string;
    /** Total order of version keys: negative when `a` is older. */
    compare(a: string, b: string): number;
    isStable(version: string): boolean;
    /** Whether it names somebody's own build of another version, as `1.0+cpu` does; false where versions have no such part. */
    isLocal(version: string): boolean;
  };
  /** Whether the management API may tag a release so. Where clients ask by tag or range, a tag is no range of versions. */
  isTagName(tag: string): boolean;
  /** How a release refers to files that are uploaded on their own, before it; null where none does. */
  readonly parts: PartsFormat | null;
  /** What the declared file is: a release has one or more. @throws DomainError `bad_request` for a file that no release can have */
  file(declared: Declared): FileFacts;
  /**
   * Whether one more file can stand in a release beside those that are there, whatever is in it: asked while nobody else
   * can add one. @throws DomainError `duplicate`, `policy_violation`
   */
  assertFits(filename: string, taken: readonly string[]): void;
  /**
   * What the uploader declared beside the bytes must agree with what is inside. All files of a release that becomes
   * visible, in order of their names; of one that joins a visible release, that file alone. Signatures in it are checked
   * against `trust`, which has the signed file of a release that is visible. @throws DomainError `invalid_archive`, `manifest_mismatch`, `invalid_name`, `invalid_version`
   */
  inspect(files: readonly OpenedFile[], declared: Declared, trust?: InspectionTrust): Promise<Inspection>;
  /** The version people should get by default among readable releases, or null. */
  latest(releases: readonly ReleaseSummary[], tags: ReadonlyMap<string, string>): string | null;
  /** Version keys of the few whose metadata the package's own texts and its search entry show. */
  featured(releases: readonly ReleaseSummary[], tags: ReadonlyMap<string, string>): string[];
  /**
   * What a change of a package knows of its releases: of every one the flags and times, with or without what
   * `Inspection.listed` said of it; or, where reads page through rows instead of documents, both of
   * the newest ten and of the one tagged `latest`: nothing but lists and the search depends on other tags there.
   */
  readonly rendersFrom: 'every release' | 'every listed release' | 'newest releases';
  /** Whether a version may come again after people saw it and it was deleted. */
  readonly deletedVersions: 'reserved' | 'free';
  /** While its package is one of these, the protocol takes no more files of it; see `Package.isArchived`, `Package.isWithheld`. */
  readonly closedWhile: readonly ('archived' | 'withheld')[];
  /** Whether a policy may bound for how long files follow the first one of a release; see `Policy.upload_window_days`. */
  readonly laterFiles: 'as policies say' | 'at any time';
  /**
   * The address of the same package in another index, as this index repeats it to clients. Null where the protocol says
   * nothing of others. @throws DomainError `validation_failed` for what is no such address
   */
  readonly otherIndex: ((url: string, nameKey: string) => string) | null;
  /** What the registry signs when the release is published, or null where clients check no signatures. */
  signedText(release: Release, pkg: Package): string | null;
  /** What a webhook says of a release that became visible, where it was made through the protocol's own API; null: there is none. */
  readonly nativeMessage: ((told: NativeTold) => NativeMessage) | null;
  readonly documents: PackageDocuments;
  readonly wideDocuments: readonly WideDocument[];
  searchEntry(input: RenderInput): SearchEntry;
  /** `details` of `ecosystem_metadata` on the management API. */
  details(pkg: Package): Record<string, unknown>;
  /** What `ecosystem_metadata` of a release says on the management API beside what its files said; nothing in most. */
  releaseDetails(release: Pick<Release, 'isYanked'>): Record<string, unknown>;
  /** What a release's own metadata (`Publication.metadata`) says of its size and of what it brings along; nothing where it is not understood. */
  bundle(metadata: unknown): BundleHints;
  /** `url`: of the request, for protocols whose errors have more than one form. */
  problem(error: DomainError, baseUrl: string, url: string): NativeProblem;
  readonly removal: Removal;
  readonly provenance: Provenance;
  snippets(name: string, version: string, baseUrl: string): Snippets;
}

/** The formats that are served. */
export interface Formats {
  readonly all: readonly Format[];
  /** @throws DomainError `not_found` for one that is not served */
  get(id: EcosystemId): Format;
}

/** What the publish request said, before anything was opened. */
export interface Declared {
  name: string;
  version: string;
  /** The protocol's own declaration (crate metadata JSON); empty where the archive alone speaks. */
  metadata: Record<string, unknown>;
  /** Which file of the release it is, as the protocol names it; absent where a release is one file. */
  file?: string;
  /** Movable names that will stand for this version once it is visible. */
  tags?: readonly string[];
  /** Parts uploaded before, without which the release is not complete. */
  blobs?: readonly BlobReference[];
  /** Version of the same package that this release is about, e.g. an image it signs; it need not exist. */
  subject?: string;
  /** What a new package shall be; an existing one keeps what it is. */
  visibility?: Extract<Visibility, 'public' | 'private'>;
}
