import { describe, expect, it } from 'vitest';

import { startFen } from './fen.ts';
import type { Game } from './game.ts';
import { abort, act, type Action, playMove, startGame } from './play.ts';
import { idFor, testTime } from './testing/random-game.ts';
import { refusalOf } from './testing/refusal.ts';

const later = new Date('2024-02-29T13:00:00Z');

function begin(fen?: string): Game {
  return startGame({ id: idFor(1), fen, createdAt: testTime });
}

/** Moves as coordinates with spaces between, promotions as a fifth letter. */
function playAll(game: Game, moves: string): Game {
  let played = game;
  for (const move of moves.split(' ')) {
    const promotion = move.charAt(4) || null;
    played = playMove(played, { from: move.slice(0, 2), to: move.slice(2, 4), promotion }, later);
  }
  return played;
}

describe('a game', () => {
  it('starts with the standard position', () => {
    expect(begin()).toMatchObject({ startFen, moves: [], outcome: null, drawOffer: null, endedAt: null });
  });

  it.each([
    ['7k/6Q1/6K1/8/8/8/8/8 b - - 0 1', { result: 'WhiteWins', reason: 'Checkmate' }],
    ['7k/8/6QK/8/8/8/8/8 b - - 0 1', { result: 'Draw', reason: 'Stalemate' }],
    ['8/8/8/8/8/k7/8/K7 b - - 0 1', { result: 'Draw', reason: 'InsufficientMaterial' }],
    ['8/8/8/8/8/k7/7R/K7 b - - 150 99', { result: 'Draw', reason: 'SeventyFiveMoveRule' }],
    ['7k/6Q1/6K1/8/8/8/8/8 b - - 150 99', { result: 'WhiteWins', reason: 'Checkmate' }],
  ])('that begins where it is over is finished: %s', (fen, outcome) => {
    expect(begin(fen)).toMatchObject({ outcome, endedAt: testTime });
  });

  it('keeps what each move is and leads to', () => {
    const game = playAll(begin(), 'e2e4 e7e5');

    expect(game.moves).toEqual([
      {
        from: 'e2',
        to: 'e4',
        promotion: null,
        san: 'e4',
        fen: 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1',
        offersDraw: false,
      },
      {
        from: 'e7',
        to: 'e5',
        promotion: null,
        san: 'e5',
        fen: 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2',
        offersDraw: false,
      },
    ]);
  });

  it('leaves the game before a move as it was', () => {
    const before = begin();

    playAll(before, 'e2e4');

    expect(before.moves).toEqual([]);
  });

  it("ends with fool's mate", () => {
    const game = playAll(begin(), 'f2f3 e7e5 g2g4 d8h4');

    expect(game.outcome).toEqual({ result: 'BlackWins', reason: 'Checkmate' });
    expect(game.moves.at(-1)?.san).toBe('Qh4#');
    expect(game.endedAt).toBe(later);
    expect(refusalOf(() => playAll(game, 'a2a3'))).toMatchObject({
      code: 'game_over',
      key: 'error.game_over',
    });
    expect(refusalOf(() => act(game, { action: 'resign' }, later))?.code).toBe('game_over');
    expect(refusalOf(() => abort(game, later))?.code).toBe('game_over');
  });

  it.each([
    ['e1g1', 'O-O', 'r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1'],
    ['e1h1', 'O-O', 'r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1'],
    ['e1c1', 'O-O-O', 'r3k2r/8/8/8/8/8/8/2KR3R b kq - 1 1'],
    ['e1a1', 'O-O-O', 'r3k2r/8/8/8/8/8/8/2KR3R b kq - 1 1'],
    ['a1a8', 'Rxa8+', 'R3k2r/8/8/8/8/8/8/4K2R b Kk - 0 1'],
  ])('castles and loses rights: %s', (move, san, fen) => {
    const [played] = playAll(begin('r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1'), move).moves;

    expect(played).toMatchObject({ san, fen });
  });

  it.each([
    ['e1h1', '4k3/8/8/8/8/8/8/4K2R w K - 0 1', '4k3/8/8/8/8/8/8/5RK1 b - - 1 1'],
    ['e1a1', '4k3/8/8/8/8/8/8/R3K3 w Q - 0 1', '4k3/8/8/8/8/8/8/2KR4 b - - 1 1'],
    ['e8h8', '4k2r/8/8/8/8/8/8/4K3 b k - 0 1', '5rk1/8/8/8/8/8/8/4K3 w - - 1 2'],
    ['e8a8', 'r3k3/8/8/8/8/8/8/4K3 b q - 0 1', '2kr4/8/8/8/8/8/8/4K3 w - - 1 2'],
  ])('castles by the king onto the rook at its home: %s', (move, fen, after) => {
    expect(playAll(begin(fen), move).moves[0]?.fen).toBe(after);
  });

  it.each([
    ['e1d2', '4k3/8/8/8/8/8/3R4/4K2R w K - 0 1'],
    ['e1d1', '4k3/8/8/8/8/8/8/R2RK3 w Q - 0 1'],
    ['e1h5', '4k3/8/8/7R/8/8/8/4K2R w K - 0 1'],
    ['e1a8', 'R7/4k3/8/8/8/8/8/R3K3 w Q - 0 1'],
    ['e1a1', '4k3/8/8/8/8/8/8/R3K2R w K - 0 1'],
    ['e8e7', 'r3k3/4r3/8/8/8/8/8/3K4 b q - 0 1'],
  ])('has no castling in a king sent onto any other rook: %s', (move, fen) => {
    expect(refusalOf(() => playAll(begin(fen), move))).toMatchObject({
      code: 'illegal_move',
      key: 'error.illegal_move',
    });
  });

  it('takes a pawn in passing only at once', () => {
    const pushed = playAll(begin('4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1'), 'd7d5');

    expect(playAll(pushed, 'e5d6').moves.at(-1)).toMatchObject({
      san: 'exd6',
      fen: '4k3/8/3P4/8/8/8/8/4K3 b - - 0 2',
    });
    const gone = playAll(pushed, 'e1e2 e8e7 e2e1 e7e8');
    expect(refusalOf(() => playAll(gone, 'e5d6'))?.code).toBe('illegal_move');
  });

  it('promotes to what is asked for, in either case', () => {
    const game = begin('8/P6k/8/8/8/8/8/K7 w - - 0 1');

    expect(playAll(game, 'a7a8q').moves[0]).toMatchObject({ san: 'a8=Q', promotion: 'Q' });
    expect(playAll(game, 'a7a8N').moves[0]).toMatchObject({ san: 'a8=N', promotion: 'N' });
  });
});

