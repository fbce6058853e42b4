/** The result of an earlier search of a position near the requested one. */
export interface KnownPosition {
  /** Moves from the request's position to this one. */
  moves: readonly string[];
  /** The best move in this position. */
  move: string;
  /**
   * The score for the side to move in this position, in centipawns; mates `±(30000 - plies)`, counted from this
   * position.
   */
  score: number;
  /** The depth of that search in plies. */
  depth: number;
}

/** A position and the limits of its search; depth 1 is always completed. */
export interface AnalysisRequest {
  fen: string;
  /** Moves from `fen` to the searched position, in coordinates; they count for repetitions. */
  moves?: readonly string[];
  /** The only root moves to search. */
  searchMoves?: readonly string[];
  /** Plies, 1 to 128. */
  depth?: number;
  /** Milliseconds for the search. */
  movetime?: number;
  /** The time after which no new depth begins, in a game with a clock; `movetime` is the hard limit. */
  softtime?: number;
  nodes?: number;
  /** Stops at a mate in this many moves. */
  mate?: number;
  multipv?: number;
  threads?: number;
  hash_mb?: number;
  /** Searches of the same game share table and histories; other searches start empty and are reproducible. */
  game?: string;
  /** Stored in the table before the search, so that it need not repeat known searches. */
  known?: readonly KnownPosition[];
  signal?: AbortSignal;
}

export const limits = { depth: 128, multipv: 16, threads: 64, hashMb: 2048 } as const;
const unlimited = 1e15;

/** Limits in the core's form, all within bounds. */
export function searchLimits(request: AnalysisRequest): {
  depth: number;
  lines: number;
  nodes: number;
  softMs: number;
  hardMs: number;
  mateIn: number;
} {
  return {
    depth: clamp(request.depth ?? limits.depth, 1, limits.depth),
    lines: clamp(request.multipv ?? 1, 1, limits.multipv),
    nodes: Math.max(1, request.nodes ?? unlimited),
    softMs: request.softtime ?? unlimited,
    hardMs: request.movetime ?? unlimited,
    mateIn: request.mate ?? 0,
  };
}

export function clamp(value: number, minimum: number, maximum: number): number {
  return Math.min(Math.max(Math.trunc(value), minimum), maximum);
}
