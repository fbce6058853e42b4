import { inputLimits } from '../domain/limits/inputs.ts';
import type { RenderedDocument } from '../domain/document.ts';
import type { Package } from '../domain/package.ts';
import { RenderFailure } from '../domain/render-failure.ts';
import type { Format, SearchEntry } from '../ecosystems/format.ts';
import type { RenderInput } from '../ecosystems/render-input.ts';
import { joinDocuments } from '../ecosystems/render-documents.ts';
import { type Budget, compare } from './compare.ts';
import { inputOf, type PackageTask } from './input.ts';

/** The facts of the package as a whole, once the change has happened. */
export interface PackageTexts {
  readableReleases: number;
  /** Texts that the page and the documents show if this version turns out to be the latest. */
  description: ({ version: string } & Partial<Package>) | null;
}

/** The documents of a package that is small enough to be rendered whole at every change, or has no list of all releases. */
export interface DocumentsTask extends PackageTask, PackageTexts {
  /** Path and ETag of the stored documents. */
  etags: readonly (readonly [string, string])[];
}

export interface RenderedPackage {
  latestVersion: string | null;
  changed: RenderedDocument[];
  gone: string[];
}

/** A hit is shown in pages of many, and stored in the index of the search engine. */
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

/** With the package as it will be. */
export function described(
  input: RenderInput,
  latestVersion: string | null,
  { description, readableReleases }: PackageTexts,
): RenderInput {
  const { version = null, ...texts } = description ?? {};
  const changes = version !== null && version === latestVersion ? texts : {};
  return { ...input, package: { ...input.package, ...changes, latestVersion, readableReleases } };
}
