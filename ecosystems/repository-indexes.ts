import type { EtagAlgorithm } from '../domain/document.ts';
import type { RenderInput } from './render-input.ts';

/** A package after a change, and its entries in documents about many packages. */
export interface WideChange extends RenderInput {
  /** ETags of the package's own documents, by path. */
  etags: ReadonlyMap<string, string>;
  /** When it happens. */
  now: Date;
  /** The entries of this package since the document was last rebuilt, oldest first. */
  before: readonly Uint8Array[];
}

/**
 * A document about many packages, in two places. Under the shared mount it belongs to the registry and holds everything that
 * is public: public packages of public repositories. Under the mount of a repository it belongs to that, is there
 * for readers of the repository, and holds its packages that all of those may see. A package that is hidden,
 * narrowed or deleted is gone from both with the transaction that does it: every part knows its package, and reads
 * leave out those that the document's readers do not see. So entries are made for private packages as well.
 */
export interface WideDocument {
  /** Below a mount. */
  path: string;
  contentType: string;
  etag: Exclude<EtagAlgorithm, 'parts'>;
  /**
   * Of `every entry` the document grows at its end: a change appends an entry without reading, and clients ask
   * for the part that they lack. `the latest` replaces the entry of the package, in the order of their names.
   */
  keeps: 'every entry' | 'the latest';
  /** First in the document. */
  head(now: Date): Uint8Array;
  /** The entry of the change; null: none. */
  entry(change: WideChange): Uint8Array | null;
  /** The rest of all entries of one package when the document is rebuilt; null: nothing. */
  compact(entries: readonly Uint8Array[]): Uint8Array | null;
}
