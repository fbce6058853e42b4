/** The surroundings of a run. */
export interface Surroundings {
  /** The run before, which is waited for. */
  before: Promise<void>;
  write: (line: string) => void;
  say: (error: unknown) => void;
}

/** The work of a `go`: a search, or a count of leaves. */
export interface Running {
  /** Resolves when all is said; never rejects. */
  readonly done: Promise<void>;
  stop: () => void;
  /** The move pondered on was played; false for a run that does not ponder. */
  ponderHit: () => boolean;
}
