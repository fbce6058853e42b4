import { describe, expect, it } from 'vitest';

import { readFen, startFen } from './fen.ts';
import { currentFen } from './game.ts';
import { playMove, startGame } from './play.ts';
import { idFor, randomGame, testTime } from './testing/random-game.ts';
import { refusalOf } from './testing/refusal.ts';
import { replayMoves } from './replay-moves.ts';

describe('a FEN', () => {
  it.each([
    ['of the start', startFen, startFen],
    ['with spaces around and between', `  ${startFen.replaceAll(' ', '   ')}\n`, startFen],
    ['with leading zeros', '8/8/8/8/8/k7/8/K7 w - - 00 007', '8/8/8/8/8/k7/8/K7 w - - 0 7'],
    [
      'with an en-passant square without a capture',
      'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1',
      'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1',
    ],
    ['of a mate', '7k/5KQ1/8/8/8/8/8/8 b - - 0 1', '7k/5KQ1/8/8/8/8/8/8 b - - 0 1'],
    [
      'with nine queens and no pawn of theirs',
      '6nk/6pp/8/8/8/8/QQQQQQQQ/Q6K w - - 0 1',
      '6nk/6pp/8/8/8/8/QQQQQQQQ/Q6K w - - 0 1',
    ],
  ])('%s is read', (_, text, fen) => {
    expect(readFen(text, 'all')).toBe(fen);
  });

  it.each([
    ['4 fields', '8/8/8/8/8/k7/8/K7 b - -'],
    ['5 fields', '8/8/8/8/8/k7/8/K7 b - - 0'],
  ])('with %s is enough for an analysis only', (_, text) => {
    expect(readFen(text, 'any')).toBe('8/8/8/8/8/k7/8/K7 b - - 0 1');
    expect(refusalOf(() => readFen(text, 'all'))).toMatchObject({
      code: 'invalid_fen',
      key: 'error.fen_fields',
    });
  });

  it.each([
    ['nothing', '', 'error.fen_fields'],
    ['3 fields', '8/8/8/8/8/k7/8/K7 w -', 'error.fen_fields'],
    ['7 fields', `${startFen} more`, 'error.fen_fields'],
    ['7 ranks', '8/8/8/8/8/k7/K7 w - - 0 1', 'error.fen_rank_count'],
    ['9 ranks', '8/8/8/8/8/k7/8/8/K7 w - - 0 1', 'error.fen_rank_count'],
    ['a slash too many', '4k3/8/8/8/8/8/8/4K3/ w - - 0 1', 'error.fen_rank_count'],
    ['a rank of 7', '8/8/8/8/8/k7/7/K7 w - - 0 1', 'error.fen_ranks'],
    ['a rank of 9', '8/8/8/8/8/k7/8/K7p w - - 0 1', 'error.fen_ranks'],
    ['two digits in a row', '8/8/8/8/8/k7/44/K7 w - - 0 1', 'error.fen_ranks'],
    ['an unknown piece', '8/8/8/8/8/k7/x7/K7 w - - 0 1', 'error.fen_piece'],
    ['an unknown piece of two units', '8/8/8/8/8/k7/\u{1F600}7/K7 w - - 0 1', 'error.fen_piece'],
    ['no black king', '8/8/8/8/8/8/8/K7 w - - 0 1', 'error.fen_kings'],
    ['two white kings', '8/8/8/8/8/k7/8/K6K w - - 0 1', 'error.fen_kings'],
    ['a pawn on rank 8', 'P7/8/8/8/8/k7/8/K7 w - - 0 1', 'error.fen_pawn_rank'],
    ['a pawn on rank 1', '8/8/8/8/8/k7/8/K6p w - - 0 1', 'error.fen_pawn_rank'],
    ['no side', '8/8/8/8/8/k7/8/K7 x - - 0 1', 'error.fen_turn'],
    ['castling out of order', 'r3k2r/8/8/8/8/8/8/R3K2R w kqKQ - 0 1', 'error.fen_castling_text'],
    ['a castling right twice', 'r3k2r/8/8/8/8/8/8/R3K2R w KK - 0 1', 'error.fen_castling_text'],
    ['castling without the rook', 'r3k2r/8/8/8/8/8/8/4K2R w KQkq - 0 1', 'error.fen_castling'],
    ['castling without the king at home', 'r2k3r/8/8/8/8/8/8/R3K2R w k - 0 1', 'error.fen_castling'],
    ['an en-passant square that is none', startFen.replace(' - ', ' e9 '), 'error.fen_en_passant'],
    ['an en-passant square of the wrong rank', '4k3/8/8/8/4P3/8/8/4K3 w - e3 0 1', 'error.fen_en_passant'],
    ['an en-passant square without a pawn', '4k3/8/8/8/8/8/8/4K3 w - e6 0 1', 'error.fen_en_passant'],
    [
      'an en-passant square with the start occupied',
      '4k3/4p3/8/4p3/8/8/8/4K3 w - e6 0 1',
      'error.fen_en_passant',
    ],
    [
      'an en-passant square though the king was in check before',
      '4k3/8/8/r3p2K/8/8/8/r6r w - e6 0 1',
      'error.fen_en_passant',
    ],
    ['a half-move clock of 151', '8/8/8/8/8/k7/8/K7 w - - 151 99', 'error.fen_halfmove'],
    ['a negative half-move clock', '8/8/8/8/8/k7/8/K7 w - - -1 99', 'error.fen_halfmove'],
    ['move 0', '8/8/8/8/8/k7/8/K7 w - - 0 0', 'error.fen_fullmove'],
    ['move 65536', '8/8/8/8/8/k7/8/K7 w - - 0 65536', 'error.fen_fullmove'],
    ['a move of six digits', '8/8/8/8/8/k7/8/K7 w - - 0 100000', 'error.fen_fullmove'],
    ['the waiting side in check', '4k3/8/8/8/8/8/8/4RK2 w - - 0 1', 'error.fen_check'],
    ['kings side by side', '8/8/8/8/8/8/k7/K7 w - - 0 1', 'error.fen_check'],
    ['three checkers', '4k3/8/8/8/1b2r3/8/6n1/4K3 w - - 0 1', 'error.fen_checkers'],
    ['two knights that check', '4k3/8/8/8/8/3n1n2/8/4K3 w - - 0 1', 'error.fen_checkers'],
    ['two pawns that check', '4k3/8/8/8/8/8/3p1p2/4K3 w - - 0 1', 'error.fen_checkers'],
    ['two rooks that check along one rank', 'k7/8/8/r3K2r/8/8/8/8 w - - 0 1', 'error.fen_checkers'],
    [
      'two rooks neither of which can have uncovered the other',
      'k3r3/8/8/8/7r/8/8/4K2r w - - 0 1',
      'error.fen_checkers',
    ],
    ['a pawn and a knight that check', '4k3/8/8/8/8/3n4/3p4/4K3 w - - 0 1', 'error.fen_checkers'],
    ['nine pawns', '4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1', 'error.fen_men'],
    ['ten queens', 'QQQQQQQQ/Q7/8/8/7k/8/8/QK6 w - - 0 1', 'error.fen_men'],
    ['eight pawns and two queens', '4k3/8/8/8/8/8/PPPPPPPP/QQ2K3 w - - 0 1', 'error.fen_men'],
    ['eight pawns and two bishops of one colour', '4k3/8/8/8/8/8/PPPPPPPP/B1B1K3 w - - 0 1', 'error.fen_men'],
  ])('with %s is refused for that reason', (_, text, key) => {
    expect(refusalOf(() => readFen(text, 'all'))?.key).toBe(key);
  });

  it.each([
    ['White', 'QQQQQQQQ/Q7/8/8/7k/8/8/QK6 w - - 0 1'],
    ['Black', '4k3/p7/pppppppp/8/8/8/8/4K3 w - - 0 1'],
  ])('with too many men of %s says whose they are', (side, text) => {
    expect(() => readFen(text, 'all')).toThrow(`${side} has more pieces`);
  });

  it.each([
    ['a rook that uncovers a bishop', '4k3/8/8/8/1b6/8/4r3/4K3 w - - 0 1'],
    ['a knight that uncovers a rook', '4k3/4r3/8/8/8/3n4/8/4K3 w - - 0 1'],
    ['a promotion that uncovers a rook', '8/k6r/8/8/8/8/4r3/K4q2 w - - 0 1'],
    ['a capture in passing that opens two lines', '4k3/8/8/3K4/8/1bp5/8/3r4 w - - 0 1'],
  ])('with a double check by %s is read', (_, text) => {
    expect(refusalOf(() => readFen(text, 'all'))).toBeNull();
  });

  it.each([
    ['10000', '4k3/8/8/8/8/8/8/R3K3 b Q - 0 9999', '8/4k3/8/8/8/8/8/R3K3 w Q - 1 10000'],
    ['65535, where it stays', '4k3/8/8/8/8/8/8/R3K3 b Q - 0 65535', '8/4k3/8/8/8/8/8/R3K3 w Q - 1 65535'],
  ])('that a game leads to is read at move %s', (_, start, after) => {
    const game = playMove(
      startGame({ id: idFor(1), fen: start, createdAt: testTime }),
      { from: 'e8', to: 'e7' },
      testTime,
    );

    expect(currentFen(game)).toBe(after);
    expect(readFen(currentFen(game), 'all')).toBe(after);
    expect(replayMoves(start, game.moves)).toEqual(game.moves);
  });

  it('that has too high a move number is told how high it can be', () => {
    expect(refusalOf(() => readFen('8/8/8/8/8/k7/8/K7 w - - 0 65536', 'all'))?.params).toEqual({
      maximum: 65_535,
    });
  });

  it('of every position that arises in a game is read', () => {
    for (let seed = 1; seed <= 60; seed++) {
      const { moves } = randomGame({ seed, plies: 120 });
      for (const { fen } of moves) expect(readFen(fen, 'all')).toBe(fen);
    }
  });

  it('with many ranks too many is told how many', () => {
    expect(refusalOf(() => readFen(`${Array(30).fill('8').join('/')} w - - 0 1`, 'all'))?.params).toEqual({
      count: 30,
    });
  });

  it('of any length is answered at once', () => {
    const before = performance.now();

    expect(refusalOf(() => readFen('1/'.repeat(500_000), 'all'))?.key).toBe('error.fen_fields');
    expect(refusalOf(() => readFen(`${'p'.repeat(1_000_000)} w - - 0 1`, 'all'))?.key).toBe(
      'error.fen_rank_count',
    );
    expect(refusalOf(() => readFen('a '.repeat(500_000), 'all'))?.key).toBe('error.fen_fields');
    expect(performance.now() - before).toBeLessThan(5000);
  });
});
