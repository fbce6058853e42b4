import type { EtagAlgorithm } from '../domain/document.ts';
import type { RenderInput } from './render-input.ts';

/** A package after a change, and what documents about many packages have of it. */
export interface WideChange extends RenderInput {
  /** Of the package's own documents, by path. */
  etags: ReadonlyMap<string, string>;
  /** When it happens. */
  now: Date;
  /** What was written of this package since the document was last made anew, oldest first. */
  before: readonly Uint8Array[];
}

/**
 * A document about many packages, in two places. Under the shared mount it belongs to the registry and holds what
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
   * Of `every entry` the document grows at its end: a change writes what it adds and reads nothing, and clients ask
   * for the rest of what they have. `the latest` replaces what there was of the package, in the order of their names.
   */
  keeps: 'every entry' | 'the latest';
  /** First in the document. */
  head(now: Date): Uint8Array;
  /** What the change adds or puts there; null: nothing. */
  entry(change: WideChange): Uint8Array | null;
  /** What stays of all entries of one package when the document is made anew; null: nothing. */
  compact(entries: readonly Uint8Array[]): Uint8Array | null;
}
