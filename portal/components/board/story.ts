import type { BoardWords } from './words.ts';

/** A game and the known facts of its moves: plain data, from which pages and islands draw the same. */
export interface Story {
  startFen: string;
  words: StoryWords;
  /** Index n is the position after n half-moves. */
  chances: readonly (number | null)[];
  /** In written form; null for an unknown evaluation. */
  evaluations: readonly (string | null)[];
  /** Half-move n has index n - 1. */
  moves: readonly StoryMove[];
  /** Half-moves of key moments, in the order of the game. */
  keyPlies: readonly number[];
}

export interface StoryMove {
  /** `12. Nf3`, `12... Nf6`. */
  label: string;
  /** Coordinates: `g1f3`, `e7e8q`. */
  move: string;
  /** The position after it. */
  fen: string;
  side: 'white' | 'black';
  /** The move with its class, `12. Nf3: Best.`, for the live region. */
  name: string;
  /** Further comment on the move. */
  text: string;
  /** The square of a king that is in check. */
  check?: string;
  /** Present for a judged move. */
  judged?: JudgedMove;
}

export interface JudgedMove {
  quality: string;
  /** The name of the quality in the reader's language. */
  qualityName: string;
  glyph: string | null;
  /** Book, tablebase. */
  marks: readonly string[];
  /** The better move; null where the played one is as good. */
  best: { san: string; move: string } | null;
  /** The best line from before the move, in written form and as coordinates. */
  line: { sans: readonly string[]; moves: readonly string[] };
  /** Centipawns and chances in percent; empty without a loss. */
  loss: string;
}

export interface StoryWords {
  board: BoardWords;
  start: string;
  evaluation: string;
  unknown: string;
  bestLine: string;
  showLine: string;
  backToGame: string;
  played: string;
  best: string;
}
