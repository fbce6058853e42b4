/** What there is around it. */
export interface Surroundings {
  /** What ran before, and is waited for. */
  before: Promise<void>;
  write: (line: string) => void;
  say: (error: unknown) => void;
}

/** What a `go` set going: a search, or a count of leaves. */
export interface Running {
  /** Resolves when all is said; never rejects. */
  readonly done: Promise<void>;
  stop: () => void;
  /** The move pondered on was played; false for what does not ponder. */
  ponderHit: () => boolean;
}
