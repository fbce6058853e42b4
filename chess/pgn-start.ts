import { king, manAt, rook } from './board/board.ts';
import { maximumFullmove, maximumHalfmoves, readBoard } from './board/text.ts';
import { chessError, ChessError } from './errors.ts';
import { readFen, startFen } from './fen.ts';

/** Values of a FEN tag that mean the standard start. */
const usual = new Set(['', '?', '-', 'startpos']);

/**
 * The start position of a file's FEN tag, six fields. Accepts the forms of other programs: four to six fields, move
 * number 0, clocks `-`, castling rights in any order or as files (`HAha`), rights without king or rook at home, and
 * an en-passant square without a pawn. None of these changes a legal move.
 * @throws ChessError `invalid_fen`; `invalid_pgn` for castling rights that only Chess960 has
 */
export function readStart(text: string): string {
  if (usual.has(text.trim().toLowerCase())) return startFen;
  const [placement = '', turn = '', castling, square, halfmoves, fullmove, ...more] = text
    .trim()
    .split(/\s+/, 8);
  // `readFen` refuses a FEN without these
  if (castling === undefined || square === undefined) return readFen(text, 'any');
  const position = [placement, turn.toLowerCase(), rightsOf(placement, castling)];
  const clocks = [clock(halfmoves, 0, maximumHalfmoves), clock(fullmove, 1, maximumFullmove), ...more];
  const read = (passed: string) => readFen([...position, passed, ...clocks].join(' '), 'any');
  try {
    return read(square);
  } catch (error) {
    if (error instanceof ChessError && error.meta.message?.key === 'error.fen_en_passant') return read('-');
    throw error;
  }
}

function clock(text: string | undefined, least: number, most: number): string {
  if (text === undefined || text === '-') return String(least);
  // `readFen` refuses any other text
  return /^\d{1,9}$/.test(text) ? String(Math.min(most, Math.max(least, Number(text)))) : text;
}

const homes = [
  { right: 'K', file: 'H', king: 4, rook: 7, side: 0 },
  { right: 'Q', file: 'A', king: 4, rook: 0, side: 0 },
  { right: 'k', file: 'h', king: 60, rook: 63, side: 8 },
  { right: 'q', file: 'a', king: 60, rook: 56, side: 8 },
];

function rightsOf(placement: string, castling: string): string {
  if (!/^(?:[KQkqA-Ha-h]{1,8}|-)$/.test(castling)) return castling;
  const board = readBoard(`${placement} w - - 0 1`);
  const home = homes.filter(
    (each) => manAt(board, each.king) === each.side + king && manAt(board, each.rook) === each.side + rook,
  );
  const files = new Set(home.map(({ file }) => file));
  // any other file means a rook of Chess960
  if ([...castling].some((letter) => /[A-Ha-h]/.test(letter) && !files.has(letter)))
    throw chessError('invalid_pgn', 'error.pgn_variant', { variant: 'Chess960' });
  const kept = home.filter(({ right, file }) => castling.includes(right) || castling.includes(file));
  return kept.map(({ right }) => right).join('') || '-';
}
