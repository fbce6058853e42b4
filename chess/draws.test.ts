import { describe, expect, it } from 'vitest';

import { claimOf } from './claims.ts';
import { readFen } from './fen.ts';
import type { Game } from './game.ts';
import { act, playMove, startGame } from './play.ts';
import { endOf } from './position.ts';
import { idFor, testTime } from './testing/random-game.ts';
import { refusalOf } from './testing/refusal.ts';

function play(fen: string | undefined, moves: string): Game {
  return moves
    .split(' ')
    .filter((move) => move !== '')
    .reduce(
      (game, move) => playMove(game, { from: move.slice(0, 2), to: move.slice(2, 4) }, testTime),
      startGame({ id: idFor(1), fen, createdAt: testTime }),
    );
}

const claim = (game: Game, reason: string, move?: string) =>
  act(
    game,
    { action: 'claim_draw', reason, move: move ? { from: move.slice(0, 2), to: move.slice(2, 4) } : null },
    testTime,
  );

const knights = 'g1f3 g8f6 f3g1 f6g8';

describe('repetition', () => {
  it('can be claimed the third time, and not before', () => {
    const twice = play(undefined, `${knights} g1f3 g8f6 f3g1`);

    expect(refusalOf(() => claim(twice, 'threefold_repetition'))).toMatchObject({
      code: 'claim_not_valid',
      key: 'error.claim_threefold',
    });
    expect(claim(twice, 'threefold_repetition', 'f6g8').outcome).toEqual({
      result: 'Draw',
      reason: 'ThreefoldRepetition',
    });
    const thrice = play(undefined, `${knights} ${knights}`);
    expect(thrice.outcome).toBeNull();
    expect(claim(thrice, 'threefold_repetition').outcome?.reason).toBe('ThreefoldRepetition');
  });

  it('does not play the move a claim is made with', () => {
    const twice = play(undefined, `${knights} g1f3 g8f6 f3g1`);

    expect(claim(twice, 'threefold_repetition', 'f6g8').moves).toHaveLength(7);
    expect(refusalOf(() => claim(twice, 'threefold_repetition', 'f6e4'))?.code).toBe('claim_not_valid');
    expect(refusalOf(() => claim(twice, 'threefold_repetition', 'f6f2'))?.code).toBe('illegal_move');
  });

  it('that stands on the board is claimed whatever move is named, if it is legal', () => {
    const thrice = play(undefined, `${knights} ${knights}`);

    const claimed = claim(thrice, 'threefold_repetition', 'e2e4');

    expect(claimed.outcome).toEqual({ result: 'Draw', reason: 'ThreefoldRepetition' });
    expect(claimed.moves).toHaveLength(8);
    expect(refusalOf(() => claim(thrice, 'threefold_repetition', 'e2e5'))?.code).toBe('illegal_move');
  });

  it('ends the game the fifth time', () => {
    const four = play(undefined, [knights, knights, knights].join(' '));

    expect(four.outcome).toBeNull();
    expect(play(undefined, [knights, knights, knights, knights].join(' ')).outcome).toEqual({
      result: 'Draw',
      reason: 'FivefoldRepetition',
    });
  });

  it('does not count a position with an en-passant capture as one without', () => {
    // after d7d5 White can take on d6 once; the same placement later is another position
    const start = '4k1n1/3p4/8/4P3/8/8/8/4K1N1 b - - 0 1';
    const back = 'g1f3 g8f6 f3g1 f6g8';

    expect(refusalOf(() => claim(play(start, `d7d5 ${back} ${back}`), 'threefold_repetition'))?.code).toBe(
      'claim_not_valid',
    );
    expect(claim(play(start, `d7d5 ${back} ${back} ${back}`), 'threefold_repetition').outcome?.reason).toBe(
      'ThreefoldRepetition',
    );
  });

  it.each([
    ['no pawn is beside the pushed one', '4k1n1/3p4/8/8/8/8/4P3/4K1N1 b - - 0 1', 'd7d5'],
    ['the capture would expose the king', '8/3p2n1/8/K3P2r/8/8/8/4k1N1 b - - 0 1', 'd7d5'],
  ])('counts a position with an en-passant square as one without when %s', (_, start, push) => {
    const back = start.includes('K3P2r') ? 'g1h3 g7e8 h3g1 e8g7' : 'g1f3 g8f6 f3g1 f6g8';
    const game = play(start, `${push} ${back} ${back}`);

    expect(claim(game, 'threefold_repetition').outcome?.reason).toBe('ThreefoldRepetition');
  });

  it('does not count a position with a castling right as one without', () => {
    const start = '4k3/8/8/8/8/8/8/4K2R w K - 0 1';
    const rook = 'h1h2 e8d8 h2h1 d8e8';

    expect(refusalOf(() => claim(play(start, `${rook} ${rook}`), 'threefold_repetition'))?.code).toBe(
      'claim_not_valid',
    );
    expect(claim(play(start, `${rook} ${rook} ${rook}`), 'threefold_repetition').outcome).not.toBeNull();
  });

  it('does not look beyond a capture or a pawn move', () => {
    const before = ['k7/8/8/8/8/8/8/K6R w - - 5 9', 'k7/8/8/8/8/8/8/KR6 b - - 6 9'];
    const repeated = 'k7/8/8/8/8/8/8/K6R w - - 0 10';

    expect(endOf(repeated, [...before, ...before, ...before, ...before, ...before])).toBeNull();
  });
});

