import type { Page } from '../page.ts';
import { chessPage } from './chess/page.ts';
import { chessAnalysisPage } from './chess-analysis/page.ts';
import { chessArchivePage } from './chess-archive/list-page.ts';
import { archivedGamePage, archivedPgnPage } from './chess-archive/page.ts';
import { chessGamePage } from './chess-game/page.ts';
import { chessReviewPage, chessReviewPgnPage } from './chess-review/page.ts';

/** Running games, finished games and reviews. */
export const chessReplayPages: readonly Page[] = [
  chessPage,
  chessGamePage,
  chessAnalysisPage,
  chessReviewPage,
  chessReviewPgnPage,
  chessArchivePage,
  archivedGamePage,
  archivedPgnPage,
];
