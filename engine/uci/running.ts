/** What a `go` set going: a search, or a count of leaves. */
export interface Running {
  /** Resolves when all is said; never rejects. */
  readonly done: Promise<void>;
  stop: () => void;
  /** The move pondered on was played; false for what does not ponder. */
  ponderHit: () => boolean;
}
