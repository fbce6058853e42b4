import { answer } from '../../../chess/review/testing/games.ts';
import type { SearchedPosition } from '../../../chess/review/position-values.ts';
import type { ReviewPosition } from '../../../store/postgres/chess/review-positions.ts';

/** A short game: an inaccuracy of White, then a blunder of Black that is mate in one. */
export const moves = ['e2e4', 'e7e5', 'f1c4', 'b8c6', 'd1h5', 'g8f6', 'h5f7'];

export const pgn = `[White "Ada"]
[Black "Ben"]
[Result "1-0"]

1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0
`;

/** The engine's answers by half-move, in the view of the side to move; the last position is mate. */
export const answers: readonly (SearchedPosition | null)[] = [
  answer(30, 'e2e4'),
  answer(-30, 'e7e5'),
  answer(30, 'f1c4'),
  answer(-30, 'b8c6'),
  answer(40, 'g1f3', 'g1f3 f8c5'),
  answer(0, 'g7g6', 'g7g6 h5f3'),
  answer(29_999, 'h5f7'),
  null,
];

/** The same as a worker stores it. */
export function storedAnswer(ply: number): ReviewPosition['analysis'] {
  const { bestMove, score, lines } = answers[ply] ?? { bestMove: null, score: -30_000, lines: [] };
  return {
    bestMove,
    score,
    mateIn: null,
    staticEval: 0,
    depth: 30,
    seldepth: 30,
    nodes: 1,
    nps: 1,
    timeMs: 1,
    hashfull: 0,
    source: 'search',
    lines: lines.map(({ moves }, index) => ({ rank: index + 1, score, mateIn: null, moves: [...moves] })),
    threads: 1,
  };
}
