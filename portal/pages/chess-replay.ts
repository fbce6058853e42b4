import type { Page } from '../page.ts';
import { chessArchivePage } from './chess-archive/list-page.ts';
import { archivedGamePage, archivedPgnPage } from './chess-archive/page.ts';
import { chessReviewPage, chessReviewPgnPage } from './chess-review/page.ts';

/** Finished games and reviews. */
export const chessReplayPages: readonly Page[] = [
  chessReviewPage,
  chessReviewPgnPage,
  chessArchivePage,
  archivedGamePage,
  archivedPgnPage,
];
