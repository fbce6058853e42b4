import { gzipSync } from 'node:zlib';
import { sha256Hex } from '../domain/digest.ts';
import type { Document, RenderedDocument } from '../domain/document.ts';
import type { Package } from '../domain/package.ts';
import type { Release } from '../domain/release.ts';
import { RenderFailure } from '../domain/render-failure.ts';
import type { Ecosystem, RenderInput, SearchEntry } from '../ecosystems/ecosystem.ts';
import { renderInput } from '../ecosystems/index.ts';

/** What every rendering works on: rows as the store hands them out, nothing that could not travel to a thread. */
export interface PackageTask {
  package: Package;
  /** JSON of each. */
  releases: readonly string[];
  tags: readonly (readonly [string, string])[];
  readableReleases: number;
}

export interface DocumentsTask extends PackageTask {
  /** Texts that the page and the documents show if this version turns out to be the latest. */
  description: ({ version: string } & Partial<Package>) | null;
  /** Path and ETag of what is stored. */
  etags: readonly (readonly [string, string])[];
}

export interface RenderedPackage {
  latestVersion: string | null;
  changed: RenderedDocument[];
  gone: string[];
}

/** A hit is shown in pages of many, and stored in the index of the search engine. */
const maxEntryBytes = 1 << 20;

/** Below this a compressed body saves no packet. */
const compressFrom = 1_024;

/** Pure. @throws RenderFailure `too_large`, and whatever the ecosystem throws */
export function renderDocuments(
  ecosystem: Ecosystem,
  baseUrl: string,
  task: DocumentsTask,
  maxOutputBytes: number,
): RenderedPackage {
  const input = inputOf(ecosystem, baseUrl, task);
  const latestVersion = ecosystem.latest(input.releases, input.tags);
  const { version = null, ...texts } = task.description ?? {};
  const described = version !== null && version === latestVersion ? texts : {};
  const { readableReleases } = task;
  const pkg = { ...input.package, ...described, latestVersion, readableReleases };
  const documents = ecosystem.documents({ ...input, package: pkg });
  return { latestVersion, ...compare(documents, task.etags, maxOutputBytes) };
}

/** Pure, as {@link renderDocuments}. */
export function renderEntry(ecosystem: Ecosystem, baseUrl: string, task: PackageTask): SearchEntry {
  const entry = ecosystem.searchEntry(inputOf(ecosystem, baseUrl, task));
  if (Buffer.byteLength(JSON.stringify(entry)) > maxEntryBytes) throw new RenderFailure('too_large');
  return entry;
}

function inputOf(ecosystem: Ecosystem, baseUrl: string, task: PackageTask): RenderInput {
  const releases = task.releases.map(parseRelease);
  return renderInput(ecosystem, baseUrl, { package: task.package, releases, tags: new Map(task.tags) });
}

function parseRelease(text: string): Release {
  const release = JSON.parse(text) as Release;
  return {
    ...release,
    uploadedAt: new Date(release.uploadedAt),
    publishedAt: release.publishedAt && new Date(release.publishedAt),
    artifacts: release.artifacts.map((file) => ({ ...file, uploadedAt: new Date(file.uploadedAt) })),
  };
}

/** One at a time: bytes of what is stored already are dropped again. */
function compare(documents: readonly Document[], etags: DocumentsTask['etags'], maxBytes: number) {
  const stored = new Map(etags);
  const changed: RenderedDocument[] = [];
  let bytes = 0;
  for (const { path, contentType, body: text } of documents) {
    const body = new TextEncoder().encode(text);
    bytes += body.length;
    if (bytes > maxBytes) throw new RenderFailure('too_large');
    const etag = sha256Hex(body);
    const isStored = stored.get(path) === etag;
    stored.delete(path);
    if (isStored) continue;
    const gzipBody = body.length < compressFrom ? null : gzipSync(body, { level: 5 });
    changed.push({ path, contentType, etag, body, gzipBody });
  }
  return { changed, gone: [...stored.keys()] };
}
