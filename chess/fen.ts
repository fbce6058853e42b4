import { squareOf } from './board/board.ts';
import { maximumFullmove, maximumHalfmoves, readBoard, writeFen } from './board/text.ts';
import { chessError } from './errors.ts';
import { checkArises } from './fen-reachable.ts';
import type { MessageKey, MessageParams } from './locale.ts';

export const startFen = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

/**
 * Reads and normalises six fields. `all` requires six of them, `any` four to six (missing clocks are `0 1`). Throws
 * `invalid_fen` with the reason for invalid text and for positions that can not arise in a game.
 */
export function readFen(text: string, fields: 'all' | 'any'): string {
  const trimmed = text.trim();
  const parts = trimmed === '' ? [] : trimmed.split(/\s+/, 100);
  const minimum = fields === 'all' ? 6 : 4;
  if (parts.length < minimum || parts.length > 6)
    refuse('error.fen_fields', { expected: fields === 'all' ? '6' : '4-6', count: parts.length });
  const [placement = '', side = '', castling = '', enPassant = '', halfmoves = '0', fullmove = '1'] = parts;

  checkPlacement(placement);
  if (side !== 'w' && side !== 'b') refuse('error.fen_turn');
  if (!/^(?:-|(?=.)K?Q?k?q?)$/.test(castling)) refuse('error.fen_castling_text');
  if (enPassant !== '-' && squareOf(enPassant) < 0)
    refuse('error.fen_en_passant', { square: enPassant.slice(0, 8) });
  if (!/^\d{1,3}$/.test(halfmoves) || Number(halfmoves) > maximumHalfmoves) refuse('error.fen_halfmove');
  if (!/^\d{1,5}$/.test(fullmove) || Number(fullmove) < 1 || Number(fullmove) > maximumFullmove)
    refuse('error.fen_fullmove', { maximum: maximumFullmove });

  const board = readBoard([placement, side, castling, enPassant, halfmoves, fullmove].join(' '));
  checkArises(board);
  return writeFen(board);
}

function checkPlacement(placement: string): void {
  const ranks = placement.split('/');
  if (ranks.length !== 8) refuse('error.fen_rank_count', { count: ranks.length });
  for (const [index, rank] of ranks.entries()) {
    const unknown = /[^1-8PNBRQKpnbrqk]/u.exec(rank)?.[0];
    if (unknown !== undefined) refuse('error.fen_piece', { piece: unknown });
    if (lengthOf(rank) !== 8 || /\d\d/.test(rank)) refuse('error.fen_ranks', { rank: 8 - index });
  }
  const count = (letter: string) => placement.split(letter).length - 1;
  if (count('K') !== 1 || count('k') !== 1) refuse('error.fen_kings');
}

function lengthOf(rank: string): number {
  let length = 0;
  for (const letter of rank) length += /[1-8]/.test(letter) ? Number(letter) : 1;
  return length;
}

function refuse(key: MessageKey, params: MessageParams = {}): never {
  throw chessError('invalid_fen', key, params);
}
