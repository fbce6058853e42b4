import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listEventsSince } from '../../../store/postgres/chess/game-events.ts';
import { sql } from '../../../store/postgres/pool.ts';
import { type Board, boardOf, moveOf } from '../../support/games.ts';
import { holdLock } from '../../support/database.ts';
import { eventually } from '../../support/eventually.ts';
import { AnyRow, type Answer, type Management, startManagement } from '../../support/management.ts';

let api: Management;
let board: Board;
let id: string;
beforeAll(async () => {
  api = await startManagement();
  board = boardOf(api);
});
afterAll(() => api.stop());
beforeEach(async () => {
  id = await board.start();
});

const withKey = (key: string, headers: Record<string, string> = {}) => ({
  headers: { 'idempotency-key': key, ...headers },
});
const codes = (answers: readonly Answer[]) => answers.map(({ status, body }) => body['code'] ?? status);

describe('of two moves at once', () => {
  it('one is made and the other is told why not', async () => {
    const answers = await Promise.all([board.move(id, 'e2e4'), board.move(id, 'e2e4')]);

    expect(codes(answers).map(String).toSorted()).toEqual(['200', 'empty_square']);
    expect((await board.get(id)).body['move_history']).toHaveLength(1);
  });

  it('one is made, and who knew the game as it was before is told that it has gone on', async () => {
    const known = { headers: { 'if-match': '"0"' } };

    const answers = await Promise.all([
      board.move(id, 'e2e4', known),
      board.move(id, 'd2d4', known),
      board.move(id, 'c2c4', known),
    ]);

    expect(codes(answers).map(String).toSorted()).toEqual(['200', 'version_conflict', 'version_conflict']);
    const late = answers.find(({ status }) => status === 409);
    expect(late?.body).toMatchObject({
      error: 'The game has gone on: it stands at half-move 1',
      details: { ply: 1 },
    });
  });

  it('the second sees what the first has done, also when it waited for it', async () => {
    const lock = await holdLock(
      api.platform.config.secrets.databaseUrl,
      'select from games where id = $1 for update',
      [id],
    );
    const both = [board.move(id, 'e2e4'), board.move(id, 'e2e4')];
    await eventually(async () => expect(await lock.waiting()).toBeGreaterThan(0));

    await lock.release();

    expect(
      codes(await Promise.all(both))
        .map(String)
        .toSorted(),
    ).toEqual(['200', 'empty_square']);
  });

  it('only one ends the game', async () => {
    const answers = await Promise.all([
      board.act(id, { action: 'resign' }),
      board.act(id, { action: 'resign' }),
      board.move(id, 'e2e4', { headers: { 'if-match': '0' } }),
    ]);

    expect(answers.filter(({ body }) => body['end_reason'] === 'Resignation')).toHaveLength(1);
    const { count } = await api.pool.one(sql.typeAlias('count')`
      select count(*) from game_archives where game_id = ${id}`);
    expect(count).toBe(1);
  });

  it('a removal leaves nothing that goes on', async () => {
    const [removed, moved] = await Promise.all([
      api.call('DELETE', `/api/games/${id}`),
      board.move(id, 'e2e4'),
    ]);

    expect(removed.status).toBe(200);
    expect([200, 404]).toContain(moved.status);
    expect((await board.get(id)).status).toBe(404);
  });
});

describe('If-Match', () => {
  it.each(['0', '"0"', 'W/"0"', '*', '"5", "0"'])('%s knows a new game', async (value) => {
    expect((await board.move(id, 'e2e4', { headers: { 'if-match': value } })).status).toBe(200);
  });

  it('is understood by actions, too, and refused when it is nonsense', async () => {
    const stale = await board.act(id, { action: 'resign' }, { headers: { 'if-match': '"1"' } });
    const nonsense = await board.move(id, 'e2e4', { headers: { 'if-match': 'latest' } });

    expect(codes([stale, nonsense])).toEqual(['version_conflict', 'invalid_field']);
  });
});

