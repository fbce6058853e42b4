import { answer } from '../../../chess/review/testing/games.ts';
import type { SearchedPosition } from '../../../chess/review/position-values.ts';
import type { ReviewPosition } from '../../../store/postgres/chess/review-positions.ts';

/** A short game: an inaccuracy of White, then a blunder of Black that allows mate in one. */
export const moves = ['e2e4', 'e7e5', 'f1c4', 'b8c6', 'd1h5', 'g8f6', 'h5f7'];

export const pgn = `[White "Ada"]
[Black "Ben"]
[Result "1-0"]

1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0
`;

/** More half-moves than the box of a list shows. */
export const longPgn = `[White "Fischer"]
[Black "Spassky"]
[Result "1-0"]

1. c4 e6 2. Nf3 d5 3. d4 Nf6 4. Nc3 Be7 5. Bg5 O-O 6. e3 h6 7. Bh4 b6 8. cxd5 Nxd5 9. Bxe7 Qxe7 10.
Nxd5 exd5 11. Rc1 Be6 12. Qa4 c5 13. Qa3 Rc8 14. Bb5 a6 15. dxc5 bxc5 16. O-O Ra7 17. Be2 Nd7 18.
Nd4 Qf8 19. Nxe6 fxe6 20. e4 d4 21. f4 Qe7 22. e5 Rb8 23. Bc4 Kh8 24. Qh3 Nf8 25. b3 a5 26. f5 exf5
27. Rxf5 Nh7 28. Rcf1 Qd8 29. Qg3 Re7 30. h4 Rbb7 31. e6 Rbc7 32. Qe5 Qe8 33. a4 Qd8 34. R1f2 Qe8
35. R2f3 Qd8 36. Bd3 Qe8 37. Qe4 Nf6 38. Rxf6 gxf6 39. Rxf6 Kg8 40. Bc4 Kh8 41. Qf4 1-0
`;

/** The engine's answers by half-move, from the view of the side to move; the last position is mate. */
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

/** The same answer as a worker stores it. */
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
