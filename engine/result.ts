/** One principal variation. Scores are centipawns of the side to move, mates `±(30000 - plies)`. */
export interface Line {
  rank: number;
  score: number;
  seldepth: number;
  /** Coordinates, `e2e4` and `e7e8q`. */
  moves: string[];
}

/** A line after a completed depth. */
export interface Progress extends Line {
  depth: number;
  nodes: number;
  hashfull: number;
  timeMs: number;
}

export interface TablebaseAnswer {
  /** Win 2, cursed win 1, draw 0, blessed loss -1, loss -2. */
  wdl: number;
  /** Plies to the next capture or pawn move, signed like the result; 0 for a draw. */
  dtz: number;
}

export interface Analysis {
  /** Absent when the game is over in the position. */
  bestMove?: string;
  /** The reply expected to it. */
  ponderMove?: string;
  score: number;
  /** Full moves to mate, negative when the side to move is mated, 0 when it is mated already. */
  mateIn: number | null;
  staticEval: number;
  depth: number;
  seldepth: number;
  nodes: number;
  nps: number;
  timeMs: number;
  /** Per mille of the table used. */
  hashfull: number;
  lines: Line[];
  /** Present when the tablebases know the position. */
  tablebase?: TablebaseAnswer;
}

export const mateScore = 30_000;
/** A win by tablebases; the distance to the next zeroing move is taken off. */
export const tableWin = 28_000;
/** No ordinary score and no table win reaches this. */
const mateBound = 29_488;

/** Full moves to mate behind a score, or null. */
export function mateIn(score: number): number | null {
  if (Math.abs(score) < mateBound) return null;
  const plies = mateScore - Math.abs(score);
  return score > 0 ? Math.ceil(plies / 2) : plies === 0 ? 0 : -Math.ceil(plies / 2);
}
