import { checkSetup } from './fen-rules.ts';
import { FenError, noSquare, type Setup } from './position-setup.ts';

export const startFen = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

const letters = '.PNBRQK..pnbrqk';
const rights = 'KQkq';
/** The highest accepted half-move clock: a draw could have been claimed long before. */
const maxClock = 150;

/** Reads 4 to 6 fields (missing clocks are `0 1`) and refuses impossible positions, with the reason. */
export function parseFen(text: string): Setup {
  const fields = text.trim().split(/\s+/);
  if (fields.length < 4 || fields.length > 6) throw new FenError('a FEN has 4 to 6 fields');
  const [placement = '', side = '', castling = '', passing = '', clock = '0', moveNumber = '1'] = fields;
  if (side !== 'w' && side !== 'b') throw new FenError('the side to move is w or b');
  const setup: Setup = {
    board: readPlacement(placement),
    side: side === 'w' ? 0 : 1,
    castling: readCastling(castling),
    passing: readSquare(passing),
    clock: readNumber(clock, 'halfmove clock', { minimum: 0, maximum: maxClock }),
    moveNumber: readNumber(moveNumber, 'fullmove number', { minimum: 1, maximum: 65_535 }),
  };
  checkSetup(setup);
  return setup;
}

export function formatFen(setup: Setup): string {
  const ranks: string[] = [];
  for (let rank = 7; rank >= 0; rank--) {
    const row = Array.from(setup.board.subarray(rank * 8, rank * 8 + 8), (piece) => letters[piece] ?? '.');
    ranks.push(row.join('').replaceAll(/\.+/g, (gap) => String(gap.length)));
  }
  const castling = [...rights].filter((_, index) => setup.castling & (1 << index)).join('') || '-';
  const passing = setup.passing === noSquare ? '-' : squareName(setup.passing);
  const side = setup.side ? 'b' : 'w';
  return `${ranks.join('/')} ${side} ${castling} ${passing} ${setup.clock} ${setup.moveNumber}`;
}

export function squareName(square: number): string {
  return `${'abcdefgh'[square & 7] ?? ''}${(square >> 3) + 1}`;
}

function readPlacement(placement: string): Uint8Array {
  const ranks = placement.split('/');
  if (ranks.length !== 8) throw new FenError('the placement has 8 ranks');
  const board = new Uint8Array(64);
  for (const [index, row] of ranks.entries()) {
    let square = (7 - index) * 8;
    const end = square + 8;
    for (const letter of row) {
      const piece = letters.indexOf(letter);
      if (letter >= '1' && letter <= '8') square += Number(letter);
      else if (piece <= 0) throw new FenError(`"${letter}" is no piece`);
      else if (square < end) board[square++] = piece;
      else throw new FenError('every rank has 8 squares');
    }
    if (square !== end) throw new FenError('every rank has 8 squares');
  }
  return board;
}

function readCastling(text: string): number {
  if (text === '-') return 0;
  if (!/^[KQkq]{1,4}$/.test(text) || new Set(text).size !== text.length)
    throw new FenError('castling rights are -, or some of KQkq');
  let bits = 0;
  for (const letter of text) bits |= 1 << rights.indexOf(letter);
  return bits;
}

function readSquare(text: string): number {
  if (text === '-') return noSquare;
  if (!/^[a-h][36]$/.test(text)) throw new FenError('the en-passant square is -, or on rank 3 or 6');
  return text.charCodeAt(0) - 97 + (Number(text[1]) - 1) * 8;
}

function readNumber(text: string, name: string, range: { minimum: number; maximum: number }): number {
  const value = Number(text);
  if (!/^\d{1,6}$/.test(text) || value < range.minimum || value > range.maximum)
    throw new FenError(`the ${name} is a number from ${range.minimum} to ${range.maximum}`);
  return value;
}
