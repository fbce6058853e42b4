import type { Clients } from './clients/client.ts';
import type { EcosystemId } from '../domain/ecosystem-id.ts';
import type { DomainError } from '../domain/errors.ts';
import type { Limits } from '../domain/limits.ts';
import type { Package } from '../domain/package.ts';
import type { Inspection } from '../domain/publication.ts';
import type { ReleaseSummary } from '../domain/release.ts';
import type { InspectionTrust } from '../domain/file-proof.ts';
import type { FileFacts, OpenedFile } from '../domain/release-file.ts';
import type { Visibility } from '../domain/visibility.ts';
import type { PackageDocuments } from './package-documents.ts';
import type { BlobReference } from './parts-format.ts';
import type { RenderInput } from './render-input.ts';
import type { Names, Traits, Versions } from './traits.ts';

/** The entry of the search projection: filters and a ready-made hit, so that a search never joins. */
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

/** How removal verbs read on this ecosystem's wire; `null` where the protocol has no such verb. */
export interface Removal {
  yank: string | null;
  unyank: string | null;
  delete: string | null;
}

export type Provenance = { kind: 'none'; reason: string } | { kind: 'attestation'; format: string };

/**
 * The required members of every ecosystem: no member has a default, so that none is decided by accident. Shared code never asks which
 * ecosystem it has; a new question becomes a member here if most protocols answer it, else one of {@link Traits}.
 */
export interface Essentials {
  readonly id: EcosystemId;
  readonly title: string;
  readonly names: Pick<Names, 'canonical'> & Partial<Names>;
  readonly versions: Omit<Versions, 'isLocal'> & Partial<Versions>;
  /** The facts of the declared file: a release has one or more. @throws DomainError `bad_request` for a file that no release can have */
  file(declared: Declared): FileFacts;
  /**
   * The uploader's declaration beside the bytes must agree with their content. All files of a release that becomes
   * visible, in order of their names; of one that joins a visible release, that file alone. Signatures in it are checked
   * against `trust`, which has the signed file of a release that is visible. @throws DomainError `invalid_archive`, `manifest_mismatch`, `invalid_name`, `invalid_version`
   */
  inspect(files: readonly OpenedFile[], declared: Declared, trust?: InspectionTrust): Promise<Inspection>;
  /** The version people should get by default among readable releases, or null. */
  latest(releases: readonly ReleaseSummary[], tags: ReadonlyMap<string, string>): string | null;
  /** Version keys of the few whose metadata the package's own texts and its search entry show. */
  featured(releases: readonly ReleaseSummary[], tags: ReadonlyMap<string, string>): string[];
  readonly documents: PackageDocuments;
  searchEntry(input: RenderInput): SearchEntry;
  /** `details` of `ecosystem_metadata` on the management API. */
  details(pkg: Package): Record<string, unknown>;
  /** `url`: of the request, for protocols whose errors have more than one form. */
  problem(error: DomainError, baseUrl: string, url: string): NativeProblem;
  readonly removal: Removal;
  readonly provenance: Provenance;
  snippets(name: string, version: string, baseUrl: string): Snippets;
  /** How much its clients may send and its files may contain, where that is no shared limit. */
  readonly limits: Limits;
}

/**
 * A package protocol as shared code sees it, made by `defineFormat`: pure, and all that scanners and workers load.
 */
export interface Format extends Essentials, Traits {
  /** Path prefix: a slash and the id. */
  readonly mount: string;
  readonly names: Names;
  readonly versions: Versions;
  /** How its clients are configured, loaded when it is asked for. Absent where curl is enough. */
  clients?(): Promise<Clients>;
}

/** The formats that are served. */
export interface Formats {
  readonly all: readonly Format[];
  /** @throws DomainError `not_found` for one that is not served */
  get(id: EcosystemId): Format;
}

/** The declaration of the publish request, before anything was opened. */
export interface Declared {
  name: string;
  version: string;
  /** The protocol's own declaration (crate metadata JSON); empty where the archive alone has it. */
  metadata: Record<string, unknown>;
  /** Which file of the release it is, as the protocol names it; absent where a release is one file. */
  file?: string;
  /** Movable names that will point to this version once it is visible. */
  tags?: readonly string[];
  /** Parts uploaded before, without which the release is not complete. */
  blobs?: readonly BlobReference[];
  /** Version of the same package that this release is about, e.g. an image it signs; it need not exist. */
  subject?: string;
  /** The visibility of a new package; an existing one keeps its own. */
  visibility?: Extract<Visibility, 'public' | 'private'>;
}
