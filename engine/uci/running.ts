/** The surroundings of a run. */
export interface Surroundings {
  /** The end of the previous run. */
  before: Promise<void>;
  write: (line: string) => void;
  say: (error: unknown) => void;
}

/** The work of a `go`: a search or a leaf count. */
export interface Running {
  /** Resolves after the last line of output; never rejects. */
  readonly done: Promise<void>;
  stop: () => void;
  /** Handles `ponderhit`; false for a run that does not ponder. */
  ponderHit: () => boolean;
}
