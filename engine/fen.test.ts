import { describe, expect, it } from 'vitest';
import { formatFen, parseFen, startFen } from './fen.ts';

describe('reading a FEN', () => {
  it.each([
    startFen,
    'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1',
    'rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq c6 0 2',
    '8/8/8/8/8/2k5/1q6/K7 w - - 99 120',
  ])('gives %s back', (fen) => {
    expect(formatFen(parseFen(fen))).toBe(fen);
  });

  it('starts the clocks when they are left out', () => {
    expect(formatFen(parseFen('4k3/8/8/8/8/8/8/4K3 w - -'))).toBe('4k3/8/8/8/8/8/8/4K3 w - - 0 1');
  });

  it.each([
    ['', 'a FEN has 4 to 6 fields'],
    ['no position at all !', 'the side to move is w or b'],
    ['8/8/8/8/8/8/8 w - - 0 1', 'the placement has 8 ranks'],
    ['4k3/8/8/8/8/8/9/4K3 w - - 0 1', '"9" is no piece'],
    ['4k3/8/8/8/8/8/8/4K4 w - - 0 1', 'every rank has 8 squares'],
    ['4k3/8/8/8/8/8/8/8 w - - 0 1', 'White has one king, not 0'],
    ['4kk2/8/8/8/8/8/8/4K3 w - - 0 1', 'Black has one king, not 2'],
    ['P3k3/8/8/8/8/8/8/4K3 w - - 0 1', 'pawns never stand on the first or last rank'],
    ['4k3/4R3/8/8/8/8/8/4K3 w - - 0 1', 'the side that is not to move is in check'],
    ['4k3/8/8/8/8/8/8/4K3 w K - 0 1', 'castling rights need king and rook on their squares'],
    ['4k3/8/8/8/8/8/8/4K3 w KK - 0 1', 'castling rights are -, or some of KQkq'],
    ['4k3/8/8/8/8/8/8/4K3 w - e4 0 1', 'the en-passant square is -, or on rank 3 or 6'],
    [
      '4k3/8/8/8/8/8/8/4K3 w - e6 0 1',
      'the en-passant square lies behind a pawn that just moved two squares',
    ],
    ['4k3/8/8/8/8/8/8/4K3 w - - 151 1', 'the halfmove clock is a number from 0 to 150'],
    ['4k3/8/8/8/8/8/8/4K3 w - - 0 0', 'the fullmove number is a number from 1 to 65535'],
    ['4k3/8/8/8/8/PPPPPPPP/P7/4K3 w - - 0 1', 'White has at most 16 men, 8 of them pawns'],
    ['4k3/8/8/8/8/QQ6/PPPPPPPP/4K3 w - - 0 1', 'White has more pieces than pawns could become'],
    ['4k3/8/3n4/8/4r3/8/6b1/r3K2q w - - 0 1', 'no king is in check by more than two men'],
  ])('refuses %s', (fen, reason) => {
    expect(() => parseFen(fen)).toThrow(reason);
  });
});
