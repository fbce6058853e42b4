import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '../../../store/postgres/pool.ts';
import { type Board, boardOf } from '../../support/games.ts';
import { AnyRow, type Answer, type Management, startManagement } from '../../support/management.ts';

let api: Management;
let board: Board;
let id: string;
let white: { token: string };
let black: { token: string };
beforeAll(async () => {
  api = await startManagement();
  board = boardOf(api);
});
afterAll(() => api.stop());
beforeEach(async () => {
  const { body } = await api.call('POST', '/api/games', { body: { seats: true } });
  id = body['game_id'];
  white = { token: body['white_token'] };
  black = { token: body['black_token'] };
});

const verdict = ({ status, body }: Answer) => [status, body['code']];
const stranger = { token: 'seat_of-another-game' };

describe('a game with seats', () => {
  it('tells its tokens once and keeps their hashes only', async () => {
    const { body } = await board.get(id);
    const rows = await api.pool.any(sql.type(AnyRow)`select * from games where id = ${id}`);

    expect(white.token).not.toBe(black.token);
    expect(JSON.stringify([body, rows])).not.toContain('seat_');
  });

  it('is moved by the side to move', async () => {
    expect((await board.move(id, 'e2e4', white)).status).toBe(200);
    expect((await board.move(id, 'e7e5', black)).status).toBe(200);
  });

  it('refuses who brings no token, a wrong one, or that of the other side', async () => {
    const anonymous = await board.move(id, 'e2e4');

    expect(verdict(anonymous)).toEqual([401, 'seat_required']);
    expect(anonymous.headers['www-authenticate']).toBe('Bearer');
    expect(verdict(await board.move(id, 'e2e4', stranger))).toEqual([401, 'seat_required']);
    expect(verdict(await board.move(id, 'e2e4', black))).toEqual([403, 'not_your_turn']);
    expect((await board.get(id)).body['move_history']).toEqual([]);
  });

  it('is not moved by tokens of another game', async () => {
    const { body } = await api.call('POST', '/api/games', { body: { seats: true } });

    expect(verdict(await board.move(id, 'e2e4', { token: body['white_token'] }))).toEqual([
      401,
      'seat_required',
    ]);
  });

  it('is read by all', async () => {
    for (const path of ['', '/moves', '/board', '/fen', '/pgn']) {
      expect((await board.get(`${id}${path}`)).status).toBe(200);
      expect((await board.get(`${id}${path}`, stranger)).status).toBe(200);
    }
  });

  it('lets a seat act for its own side only', async () => {
    expect(verdict(await board.act(id, { action: 'resign' }))).toEqual([401, 'seat_required']);
    expect(verdict(await board.act(id, { action: 'resign', side: 'white' }, black))).toEqual([
      400,
      'invalid_field',
    ]);
    expect(verdict(await board.act(id, { action: 'claim_draw', reason: 'fifty_move_rule' }, black))).toEqual([
      403,
      'not_your_turn',
    ]);

    const { body } = await board.act(id, { action: 'resign' }, black);

    expect(body).toMatchObject({ result: 'WhiteWins', end_reason: 'Resignation' });
  });

  it('takes an acceptance from the opponent only', async () => {
    await board.move(id, 'e2e4', white);
    await board.move(id, 'e7e5', black);
    await board.act(id, { action: 'offer_draw' }, white);

    expect(verdict(await board.act(id, { action: 'accept_draw' }, white))).toEqual([
      400,
      'draw_not_possible',
    ]);
    const { body } = await board.act(id, { action: 'accept_draw' }, black);

    expect(body).toMatchObject({ result: 'Draw', end_reason: 'DrawAgreement' });
  });

  it.each([false, true])(
    'is removed by a seat or an administrator only (finished: %s)',
    async (isFinished) => {
      if (isFinished) await board.act(id, { action: 'resign' }, white);
      const admin = await api.createPerson(undefined, true);
      const person = await api.createPerson();
      const remove = (options = {}) => api.call('DELETE', `/api/games/${id}`, options);

      expect(verdict(await remove())).toEqual([401, 'seat_required']);
      expect(verdict(await remove(stranger))).toEqual([401, 'seat_required']);
      expect(verdict(await remove({ token: person.token }))).toEqual([401, 'seat_required']);
      expect((await remove(isFinished ? { token: admin.token } : black)).status).toBe(200);
    },
  );
});

it('an unknown credential is ignored where none is needed', async () => {
  const open = await board.start();

  for (const answer of [
    await board.move(open, 'e2e4', stranger),
    await api.call('GET', '/api/games', stranger),
    await api.call('DELETE', `/api/games/${open}`, stranger),
  ]) {
    expect(answer.status).toBe(200);
  }
  expect((await api.call('GET', '/api/none', stranger)).status).toBe(404);
});
