import type { EtagAlgorithm } from '../domain/document.ts';
import type { RenderInput } from './render-input.ts';

/** A package after a change, and its entries in documents about many packages. */
export interface WideChange extends RenderInput {
  /** ETags of the package's own documents, by path. */
  etags: ReadonlyMap<string, string>;
  /** The time of the change. */
  now: Date;
  /** The entries of this package since the document was last rebuilt, oldest first. */
  before: readonly Uint8Array[];
}

/**
 * A document about many packages, under two mounts. The document under the shared mount belongs to the registry and
 * has everything public: public packages of public repositories. The document under a repository's mount belongs to
 * the repository and has the packages that all readers of the repository may see. The transaction that hides, narrows
 * or deletes a package also removes it from both documents: every part knows its package, and reads omit the parts
 * that the document's readers may not see. Entries are therefore made for private packages as well.
 */
export interface WideDocument {
  /** The path below a mount. */
  path: string;
  contentType: string;
  etag: Exclude<EtagAlgorithm, 'parts'>;
  /**
   * `every entry`: the document grows at its end; a change appends an entry without reading, and clients request the
   * part that they lack. `the latest`: an entry replaces the package's previous one; packages are sorted by name.
   */
  keeps: 'every entry' | 'the latest';
  /** The start of the document. */
  head(now: Date): Uint8Array;
  /** The entry of the change; null: none. */
  entry(change: WideChange): Uint8Array | null;
  /** Reduces all entries of one package when the document is rebuilt; null: no entry remains. */
  compact(entries: readonly Uint8Array[]): Uint8Array | null;
}
