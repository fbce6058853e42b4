/** The result of an earlier search of a position near the one to be searched. */
export interface KnownPosition {
  /** Moves that lead there from the position of the request. */
  moves: readonly string[];
  /** The best move there. */
  move: string;
  /** The score of the side to move there, in centipawns; mates `±(30000 - plies)`, counted from there. */
  score: number;
  /** Plies that search went. */
  depth: number;
}

/** A position and when to stop thinking about it; depth 1 is finished in any case. */
export interface AnalysisRequest {
  fen: string;
  /** Moves played from there, in coordinates; they count for repetitions. */
  moves?: readonly string[];
  /** Only these moves are searched. */
  searchMoves?: readonly string[];
  /** Plies, 1 to 128. */
  depth?: number;
  /** Milliseconds for the search. */
  movetime?: number;
  /** The time after which no new depth begins, in a game with a clock; `movetime` ends everything. */
  softtime?: number;
  nodes?: number;
  /** Stop at a mate in this many moves. */
  mate?: number;
  multipv?: number;
  threads?: number;
  hash_mb?: number;
  /** Searches of the same game keep table and histories; others start from nothing and repeat exactly. */
  game?: string;
  /** Put into the table before the search, so that it need not find known results again. */
  known?: readonly KnownPosition[];
  signal?: AbortSignal;
}

export const limits = { depth: 128, multipv: 16, threads: 64, hashMb: 2048 } as const;
const unlimited = 1e15;

/** Limits as the core takes them, everything within bounds. */
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
