/** An index document as an ecosystem renders it: pure, byte-stable for equal input. */
export interface Document {
  /** Path below the ecosystem's mount without a leading slash; unique per ecosystem. */
  path: string;
  contentType: string;
  body: string;
}

/** One that differs from what is stored, ready to be stored. */
export interface RenderedDocument {
  path: string;
  contentType: string;
  etag: string;
  body: Uint8Array;
  /** Null where a compressed body saves no packet. */
  gzipBody: Uint8Array | null;
}