describe('Idempotency-Key', () => {
  it('makes a move once and tells the same again', async () => {
    const key = randomUUID();

    const first = await board.move(id, 'e2e4', withKey(key));
    const again = await board.move(id, 'e2e4', withKey(key, { 'accept-language': 'de' }));
    // a row of a server that did not yet store the language
    await api.pool.query(sql.typeAlias('void')`
      update idempotency_keys set language = null, etag = null where idempotency_keys.key = ${key}`);
    const older = await board.move(id, 'e2e4', withKey(key, { 'accept-language': 'de' }));

    expect(first.headers).not.toHaveProperty('idempotent-replayed');
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(again.body).toEqual(first.body);
    expect([first, again].map(({ headers }) => headers['content-language'])).toEqual(['en', 'en']);
    expect(older.body).toEqual(first.body);
    expect(older.headers).not.toHaveProperty('content-language');
    expect((await board.get(id)).body['move_history']).toHaveLength(1);
  });

  it('tells it word for word when the game has gone on, has ended and is gone', async () => {
    const once = withKey(randomUUID(), { 'accept-language': 'de' });
    const told = async () => JSON.stringify((await board.move(id, 'e2e4', once)).body);
    const first = await told();

    await board.act(id, { action: 'offer_draw', side: 'white' });
    await board.play(id, 'e7e5');
    const later = await told();
    await board.act(id, { action: 'resign' });
    const ended = await told();
    await api.call('DELETE', `/api/games/${id}`);
    const gone = await told();

    expect(first).toContain('Weiß');
    expect([later, ended, gone]).toEqual([first, first, first]);
  });

  it('starts one game for each way to start one', async () => {
    const fen = '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1';
    for (const [path, body] of [
      ['', { white: 'A' }],
      ['/fen', { fen }],
      ['/pgn', { pgn: '1. e4 *' }],
    ] as const) {
      const key = randomUUID();

      const [first, again] = [
        await api.call('POST', `/api/games${path}`, { body, ...withKey(key) }),
        await api.call('POST', `/api/games${path}`, { body, ...withKey(key) }),
      ];

      expect(again.body).toEqual(first.body);
      expect(again.headers['idempotent-replayed']).toBe('true');
    }
  });

  it('tells the tokens of the seats again without having kept them', async () => {
    const once = withKey(randomUUID());

    const first = await api.call('POST', '/api/games', { body: { seats: true }, ...once });
    const again = await api.call('POST', '/api/games', { body: { seats: true }, ...once });

    expect(again.body).toEqual(first.body);
    expect(again.body['white_token']).toMatch(/^seat_/);
    const rows = await api.pool.any(sql.type(AnyRow)`select * from idempotency_keys`);
    expect(JSON.stringify(rows)).not.toContain('seat_');
  });

  it('belongs to one request', async () => {
    const once = withKey(randomUUID());
    await board.move(id, 'e2e4', once);

    const other = await board.move(id, 'd2d4', once);

    expect(other.status).toBe(422);
    expect(other.body).toMatchObject({
      code: 'idempotency_mismatch',
      error: 'This Idempotency-Key was used with another request',
    });
  });

  it('belongs to who sends it, and to the game', async () => {
    const key = randomUUID();
    const elsewhere = await board.start();
    const from = (address: string) => withKey(key, { 'x-forwarded-for': address });
    await board.move(id, 'e2e4', from('192.0.2.1'));

    const answers = [
      await board.move(id, 'e7e5', from('192.0.2.2')),
      await board.move(elsewhere, 'd2d4', from('192.0.2.1')),
    ];

    expect(codes(answers)).toEqual([200, 200]);
  });

  it('at the same instant makes one move, and all are told of it', async () => {
    const once = withKey(randomUUID());

    const answers = await Promise.all(Array.from({ length: 4 }, () => board.move(id, 'e2e4', once)));

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(answers.filter(({ headers }) => headers['idempotent-replayed'] === 'true')).toHaveLength(3);
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  });

  it('of a request that was refused may be used again', async () => {
    const once = withKey(randomUUID());

    const refused = await board.move(id, 'e2e5', once);
    const made = await board.move(id, 'e2e4', once);

    expect(codes([refused, made])).toEqual(['illegal_move', 200]);
  });

  it('ends a game once', async () => {
    const once = withKey(randomUUID());

    const first = await board.act(id, { action: 'resign' }, once);
    const again = await board.act(id, { action: 'resign' }, once);

    expect(again.body).toEqual(first.body);
    expect(again.status).toBe(200);
  });

  it.each(['', 'a b', 'x'.repeat(256), 'ä'])('is refused as "%s"', async (key) => {
    expect(codes([await board.move(id, 'e2e4', withKey(key))])).toEqual(['invalid_field']);
  });
});

describe('events of a game', () => {
  const eventsOf = async (since = 0) =>
    (await listEventsSince(api.pool, id, since)).map(({ seq, happened }) => [seq, happened.event]);

  it('are numbered from its creation to its removal', async () => {
    await board.play(id, 'e2e4');
    await board.act(id, { action: 'offer_draw' });
    await board.act(id, { action: 'resign' });
    await api.call('DELETE', `/api/games/${id}`);

    expect(await eventsOf()).toEqual([
      [1, 'game_created'],
      [2, 'game_updated'],
      [3, 'game_updated'],
      [4, 'game_updated'],
      [5, 'game_deleted'],
    ]);
    expect(await eventsOf(4)).toEqual([[5, 'game_deleted']]);
  });

  it('are told of a change that was made, never of one that was refused', async () => {
    await board.move(id, 'e2e5');
    await board.play(id, 'e2e4');

    const events = await listEventsSince(api.pool, id, 1);

    expect(events).toEqual([
      {
        seq: 2,
        happened: {
          event: 'game_updated',
          data: {
            ply: 1,
            message: { key: 'move_made', params: { side: { text: 'side.white' }, san: 'e4' } },
            san: 'e4',
            lastMove: moveOf('e2e4'),
            drawOffer: null,
            outcome: null,
          },
        },
      },
    ]);
  });

  it('are kept as far as the last sixty-four', async () => {
    const there = 'g1f3 g8f6 f3g1 f6g8 b1c3 b8c6 c3b1 c6b8';
    for (const pair of [
      'a2a3 a7a6',
      'b2b3 b7b6',
      'd2d3 d7d6',
      'e2e3 e7e6',
      'g2g3 g7g6',
      'h2h3 h7h6',
      'h3h4 h6h5',
    ])
      await board.play(id, `${there} ${pair}`);

    const numbers = (await eventsOf()).map(([seq]) => seq);

    expect(numbers).toHaveLength(64);
    expect(numbers.at(-1)).toBe(71);
  });
});