describe('a move', () => {
  const pinned = 'k3r3/8/8/8/8/8/4N3/4K2R w K - 0 1';

  it.each([
    ['off the board', startFen, 'e2e9', 'invalid_field', 'error.invalid_square'],
    ['to an unknown piece', startFen, 'e2e4x', 'invalid_field', 'error.unknown_value'],
    ['from an empty square', startFen, 'e3e4', 'empty_square', 'error.empty_square'],
    ['of the other side', startFen, 'e7e5', 'wrong_side', 'error.wrong_side'],
    ['that the man can not make', startFen, 'e2e5', 'illegal_move', 'error.illegal_move'],
    ['of a pinned man', pinned, 'e2c3', 'illegal_move', 'error.illegal_move_check'],
    ['into check', 'k2r4/8/8/8/8/8/8/4K3 w - - 0 1', 'e1d1', 'illegal_move', 'error.illegal_move_check'],
    [
      'castling through check',
      'k4r2/8/8/8/8/8/8/4K2R w K - 0 1',
      'e1g1',
      'illegal_move',
      'error.illegal_move',
    ],
    [
      'castling through check onto the rook',
      'k4r2/8/8/8/8/8/8/4K2R w K - 0 1',
      'e1h1',
      'illegal_move',
      'error.illegal_move',
    ],
    [
      'castling into check',
      'k5r1/8/8/8/8/8/8/4K2R w K - 0 1',
      'e1g1',
      'illegal_move',
      'error.illegal_move_check',
    ],
    [
      'castling out of check',
      'k3r3/8/8/8/8/8/8/4K2R w K - 0 1',
      'e1g1',
      'illegal_move',
      'error.illegal_move',
    ],
    [
      'castling without the right',
      'k7/8/8/8/8/8/8/4K2R w - - 0 1',
      'e1g1',
      'illegal_move',
      'error.illegal_move',
    ],
    [
      'to the last rank without promotion',
      '8/P6k/8/8/8/8/8/K7 w - - 0 1',
      'a7a8',
      'promotion_required',
      'error.promotion_required',
    ],
    ['that can not promote', startFen, 'e2e4q', 'promotion_not_allowed', 'error.promotion_not_allowed'],
  ])('%s is told what is wrong', (_, fen, move, code, key) => {
    expect(refusalOf(() => playAll(begin(fen), move))).toMatchObject({ code, key });
  });

  it.each([
    [startFen, 'e7e5', 'It is the turn of White'],
    [startFen.replace(' w ', ' b '), 'e2e4', 'It is the turn of Black'],
  ])('of the other side is told whose turn it is', (fen, move, told) => {
    expect(() => playAll(begin(fen), move)).toThrow(told);
  });

  it('that is not legal is answered with those that are', () => {
    expect(refusalOf(() => playAll(begin(), 'b1d2'))?.alternatives).toEqual(['c3', 'a3']);
    expect(refusalOf(() => playAll(begin('8/P6k/8/8/8/8/8/K7 w - - 0 1'), 'a7b8'))?.alternatives).toEqual([
      'a8',
    ]);
  });
});

