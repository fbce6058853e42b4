import { type Document, type DocumentFrame, isEntryList } from '../domain/document.ts';
import type { Release } from '../domain/release.ts';
import type { Format, SearchEntry } from './format.ts';
import type { RenderInput } from './render-input.ts';
import type { PackageFacts, ReleaseParts } from './package-documents.ts';

/** A package with all of its data. */
export interface WholePackage extends Omit<RenderInput, 'releases' | 'featured'> {
  /** Readable releases in the order of first publication. */
  releases: readonly Release[];
}

/** Every document of a package: its parts, joined. */
export function wholeDocuments(ecosystem: Format, whole: WholePackage): Document[] {
  return joinDocuments(ecosystem, inputOf(ecosystem, whole), whole.releases);
}

/** {@link wholeDocuments} with the entries of these releases. */
export function joinDocuments(
  ecosystem: Format,
  input: RenderInput,
  releases: readonly Release[],
): Document[] {
  const facts = factsOf(input);
  const parts = inOrder(ecosystem, releases).map((release) => ecosystem.documents.release(release, facts));
  const frames = ecosystem.documents.frames({ ...input, releases: inOrder(ecosystem, input.releases) });
  return [...frames.map((frame) => join(frame, parts)), ...parts.flatMap(({ documents }) => documents)];
}

export function wholeEntry(ecosystem: Format, whole: WholePackage): SearchEntry {
  return ecosystem.searchEntry(inputOf(ecosystem, whole));
}

/** Sorts releases in the order of the entries of the ecosystem's documents. */
export function inOrder<T extends { versionKey: string }>(
  { documents: { order } }: Format,
  releases: readonly T[],
): readonly T[] {
  return order ? releases.toSorted((a, b) => order(a.versionKey, b.versionKey)) : releases;
}

export function factsOf({ package: pkg, mounts }: Pick<RenderInput, 'package' | 'mounts'>): PackageFacts {
  const { name, nameKey, isDeprecated, deprecationMessage, ownerName, maintainers } = pkg;
  const places = mounts.map(({ url, documentPrefix }) => ({ url, documentPrefix }));
  return { name, nameKey, isDeprecated, deprecationMessage, ownerName, maintainers, mounts: places };
}

/** The entries of these releases in one list of a document; empty if the list has none of the releases. */
export function entriesText(
  parts: readonly ReleaseParts[],
  { list, separator }: { list: string; separator: string },
): string {
  return parts.flatMap(({ entries }) => entries[list] ?? []).join(separator);
}

function join(frame: DocumentFrame, parts: readonly ReleaseParts[]): Document {
  return joinSegments(frame, [parts]);
}

/** Joins separately rendered entries, as the database joins separately stored entries. */
export function joinSegments(
  { pieces, ...served }: DocumentFrame,
  segments: readonly (readonly ReleaseParts[])[],
): Document {
  const body = pieces.map((piece) => {
    if (!isEntryList(piece)) return typeof piece === 'string' ? Buffer.from(piece) : piece;
    const texts = segments.map((parts) => entriesText(parts, piece)).filter((text) => text !== '');
    return Buffer.from(texts.join(piece.separator));
  });
  return { ...served, body: Buffer.concat(body) };
}

function inputOf(ecosystem: Format, { releases, ...others }: WholePackage): RenderInput {
  const wanted = new Set(ecosystem.featured(releases, others.tags));
  const featured = releases.filter(({ versionKey }) => wanted.has(versionKey));
  return {
    ...others,
    releases,
    featured: new Map(featured.map((release) => [release.versionKey, release])),
  };
}