describe('moves without progress', () => {
  it.each([
    ['reached', '4k3/8/8/8/8/8/8/4K2R w - - 100 80', undefined, null],
    ['not reached', '4k3/8/8/8/8/8/8/4K2R w - - 99 80', undefined, 'error.claim_fifty'],
    ['reached with a move', '4k3/8/8/8/8/8/8/4K2R w - - 99 80', 'h1h2', null],
    ['not reached with a capture', '4k3/8/8/8/8/8/7p/4K2R w - - 99 80', 'h1h2', 'error.claim_fifty'],
    ['not reached with a pawn move', '4k3/8/8/8/8/8/7P/4K2R w - - 99 80', 'h2h3', 'error.claim_fifty'],
    ['reached before a pawn move', '4k3/8/8/8/8/8/7P/4K2R w - - 100 80', 'h2h3', null],
    ['reached before an illegal move', '4k3/8/8/8/8/8/7P/4K2R w - - 100 80', 'h2h5', 'error.illegal_move'],
  ])('are claimed at fifty: %s', (_, fen, move, key) => {
    expect(refusalOf(() => claim(play(fen, ''), 'fifty_move_rule', move))?.key ?? null).toBe(key);
  });

  it('end the game at seventy-five', () => {
    const start = '4k3/8/8/8/8/8/8/4K2R w - - 148 99';

    expect(play(start, 'h1h2').outcome).toBeNull();
    expect(play(start, 'h1h2 e8d8').outcome).toEqual({ result: 'Draw', reason: 'SeventyFiveMoveRule' });
  });

  it('are no draw when the last of them mates', () => {
    expect(play('7k/8/6K1/8/8/8/8/R7 w - - 149 99', 'a1a8').outcome).toEqual({
      result: 'WhiteWins',
      reason: 'Checkmate',
    });
  });
});

describe('a position', () => {
  it.each([
    ['two kings', '8/8/8/3k4/8/8/3K4/8 w - - 0 1'],
    ['a knight', '8/8/8/3k4/8/8/3K4/3N4 w - - 0 1'],
    ['a bishop', '8/8/8/3k4/8/8/3K4/3b4 w - - 0 1'],
    ['bishops of one colour on both sides', '5b2/8/8/3k4/8/8/3K4/B1B5 w - - 0 1'],
    ['pawns that lock the whole board', '4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1'],
    ['pawns that lock it in steps', '8/4k3/8/1p1p1p1p/pPpPpPpP/P1P1P1P1/4K3/8 w - - 0 1'],
    ['locked pawns, one of them giving check', '8/8/8/kp1p1p1p/pP1P1P1P/P7/8/4K3 b - - 0 1'],
  ])('is dead with %s', (_, fen) => {
    expect(endOf(readFen(fen, 'all'))).toEqual({ result: 'Draw', reason: 'InsufficientMaterial' });
  });

  it.each([
    ['knights on both sides', '8/8/8/3k4/8/3n4/3K4/3N4 w - - 0 1'],
    ['two knights', '8/8/8/3k4/8/8/3K4/2NN4 w - - 0 1'],
    ['a bishop against a knight', '8/8/8/3k4/8/3n4/3K4/3B4 w - - 0 1'],
    ['bishops of opposite colours', '4b3/8/8/3k4/8/8/3K4/2B5 w - - 0 1'],
    ['a pawn', '8/8/8/3k4/8/8/3KP3/8 w - - 0 1'],
    ['a wall with an open file', '4k3/8/8/p1p1p3/P1P1P3/8/8/4K3 w - - 0 1'],
    ['a wall with a pawn that is free', '4k3/8/8/p1p1p1p1/P1P1P1P1/8/7P/4K3 w - - 0 1'],
    ['a wall with a capture', '4k3/8/8/pp2p1p1/P1P1P1P1/8/8/4K3 w - - 0 1'],
    ['a wall that can be taken in passing', '4k3/8/8/2pPp1p1/2P1P1P1/8/8/4K3 w - c6 0 1'],
    ['a wall with a piece behind it', '4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/B3K3 w - - 0 1'],
    ['a wall whose pawn a king can take', '8/8/8/kp1p1p1p/1P1P1P1P/8/8/4K3 b - - 0 1'],
    ['a wall in which only a king stops a pawn', '8/4k3/4P3/p1p3p1/P1P3P1/8/8/4K3 w - - 0 1'],
    ['a lone pair of pawns kings can walk round', '4k3/8/8/4p3/4P3/8/8/4K3 w - - 0 1'],
  ])('goes on with %s', (_, fen) => {
    expect(endOf(readFen(fen, 'all'))).toBeNull();
  });

  it('is dead as soon as the last pawn is taken', () => {
    const start = '8/8/8/8/8/8/3p4/3K3k w - - 0 1';

    expect(play(start, '').outcome).toBeNull();
    expect(play(start, 'd1d2').outcome).toEqual({ result: 'Draw', reason: 'InsufficientMaterial' });
  });
});

it('says whether a claim would hold', () => {
  expect(claimOf(play(undefined, ''))).toBeNull();
  expect(claimOf(play(undefined, `${knights} g1f3 g8f6`))).toBeNull();
  expect(claimOf(play(undefined, `${knights} g1f3 g8f6 f3g1`))).toBe('with_move');
  expect(claimOf(play(undefined, `${knights} ${knights}`))).toBe('now');
  expect(claimOf(play('4k3/8/8/8/8/8/4P3/4K2R w - - 98 80', ''))).toBeNull();
  expect(claimOf(play('4k3/8/8/8/8/8/4P3/4K2R w - - 99 80', ''))).toBe('with_move');
  expect(claimOf(play('4k3/8/8/8/8/8/4P3/4K2R w - - 100 80', ''))).toBe('now');
  // the only legal move captures
  expect(claimOf(play('k7/8/8/8/8/8/1q6/K7 w - - 99 80', ''))).toBeNull();
});
