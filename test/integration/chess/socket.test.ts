import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { render } from '../../../chess/messages.ts';
import { connect, type SocketClient } from './socket-client.ts';
import { type Servers, type SocketServer, startServers } from './socket-server.ts';

let servers: Servers;
let server: SocketServer;
let client: SocketClient;
beforeAll(async () => {
  servers = await startServers();
  server = await servers.start();
  client = await connect(server.url);
});
afterAll(async () => {
  await client.close();
  await servers.stop();
});

const create = async (fields: object = {}) => String((await client.get('create_game', fields))['game_id']);
const play = async (id: string, ...moves: string[]) => {
  for (const move of moves) {
    const [from, to] = [move.slice(0, 2), move.slice(2, 4)];
    await client.get('submit_move', { game_id: id, from, to });
  }
};
/** Fool's mate. */
const mate = ['f2f3', 'e7e5', 'g2g4', 'd8h4'];

describe('actions', () => {
  it('create, list, read and delete games', async () => {
    const created = await client.ask('create_game', { white: 'Ada', black: 'Bo' });
    const id: string = created['data']['game_id'];

    expect(created).toMatchObject({
      type: 'response',
      action: 'create_game',
      success: true,
      data: { message: 'Game created' },
    });
    expect(await client.get('get_game', { game_id: id })).toMatchObject({
      game_id: id,
      turn: 'white',
      status: 'in_progress',
      legal_move_count: 20,
      state: { game_id: id },
    });
    const listed = await client.get('list_games');
    expect(listed['total']).toBe(listed['games'].length);
    expect(listed['games']).toContainEqual(expect.objectContaining({ game_id: id, fullmove_number: 1 }));
    expect(await client.get('delete_game', { game_id: id })).toEqual({ message: 'Game deleted' });
    expect(await client.ask('get_game', { game_id: id })).toMatchObject({
      success: false,
      code: 'game_not_found',
      error: `There is no game ${id}`,
    });
  });

  it('begin at a position and tell when it is over already', async () => {
    const fen = '7k/5Q2/6K1/8/8/8/8/8 w - - 0 1';
    const stalemate = '7k/5Q2/6K1/8/8/8/8/8 b - - 0 1';

    expect(await client.get('get_game', { game_id: await create({ fen }) })).toMatchObject({
      start_fen: fen,
    });
    expect(await client.get('create_game', { fen: stalemate })).toMatchObject({
      is_over: true,
      end_reason: 'Stalemate',
    });
    expect(await client.ask('create_game', { fen: 'nonsense' })).toMatchObject({ code: 'invalid_fen' });
  });

  it('move, and say why not', async () => {
    const id = await create();

    expect(await client.get('submit_move', { game_id: id, from: 'e2', to: 'e4' })).toMatchObject({
      success: true,
      message: 'White played e4',
      status: 'in_progress',
      san: 'e4',
      is_over: false,
      state: { turn: 'black', en_passant: 'e3' },
    });
    expect(await client.ask('submit_move', { game_id: id, from: 'e7', to: 'e4' })).toMatchObject({
      success: false,
      code: 'illegal_move',
      details: { allowed: ['e6', 'e5'] },
    });
    expect(await client.ask('submit_move', { game_id: id, from: 'e4' })).toMatchObject({
      code: 'missing_field',
      error: 'to is missing',
      errors: [{ path: 'to', code: 'missing_field' }],
    });
  });

  it('list legal moves and draw the board', async () => {
    const id = await create();

    const moves = await client.get('get_legal_moves', { game_id: id });
    expect(moves).toMatchObject({ turn: 'white', count: 20 });
    expect(moves['moves']).toContainEqual({ from: 'g1', to: 'f3', promotion: null });
    const { board } = await client.get('get_board', { game_id: id });
    expect(String(board).split('\n')[1]).toBe('8 r n b q k b n r 8');
  });

  it('offer and accept a draw, resign, and claim with an intended move', async () => {
    const agreed = await create();
    await play(agreed, 'e2e4', 'e7e5');
    const resigned = await create();

    expect(await client.get('submit_action', { game_id: agreed, action_type: 'offer_draw' })).toMatchObject({
      message: 'White offers a draw',
      state: { draw_offer: 'white' },
    });
    expect(await client.get('submit_action', { game_id: agreed, action_type: 'accept_draw' })).toMatchObject({
      is_over: true,
      result: 'Draw',
      end_reason: 'DrawAgreement',
    });
    expect(
      await client.get('submit_action', { game_id: resigned, action_type: 'resign', side: 'black' }),
    ).toMatchObject({ result: 'WhiteWins', end_reason: 'Resignation' });

    const repeated = await create();
    await play(repeated, 'g1f3', 'g8f6', 'f3g1', 'f6g8', 'g1f3', 'g8f6', 'f3g1');
    const claim = { game_id: repeated, action_type: 'claim_draw', reason: 'threefold_repetition' };
    expect(await client.ask('submit_action', claim)).toMatchObject({ code: 'claim_not_valid' });
    expect(await client.get('submit_action', { ...claim, from: 'f6', to: 'g8' })).toMatchObject({
      end_reason: 'ThreefoldRepetition',
    });
    expect(await client.ask('submit_action', { game_id: repeated, action_type: 'dance' })).toMatchObject({
      success: false,
    });
  });

  it('list, show and replay the archive, and tell what it takes', async () => {
    const id = await create();
    await play(id, ...mate);

    const listed = await client.get('list_archived', { result: 'BlackWins', per_page: 1 });
    expect(listed['games']).toMatchObject([
      { game_id: id, move_count: 4, result: 'BlackWins', end_reason: 'Checkmate' },
    ]);
    expect(listed).toMatchObject({ total: 1, storage: { archived_count: expect.any(Number) } });
    expect(await client.get('get_archived', { game_id: id })).toMatchObject({
      at_move: 4,
      total_moves: 4,
      is_over: true,
      result: 'BlackWins',
    });
    expect(await client.get('replay_archived', { game_id: id, move_number: 2 })).toMatchObject({
      at_move: 2,
      is_over: false,
      result: null,
    });
    expect(await client.get('replay_archived', { game_id: id, move_number: 99 })).toMatchObject({
      at_move: 4,
    });
    expect(await client.get('replay_archived', { game_id: id })).toMatchObject({ at_move: 4 });
    expect(await client.ask('replay_archived', { game_id: id, move_number: -1 })).toMatchObject({
      code: 'out_of_range',
    });
    const stats = await client.get('get_storage_stats');
    expect(stats['total_bytes']).toBe(stats['active_bytes'] + stats['archive_bytes']);
  });

  it('answer in the order of the questions, each with its request id', async () => {
    const id = await create();
    for (const [index, move] of ['e2e4', 'e7e5', 'g1f3'].entries()) {
      client.send({
        action: 'submit_move',
        request_id: index,
        game_id: id,
        from: move.slice(0, 2),
        to: move.slice(2),
      });
    }

    const answers = [await client.answer(), await client.answer(), await client.answer()];

    expect(answers.map((answer) => answer['request_id'])).toEqual([0, 1, 2]);
    expect(answers.map((answer) => answer['data'].san)).toEqual(['e4', 'e5', 'Nf3']);
  });
});

