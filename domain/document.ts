/** An index document as an ecosystem renders it: pure, byte-stable for equal input. */
export interface Document {
  /** Path below the ecosystem's mount without a leading slash; unique per ecosystem. */
  path: string;
  contentType: string;
  body: string;
}
