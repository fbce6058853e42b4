import type { BoardView } from './board.ts';
import type { PlayWords } from './play-words.ts';

/** What the script of a game's page draws and compares: plain data in `data-game`. */
export interface GameData {
  id: string;
  /** The number of the last event that the page shows. */
  seq: number;
  plies: number;
  /** The position that is shown: the one after so many half-moves. */
  ply: number;
  isOver: boolean;
  view: BoardView;
  /** As coordinates; none where the reader has no move to make. */
  legal: readonly string[];
  /** They can be made once the reader has given the token of a seat. */
  asksSeat: boolean;
  words: PlayWords;
}
