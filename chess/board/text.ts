import { type Board, king, kindOf, rights, squareName, squareOf } from './board.ts';

/** Letters by man: White's upper case, Black's lower case. */
const letters = '.PNBRQK..pnbrqk';

export const letterOf = (man: number): string => letters.charAt(man);

/** The man of a letter; 0 for any other letter. */
export function manOf(letter: string): number {
  return letter === '.' ? 0 : Math.max(0, letters.indexOf(letter));
}

/** A board from the six fields of `readFen`. */
export function readBoard(fen: string): Board {
  const [placement = '', side = '', castling = '', enPassant = '', halfmoves = '', fullmove = ''] =
    fen.split(' ');
  const board: Board = {
    squares: new Uint8Array(64),
    side: side === 'w' ? 0 : 1,
    castling: 0,
    enPassant: enPassant === '-' ? -1 : squareOf(enPassant),
    halfmoves: Number(halfmoves),
    fullmove: Number(fullmove),
    kings: [-1, -1],
  };
  for (const right of ['K', 'Q', 'k', 'q'] as const)
    if (castling.includes(right)) board.castling |= rights[right];
  place(board, placement);
  return board;
}

function place(board: Board, placement: string): void {
  let square = 56;
  for (const letter of placement) {
    if (letter === '/') square -= 16;
    else if (letter >= '1' && letter <= '8') square += Number(letter);
    else {
      const man = manOf(letter);
      board.squares[square] = man;
      if (kindOf(man) === king) board.kings[man >> 3] = square;
      square++;
    }
  }
}

/**
 * The highest half-move clock of a FEN: there the game ends (FIDE 9.6.2). A longer imported game keeps this value, so
 * that `readFen` accepts every written FEN.
 */
export const maximumHalfmoves = 150;

/**
 * The highest move number of a FEN. A longer game keeps this value, so that this service and the engine accept every
 * written FEN.
 */
export const maximumFullmove = 65_535;

/** All six fields; the en-passant square after any double step (FEN standard 16.1.3.4). */
export function writeFen(board: Board): string {
  const square = board.enPassant < 0 ? '-' : squareName(board.enPassant);
  const fullmove = Math.min(board.fullmove, maximumFullmove);
  const halfmoves = Math.min(board.halfmoves, maximumHalfmoves);
  return `${writePosition(board)} ${square} ${halfmoves} ${fullmove}`;
}

/** The first three fields. */
export function writePosition(board: Board): string {
  return `${writePlacement(board)} ${board.side === 0 ? 'w' : 'b'} ${writeRights(board)}`;
}

function writePlacement({ squares }: Board): string {
  let text = '';
  let empty = 0;
  for (let rank = 56; rank >= 0; rank -= 8) {
    for (let square = rank; square < rank + 8; square++) {
      const man = squares[square] ?? 0;
      if (man === 0) {
        empty++;
        continue;
      }
      if (empty > 0) text += empty;
      empty = 0;
      text += letters[man];
    }
    if (empty > 0) text += empty;
    empty = 0;
    if (rank > 0) text += '/';
  }
  return text;
}

function writeRights({ castling }: Board): string {
  if (castling === 0) return '-';
  let text = '';
  for (const right of ['K', 'Q', 'k', 'q'] as const) if (castling & rights[right]) text += right;
  return text;
}
