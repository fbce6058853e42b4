/** One principal variation. Scores are centipawns of the side to move, mates `±(30000 - plies)`. */
export interface Line {
  rank: number;
  score: number;
  seldepth: number;
  /** Coordinates, `e2e4` and `e7e8q`. */
  moves: string[];
}

/** One line after a completed depth. */
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
  /** Absent when the game is over in this position. */
  bestMove?: string;
  /** The expected reply. */
  ponderMove?: string;
  score: number;
  /** Full moves to mate, negative when the side to move gets mated, 0 when it is mated already. */
  mateIn: number | null;
  staticEval: number;
  depth: number;
  seldepth: number;
  nodes: number;
  nps: number;
  timeMs: number;
  /** Used part of the table, per mille. */
  hashfull: number;
  lines: Line[];
  /** Present when the tablebases know the position. */
  tablebase?: TablebaseAnswer;
}

export const mateScore = 30_000;
/** The score of a tablebase win, reduced by the distance to the next zeroing move. */
export const tableWin = 28_000;
/** Mate scores are above this; ordinary scores and tablebase wins are below. */
const mateBound = 29_488;

/** Full moves to mate behind a score, or null. */
export function mateIn(score: number): number | null {
  if (Math.abs(score) < mateBound) return null;
  const plies = mateScore - Math.abs(score);
  return score > 0 ? Math.ceil(plies / 2) : plies === 0 ? 0 : -Math.ceil(plies / 2);
}
