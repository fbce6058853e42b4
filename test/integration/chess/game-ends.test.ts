import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Board, boardOf } from '../../support/games.ts';
import { type Answer, type Management, startManagement } from '../../support/management.ts';

let api: Management;
let board: Board;
beforeAll(async () => {
  api = await startManagement();
  board = boardOf(api);
});
afterAll(() => api.stop());

const knights = 'g1f3 g8f6 f3g1 f6g8';

interface End {
  status: string;
  result: string | null;
  end_reason: string;
}

const end = (status: string, result: string | null, reason: string): End => ({
  status,
  result,
  end_reason: reason,
});

describe('a game ends by itself', () => {
  it.each([
    ['at checkmate', undefined, 'f2f3 e7e5 g2g4 d8h4', end('checkmate', 'BlackWins', 'Checkmate')],
    ['at stalemate', '7k/8/5K2/6Q1/8/8/8/8 w - - 0 1', 'g5g6', end('stalemate', 'Draw', 'Stalemate')],
    [
      'when neither side can mate any more',
      '8/8/8/8/8/4k3/4p3/4K2B b - - 0 1',
      'e3d3 h1c6 d3c4 e1e2',
      end('draw', 'Draw', 'InsufficientMaterial'),
    ],
    [
      'at the fifth repetition',
      undefined,
      Array.from({ length: 4 }, () => knights).join(' '),
      end('draw', 'Draw', 'FivefoldRepetition'),
    ],
    [
      'after 75 moves without progress',
      'R6k/8/8/8/8/8/8/K7 b - - 148 90',
      'h8g7 a8a7',
      end('draw', 'Draw', 'SeventyFiveMoveRule'),
    ],
    [
      'by the mate, not by the count, when the 75th move mates',
      '7k/R7/8/6K1/8/8/8/1R6 w - - 149 90',
      'b1b8',
      end('checkmate', 'WhiteWins', 'Checkmate'),
    ],
  ])('%s', async (_when, fen, moves, expected) => {
    const id = fen === undefined ? await board.start() : await board.startFrom(fen);

    const { body } = await board.play(id, moves);

    await expectEnded(id, body, expected);
  });
});

describe('a game ends by an action of a player', () => {
  it('resigning, for the side to move', async () => {
    const id = await board.start();
    await board.play(id, 'e2e4');

    const { status, body } = await board.act(id, { action: 'resign' });

    expect(status).toBe(200);
    expect(body).toMatchObject({
      success: true,
      message: 'Resignation: White wins',
      is_over: true,
      san: null,
    });
    await expectEnded(id, body, end('resigned', 'WhiteWins', 'Resignation'));
  });

  it('resigning for the side that is named', async () => {
    const id = await board.start();

    const { body } = await board.act(id, { action: 'resign', side: 'black' });

    await expectEnded(id, body, end('resigned', 'WhiteWins', 'Resignation'));
  });

  it('with a draw when the opponent of who resigns could never mate', async () => {
    const id = await board.startFrom('4k3/8/8/8/8/8/4P3/4K3 w - - 0 1');

    const { body } = await board.act(id, { action: 'resign' });

    await expectEnded(id, body, end('draw', 'Draw', 'Resignation'));
  });

  it('accepting an offer, which stands through the own move of who made it', async () => {
    const id = await board.start();
    await board.play(id, 'e2e4 e7e5');

    const offered = await board.act(id, { action: 'offer_draw' });
    await board.play(id, 'g1f3');
    const standing = await board.get(id);
    const { body } = await board.act(id, { action: 'accept_draw' });

    expect(offered.body).toMatchObject({ message: 'White offers a draw', status: 'in_progress', san: null });
    expect(standing.body['draw_offer']).toBe('white');
    await expectEnded(id, body, end('draw', 'Draw', 'DrawAgreement'));
  });

  it('accepting an offer before its maker has moved', async () => {
    const id = await board.start();
    await board.play(id, 'e2e4 e7e5');
    await board.act(id, { action: 'offer_draw' });

    const { body } = await board.act(id, { action: 'accept_draw' });

    await expectEnded(id, body, end('draw', 'Draw', 'DrawAgreement'));
  });

  it('and not by an offer that was answered with a move', async () => {
    const id = await board.start();
    await board.play(id, 'e2e4 e7e5');
    await board.act(id, { action: 'offer_draw', side: 'black' });
    await board.play(id, 'g1f3');

    const { status, body } = await board.act(id, { action: 'accept_draw' });

    expect({ status, code: body['code'] }).toEqual({ status: 400, code: 'no_draw_offer' });
    expect((await board.get(id)).body['draw_offer']).toBeNull();
  });

  it.each([
    ['the third repetition', {}, `${knights} ${knights}`],
    [
      'a third repetition that the next move makes',
      { move: { from: 'f6', to: 'g8' } },
      `${knights} g1f3 g8f6 f3g1`,
    ],
  ])('claiming %s', async (_what, extra, moves) => {
    const id = await board.start();
    await board.play(id, moves);

    const { body } = await board.act(id, { action: 'claim_draw', reason: 'threefold_repetition', ...extra });

    await expectEnded(id, body, end('draw', 'Draw', 'ThreefoldRepetition'));
  });

  it.each([
    ['fifty moves without progress', 100, {}],
    ['fifty moves that the next one makes', 99, { move: { from: 'a8', to: 'a7', promotion: null } }],
  ])('claiming %s', async (_what, clock, extra) => {
    const id = await board.startFrom(`R7/8/8/8/8/2k5/8/K7 w - - ${clock} 90`);

    const { body } = await board.act(id, { action: 'claim_draw', reason: 'fifty_move_rule', ...extra });

    await expectEnded(id, body, end('draw', 'Draw', 'FiftyMoveRule'));
  });
});

it('an en-passant square without a legal capture makes no other position', async () => {
  // after a2a4 the en passant square is a3, but no black pawn can capture there
  const id = await board.start();
  await board.play(id, 'a2a4 g8f6 g1f3 f6g8 f3g1 g8f6 g1f3 f6g8 f3g1');

  const { status, body } = await board.act(id, { action: 'claim_draw', reason: 'threefold_repetition' });

  expect(status, JSON.stringify(body)).toBe(200);
});

/** The answer, the game, its archive and its PGN agree on the ending, and the game accepts no further move. */
async function expectEnded(id: string, answer: Answer['body'], expected: End): Promise<void> {
  const facts = { ...expected, is_over: true };
  expect(answer).toMatchObject({ ...facts, state: facts });
  const game = await board.get(id);
  expect(game.body).toMatchObject({ ...facts, legal_move_count: 0 });
  expect((await board.get(`${id}/moves`)).body).toMatchObject({ moves: [], count: 0 });
  expect((await board.get(`${id}/board`)).status).toBe(200);
  const archived = await api.call('GET', `/api/archive/${id}`);
  expect(archived.body).toMatchObject({
    game_id: id,
    is_over: true,
    result: expected.result,
    end_reason: expected.end_reason,
    at_move: game.body['move_history'].length,
    state: { status: expected.status },
  });
  const token = { WhiteWins: '1-0', BlackWins: '0-1', Draw: '1/2-1/2' }[expected.result ?? ''] ?? '*';
  const { body: exported } = await board.get(`${id}/pgn`);
  expect(String(exported['pgn']).trimEnd().endsWith(token)).toBe(true);
  for (const again of [await board.move(id, 'a1a2'), await board.act(id, { action: 'resign' })]) {
    expect({ status: again.status, code: again.body['code'] }).toEqual({ status: 400, code: 'game_over' });
  }
}
