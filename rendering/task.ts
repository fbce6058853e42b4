import { inputLimits } from '../domain/limits/inputs.ts';
import type { RenderedDocument } from '../domain/document.ts';
import type { Package } from '../domain/package.ts';
import { RenderFailure } from '../domain/render-failure.ts';
import type { Format, SearchEntry } from '../ecosystems/format.ts';
import type { RenderInput } from '../ecosystems/render-input.ts';
import { joinDocuments } from '../ecosystems/render-documents.ts';
import { type Budget, compare } from './compare.ts';
import { inputOf, type PackageTask } from './input.ts';

/** The facts of the package as a whole after the change. */
export interface PackageTexts {
  readableReleases: number;
  /** Texts that the page and the documents show if this version becomes the latest. */
  description: ({ version: string } & Partial<Package>) | null;
}

/**
 * The documents of a package that is rendered completely at every change: a small one, or one without lists of all
 * releases.
 */
export interface DocumentsTask extends PackageTask, PackageTexts {
  /** Path and ETag of the stored documents. */
  etags: readonly (readonly [string, string])[];
}

export interface RenderedPackage {
  latestVersion: string | null;
  changed: RenderedDocument[];
  gone: string[];
}

/** Pages show many entries at once, and the search engine's index stores them. */
const maxEntryBytes = inputLimits['search entry'].bytes;

/** Pure. @throws RenderFailure `too_large`, and errors of the ecosystem */
export function renderDocuments(
  ecosystem: Format,
  baseUrl: string,
  task: DocumentsTask,
  maxOutputBytes: number,
): RenderedPackage {
  const { input, whole } = inputOf(ecosystem, baseUrl, task);
  const latestVersion = ecosystem.latest(input.releases, input.tags);
  const documents = joinDocuments(ecosystem, described(input, latestVersion, task), whole);
  const budget: Budget = { left: maxOutputBytes };
  return { latestVersion, ...compare(documents, task.etags, budget) };
}

/** Pure, as {@link renderDocuments}. */
export function renderEntry(ecosystem: Format, baseUrl: string, task: PackageTask): SearchEntry {
  const entry = ecosystem.searchEntry(inputOf(ecosystem, baseUrl, task).input);
  if (Buffer.byteLength(JSON.stringify(entry)) > maxEntryBytes) throw new RenderFailure('too_large');
  return entry;
}

/** The input with the package as it is after the change. */
export function described(
  input: RenderInput,
  latestVersion: string | null,
  { description, readableReleases }: PackageTexts,
): RenderInput {
  const { version = null, ...texts } = description ?? {};
  const changes = version !== null && version === latestVersion ? texts : {};
  return { ...input, package: { ...input.package, ...changes, latestVersion, readableReleases } };
}
