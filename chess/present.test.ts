import { describe, expect, it } from 'vitest';

import { render } from './messages.ts';
import { abort, act, playMove, startGame } from './play.ts';
import {
  ArchivedView,
  GameState,
  GameSummary,
  LegalMoves,
  MoveAnswer,
  presentGame,
  presentMoveAnswer,
  presentMoves,
  presentReplay,
  presentSummary,
} from './present.ts';
import { changeMessageOf } from './change-message.ts';
import { idFor, randomGame, testTime } from './testing/random-game.ts';

const start = startGame({ id: idFor(1), createdAt: testTime });
const e4 = playMove(start, { from: 'e2', to: 'e4' }, testTime);
const e5 = playMove(e4, { from: 'e7', to: 'e5' }, testTime);
const resigned = act(e5, { action: 'resign' }, testTime);

describe('a game on the wire', () => {
  it('shows its position and its moves, flat and nested', () => {
    const { state, ...flat } = presentGame(e4);

    expect(state).toEqual(flat);
    expect(flat).toMatchObject({
      game_id: idFor(1),
      turn: 'black',
      en_passant: 'e3',
      halfmove_clock: 0,
      fullmove_number: 1,
      status: 'in_progress',
      result: null,
      end_reason: null,
      is_over: false,
      is_check: false,
      legal_move_count: 20,
      draw_offer: null,
      move_history: [
        {
          move_number: 1,
          side: 'white',
          notation: 'e2e4',
          san: 'e4',
          move_json: { from: 'e2', to: 'e4', promotion: null },
        },
      ],
    });
  });

  it('numbers moves from where the game began', () => {
    const game = startGame({ id: idFor(1), fen: '4k3/P7/8/8/8/8/8/4K3 b - - 0 12', createdAt: testTime });
    const moved = playMove(game, { from: 'e8', to: 'd7' }, testTime);
    const promoted = playMove(moved, { from: 'a7', to: 'a8', promotion: 'Q' }, testTime);

    expect(presentGame(promoted).move_history).toMatchObject([
      { move_number: 12, side: 'black', notation: 'e8d7' },
      { move_number: 13, side: 'white', notation: 'a7a8=Q' },
    ]);
  });

  it('shows no moves when it is over', () => {
    expect(presentGame(resigned)).toMatchObject({
      status: 'resigned',
      is_over: true,
      result: 'BlackWins',
      end_reason: 'Resignation',
      legal_move_count: 0,
    });
    expect(presentMoves(resigned)).toEqual({ turn: 'white', moves: [], count: 0 });
    expect(presentMoves(e4).count).toBe(20);
  });

  it('is summed up', () => {
    expect(presentSummary(resigned)).toEqual({
      game_id: idFor(1),
      status: 'resigned',
      turn: 'white',
      fullmove_number: 2,
      is_over: true,
      result: 'BlackWins',
      created_at: 1_709_208_000,
    });
  });

  it('answers a move with its name and an action without', () => {
    expect(presentMoveAnswer(e5, 'text')).toMatchObject({ success: true, message: 'text', san: 'e5' });
    expect(presentMoveAnswer(resigned, 'text', null)).toMatchObject({ san: null, status: 'resigned' });
  });

  it('fits its schemas', () => {
    for (const seed of [1, 2, 3]) {
      const game = abort(randomGame({ seed, plies: 30 }), testTime);
      expect(() => {
        GameState.parse(presentGame(game));
        GameSummary.parse(presentSummary(game));
        MoveAnswer.parse(presentMoveAnswer(game, 'text'));
        LegalMoves.parse(presentMoves(game));
        ArchivedView.parse(presentReplay(game, 12));
      }).not.toThrow();
    }
  });
});

describe('a replay', () => {
  it('shows only at the end how the game ended', () => {
    expect(presentReplay(resigned)).toMatchObject({
      at_move: 2,
      total_moves: 2,
      is_over: true,
      result: 'BlackWins',
      end_reason: 'Resignation',
      state: { status: 'resigned', legal_move_count: 0 },
    });
    expect(presentReplay(resigned, 1)).toMatchObject({
      at_move: 1,
      total_moves: 2,
      is_over: false,
      result: null,
      end_reason: null,
      state: { status: 'in_progress', turn: 'black', legal_move_count: 20 },
    });
  });

  it.each([
    [0, 0],
    [1, 1],
    [2, 2],
    [3, 2],
    [1_000_000, 2],
  ])('of half-move %i shows half-move %i', (asked, shown) => {
    const view = presentReplay(resigned, asked);

    expect(view.at_move).toBe(shown);
    expect(view.state.position_history).toEqual(
      [
        'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
        'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1',
        'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2',
      ].slice(0, shown + 1),
    );
  });
});

describe('what happened', () => {
  it.each([
    ['a move', start, e4, 'White played e4'],
    ['an end', e5, resigned, 'Resignation: Black wins'],
    ['an offer', e5, act(e5, { action: 'offer_draw', side: 'black' }, testTime), 'Black offers a draw'],
    ['an abort', e5, abort(e5, testTime), 'The game was aborted'],
  ])('is said of %s', (_, before, after, text) => {
    const { key, params } = changeMessageOf(before, after);

    expect(render('en', key, params)).toBe(text);
  });
});
