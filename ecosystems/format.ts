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
 * The required members of every ecosystem. No member has a default, so that no decision is made by accident. Shared
 * code never checks which ecosystem it has; a new question becomes a member here if most protocols answer it, else a
 * member of {@link Traits}.
 */
export interface Essentials {
  readonly id: EcosystemId;
  readonly title: string;
  readonly names: Pick<Names, 'canonical'> & Partial<Names>;
  readonly versions: Omit<Versions, 'isLocal'> & Partial<Versions>;
  /** The facts of the declared file. @throws DomainError `bad_request` for a file that no release can have */
  file(declared: Declared): FileFacts;
  /**
   * Reads the files and checks that the uploader's declaration agrees with their content. `files`: all files of a
   * release that becomes visible, in order of their names; only the new file, if it joins a visible release.
   * Signatures are checked against `trust`, which has the signed file of a visible release.
   * @throws DomainError `invalid_archive`, `manifest_mismatch`, `invalid_name`, `invalid_version`
   */
  inspect(files: readonly OpenedFile[], declared: Declared, trust?: InspectionTrust): Promise<Inspection>;
  /** The version people should get by default among readable releases, or null. */
  latest(releases: readonly ReleaseSummary[], tags: ReadonlyMap<string, string>): string | null;
  /** Keys of the few versions whose metadata the package's documents and its search entry show. */
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
  /** The ecosystem's own limits of requests and files, beside the shared limits. */
  readonly limits: Limits;
}

/** A package protocol as shared code sees it, made by `defineFormat`: pure; scanners and workers load only this. */
export interface Format extends Essentials, Traits {
  /** Path prefix: a slash and the id. */
  readonly mount: string;
  readonly names: Names;
  readonly versions: Versions;
  /** Loads the configurations of the ecosystem's clients. Absent where curl is enough. */
  clients?(): Promise<Clients>;
}

/** The formats that are served. */
export interface Formats {
  readonly all: readonly Format[];
  /** @throws DomainError `not_found` for an ecosystem that is not served */
  get(id: EcosystemId): Format;
}

/** The declaration of the publish request, before a file is opened. */
export interface Declared {
  name: string;
  version: string;
  /** The protocol's own declaration (crate metadata JSON); empty where the archive alone has it. */
  metadata: Record<string, unknown>;
  /** The protocol's name of the file; absent where a release is one file. */
  file?: string;
  /** Movable names that will point to this version once it is visible. */
  tags?: readonly string[];
  /** Earlier uploaded parts that the release requires. */
  blobs?: readonly BlobReference[];
  /** Version of the same package that this release is about, e.g. an image it signs; it need not exist. */
  subject?: string;
  /** The visibility of a new package; an existing package keeps its visibility. */
  visibility?: Extract<Visibility, 'public' | 'private'>;
}