describe('what is wrong', () => {
  it('with a position is told with its member', async () => {
    expect(await client.ask('create_game', { fen: 'x' })).toMatchObject({
      code: 'invalid_fen',
      errors: [{ path: 'fen', code: 'invalid_fen' }],
    });
  });

  it('with a half-move is told as over HTTP', async () => {
    const { game_id: id } = await client.get('create_game', { fen: '7k/5Q2/6K1/8/8/8/8/8 b - - 0 1' });

    const below = await client.ask('replay_archived', { game_id: id, move_number: -1 });
    const beyond = await client.get('replay_archived', { game_id: id, move_number: 1e30 });

    expect(below).toMatchObject({ code: 'out_of_range', error: 'move_number must be from 0 to 65535' });
    expect(beyond).toMatchObject({ at_move: 0, total_moves: 0 });
  });
});

describe('seats', () => {
  it('move with the token of the frame only', async () => {
    const {
      game_id: id,
      white_token: white,
      black_token: black,
    } = await client.get('create_game', {
      seats: true,
    });
    const move = { game_id: id, from: 'e2', to: 'e4' };

    expect(await client.ask('submit_move', move)).toMatchObject({ code: 'seat_required' });
    expect(await client.ask('submit_move', { ...move, token: 'seat_x' })).toMatchObject({
      code: 'seat_required',
    });
    expect(await client.ask('submit_move', { ...move, token: black })).toMatchObject({
      code: 'not_your_turn',
    });
    expect(await client.ask('submit_move', { ...move, token: white })).toMatchObject({ success: true });
    expect(await client.ask('delete_game', { game_id: id })).toMatchObject({ code: 'seat_required' });
    expect(await client.ask('delete_game', { game_id: id, token: black })).toMatchObject({ success: true });
  });
});

describe('languages', () => {
  it('are chosen by the frame, else by the request that opened the connection', async () => {
    const german = await connect(server.url, { headers: { 'accept-language': 'fr;q=0.5, de' } });
    const spanish = await connect(server.url, {
      query: '?lang=es',
      headers: { 'accept-language': 'de' },
    });
    const failing = { game_id: 'x' };

    expect((await client.ask('get_game', failing))['error']).toBe('game_id is not a UUID');
    expect((await client.ask('get_game', { ...failing, lang: 'de-AT' }))['error']).toMatch(/keine UUID/);
    expect((await german.ask('get_game', failing))['error']).toMatch(/keine UUID/);
    expect((await german.ask('create_game', { lang: 'fr' }))['data'].message).toBe(
      render('fr', 'game_created'),
    );
    expect((await german.ask('create_game', { lang: 'tlh' }))['data'].message).toBe(
      render('de', 'game_created'),
    );
    expect((await spanish.ask('get_game', failing))['error']).toBe(
      (await client.ask('get_game', { ...failing, lang: 'es' }))['error'],
    );

    await Promise.all([german.close(), spanish.close()]);
  });
});