describe('an action', () => {
  const opening = 'e2e4 e7e5';
  const actAll = (game: Game, ...actions: (Action | string)[]) =>
    actions.reduce<Game>(
      (played, step) => (typeof step === 'string' ? playAll(played, step) : act(played, step, later)),
      game,
    );
  const offer = { action: 'offer_draw' };
  const accept = { action: 'accept_draw' };

  it('resigns for the side to move, or for the side that says so', () => {
    expect(actAll(begin(), 'e2e4', { action: 'resign' }).outcome).toEqual({
      result: 'WhiteWins',
      reason: 'Resignation',
    });
    expect(actAll(begin(), 'e2e4', { action: 'resign', side: 'white' }).outcome?.result).toBe('BlackWins');
  });

  it.each([
    ['a bare king', '7k/8/8/8/8/8/8/KR6 w - - 0 1', 'Draw'],
    ['a knight against a queen', '6nk/8/8/8/8/8/8/KQ6 w - - 0 1', 'Draw'],
    ['a knight against a rook', '6nk/8/8/8/8/8/8/KR6 w - - 0 1', 'BlackWins'],
    ['a bishop against rooks', '6bk/8/8/8/8/8/8/KRR5 w - - 0 1', 'Draw'],
    ['a bishop against a pawn', '6bk/8/8/8/8/8/P7/K7 w - - 0 1', 'BlackWins'],
    ['a bishop against one of the other colour', '5b1k/8/8/8/8/8/8/K4B2 w - - 0 1', 'BlackWins'],
    ['two knights', '5nnk/8/8/8/8/8/8/KQ6 w - - 0 1', 'BlackWins'],
    ['a pawn', '7k/7p/8/8/8/8/8/KQ6 w - - 0 1', 'BlackWins'],
  ])('resigns against %s: the result says whether that can mate', (_, fen, result) => {
    expect(actAll(begin(fen), { action: 'resign' }).outcome).toEqual({ result, reason: 'Resignation' });
  });

  it("lets an offer stand through the offerer's move and lets the opponent accept", () => {
    const offered = actAll(begin(), opening, offer, 'g1f3');

    expect(offered.drawOffer).toBe('white');
    expect(offered.moves.map((move) => move.offersDraw)).toEqual([false, false, true]);
    expect(actAll(offered, accept)).toMatchObject({
      outcome: { result: 'Draw', reason: 'DrawAgreement' },
      drawOffer: null,
      endedAt: later,
    });
  });

  it('clears an offer when the opponent moves instead', () => {
    const game = actAll(begin(), opening, offer, 'g1f3 b8c6');

    expect(game.drawOffer).toBeNull();
    expect(refusalOf(() => actAll(game, accept))).toMatchObject({ code: 'no_draw_offer' });
  });

  it('writes an offer made after a move to that move', () => {
    const game = actAll(begin(), opening, { ...offer, side: 'black' });

    expect(game.moves.map((move) => move.offersDraw)).toEqual([false, true]);
    expect(actAll(game, 'g1f3').drawOffer).toBeNull();
    expect(actAll(game, accept).outcome?.reason).toBe('DrawAgreement');
  });

  it.each([
    ['accepting nothing', [opening, accept], 'no_draw_offer', 'error.no_draw_offer'],
    ['accepting the own offer', [opening, offer, accept], 'draw_not_possible', 'error.own_draw_offer'],
    ['a second offer', [opening, offer, 'g1f3', offer], 'draw_not_possible', 'error.draw_offer_open'],
    ['accepting too early', [offer, 'e2e4', accept], 'draw_not_possible', 'error.draw_too_early'],
    ['an unknown action', [{ action: 'dance' }], 'unknown_action', 'error.unknown_action'],
    ['a claim without a reason', [{ action: 'claim_draw' }], 'missing_field', 'error.missing_field'],
    [
      'a claim for no reason',
      [{ action: 'claim_draw', reason: 'boring' }],
      'unknown_reason',
      'error.unknown_reason',
    ],
    [
      'a claim out of turn',
      [{ action: 'claim_draw', reason: 'fifty_move_rule', side: 'black' as const }],
      'wrong_side',
      'error.wrong_side',
    ],
  ])('refuses %s', (_, steps, code, key) => {
    expect(refusalOf(() => actAll(begin(), ...steps))).toMatchObject({ code, key });
  });

  it('aborts without a result', () => {
    expect(abort(playAll(begin(), 'e2e4'), later)).toMatchObject({
      outcome: { result: null, reason: 'Aborted' },
      endedAt: later,
    });
  });
});
