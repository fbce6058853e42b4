import { ChessError } from '../../../chess/errors.ts';
import { readFen, startFen } from '../../../chess/fen.ts';
import { type PageContext, withQuery } from '../../page.ts';
import { isPlacement } from '../../components/board/edit.ts';

export const path = '/chess/analysis';

/** The choices for the number of lines, and the default. */
export const lineCounts = { most: 5, usual: 3 } as const;
/** The length limit of a FEN. */
export const longestFen = 200;

export const emptyBoard = '8/8/8/8/8/8/8/8 w - - 0 1';

/** The request of an address. */
export interface Place {
  /** The position as the address has it. */
  text: string;
  /** The position on the board, also an impossible one. */
  fen: string;
  /** Why the position can't be analysed. */
  problem: ChessError | null;
  isFlipped: boolean;
  isEditing: boolean;
  lines: number;
  /** The time of a search in milliseconds; 0 without one. */
  searchMs: number;
}

export function readPlace({ query }: Pick<PageContext, 'query'>): Place {
  const text = (query.get('fen') ?? '').trim() || startFen;
  const { fen, problem } = readPosition(text);
  const lines = Number(query.get('lines'));
  const searchMs = Number(query.get('analyse'));
  return {
    text,
    fen,
    problem,
    isFlipped: query.get('flip') === '1',
    isEditing: query.get('edit') === '1',
    lines: Number.isInteger(lines) && lines >= 1 ? Math.min(lines, lineCounts.most) : lineCounts.usual,
    searchMs: Number.isInteger(searchMs) && searchMs > 0 ? searchMs : 0,
  };
}

function readPosition(text: string): Pick<Place, 'fen' | 'problem'> {
  try {
    return { fen: readFen(text.slice(0, longestFen), 'any'), problem: null };
  } catch (error) {
    if (!(error instanceof ChessError)) throw error;
    const [placement = '', side = 'w', castling = '-'] = text.split(/\s+/, 3);
    if (!isPlacement(placement)) return { fen: emptyBoard, problem: error };
    // an impossible position with a valid placement is drawn, so that the reader can correct it
    const turn = side === 'b' ? 'b' : 'w';
    const rights = /^[KQkq]{1,4}$/.test(castling) ? castling : '-';
    return { fen: `${placement} ${turn} ${rights} - 0 1`, problem: error };
  }
}

/** The address of the place after a change, without its search. */
export type AddressOf = (change: Partial<Pick<Place, 'fen' | 'isFlipped' | 'isEditing' | 'lines'>>) => string;

export function addressesFrom(place: Place): AddressOf {
  return (change) => {
    const { fen, isFlipped, isEditing, lines } = { ...place, ...change };
    return withQuery(path, {
      fen: fen === startFen ? undefined : fen,
      lines: lines === lineCounts.usual ? undefined : lines,
      flip: isFlipped ? 1 : undefined,
      edit: isEditing ? 1 : undefined,
    });
  };
}
