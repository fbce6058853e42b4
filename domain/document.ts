/**
 * The input of an entity tag: the whole body, or the digests of the parts that form it, so that unchanged parts are
 * not read again. The digest of a single part is that of the body.
 */
export type EtagAlgorithm = 'sha256' | 'md5' | 'parts';

interface Served {
  /** Path below the ecosystem's mount without a leading slash; unique per ecosystem. */
  path: string;
  contentType: string;
  /** Default: SHA-256 of the body. */
  etag?: EtagAlgorithm;
}

/** An index document as an ecosystem renders it: pure, byte-stable for equal input. */
export interface Document extends Served {
  body: Uint8Array;
}

/** The place of the entries of all releases, in order. */
export interface EntryList {
  list: string;
  separator: string;
}

/** The parts that form a document: its own texts, and lists that releases have entries in. */
export interface DocumentFrame extends Served {
  pieces: readonly (string | Uint8Array | EntryList)[];
}

/** A rendered document that differs from the stored one. */
export interface RenderedDocument {
  path: string;
  contentType: string;
  etag: string;
  body: Uint8Array;
  /** Null where a compressed body saves no packet. */
  gzipBody: Uint8Array | null;
  /** The release that the document is about, if any. */
  versionKey: string | null;
}

/** Bytes that are stored separately and joined on a read. */
export interface RenderedPart {
  /** SHA-256, raw. */
  digest: Uint8Array;
  body: Uint8Array;
  /** See `deflatePart`. */
  deflated: Uint8Array;
}

/** A frame whose own texts are ready to be stored. */
export interface RenderedFrame {
  path: string;
  contentType: string;
  etag: EtagAlgorithm;
  pieces: (RenderedPart | EntryList)[];
}

export function isEntryList(piece: object | string): piece is EntryList {
  return typeof piece === 'object' && 'list' in piece;
}
