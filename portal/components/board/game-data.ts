import type { BoardView } from './board.ts';
import type { PlayWords } from './play-words.ts';

/** What the script of a game's page draws and compares: plain data in `data-game`. */
export interface GameData {
  id: string;
  /** The number of the last event that the page shows. */
  seq: number;
  plies: number;
  /** The shown position: the one after `ply` half-moves. */
  ply: number;
  isOver: boolean;
  view: BoardView;
  /** Legal moves as coordinates; empty where the reader has no move. */
  legal: readonly string[];
  /** Whether the moves need the token of a seat first. */
  asksSeat: boolean;
  words: PlayWords;
}
