import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Board, boardOf } from '../../support/games.ts';
import { type Answer, type Management, startManagement } from '../../support/management.ts';

const unknown = '01890000-0000-7000-8000-000000000000';

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

/** Every error has the same form. */
function expectError({ status, headers, body }: Answer, expected: { status: number; code: string }): void {
  expect({ status, code: body['code'] }, JSON.stringify(body)).toEqual(expected);
  expect(headers['content-type']).toBe('application/problem+json; charset=utf-8');
  expect(headers['content-language']).toBe('en');
  expect(headers['vary']).toBe('Accept-Language');
  expect(body['error']).toEqual(expect.any(String));
  expect(body['error']).not.toMatch(/[{}]|undefined|\[object/);
  expect(body['status']).toBe(status);
}

const refused = (code: string, status = 400) => ({ status, code });

describe('what is not there', () => {
  it.each([
    ['GET', ''],
    ['DELETE', ''],
    ['GET', '/moves'],
    ['GET', '/board'],
    ['GET', '/fen'],
    ['GET', '/pgn'],
    ['POST', '/move'],
    ['POST', '/action'],
  ])('%s of a game%s', async (method, path) => {
    const body =
      method !== 'POST' ? undefined : path === '/move' ? { from: 'e2', to: 'e4' } : { action: 'resign' };

    expectError(
      await api.call(method as 'GET', `/api/games/${unknown}${path}`, { body }),
      refused('game_not_found', 404),
    );
    expectError(
      await api.call(method as 'GET', `/api/games/nonsense${path}`, { body }),
      refused('invalid_id'),
    );
  });

  it.each(['', '/replay'])('of the archive%s', async (path) => {
    expectError(await api.call('GET', `/api/archive/${unknown}${path}`), refused('archive_not_found', 404));
    expectError(await api.call('GET', `/api/archive/${id}${path}`), refused('archive_not_found', 404));
    expectError(await api.call('GET', `/api/archive/1${path}`), refused('invalid_id'));
  });

  it('at an address', async () => {
    expectError(await api.call('GET', '/api'), refused('not_found', 404));
    expectError(await api.call('GET', '/api/chess?lang=en'), refused('not_found', 404));
    expectError(await api.call('POST', `/api/games/${id}/undo`), refused('not_found', 404));
  });

  it('of a method, which names those that are there', async () => {
    const answer = await api.call('PUT', `/api/games/${id}`);

    expectError(answer, refused('method_not_allowed', 405));
    expect(answer.headers['allow']).toBe('GET, HEAD, DELETE');
  });

  it.each([
    ['GET', '/games/fen', 'POST'],
    ['DELETE', '/games/fen?lang=en', 'POST'],
    ['PUT', '/games/fen', 'POST'],
    ['GET', '/games/pgn', 'POST'],
    ['DELETE', '/archive/stats', 'GET, HEAD'],
    ['GET', '/analysis/position', 'POST'],
    ['POST', '/analysis/jobs', 'GET, HEAD'],
    ['GET', `/analysis/game/${unknown}`, 'POST'],
    ['POST', `/games/${unknown}/fen`, 'GET, HEAD'],
  ])('of a method at an address of its own: %s %s', async (method, path, allowed) => {
    const answer = await api.call(method as 'GET', `/api${path}`);

    expectError(answer, refused('method_not_allowed', 405));
    expect(answer.headers['allow']).toBe(allowed);
  });

  it('of a game that is called almost like one', async () => {
    for (const name of ['fens', 'FEN', 'pgn2'])
      expectError(await api.call('GET', `/api/games/${name}`), refused('invalid_id'));
  });
});

describe('a move is refused', () => {
  it.each([
    ['without a body', undefined, 'missing_field', 'body'],
    ['without a start', { to: 'e4', promotion: null }, 'missing_field', 'from'],
    ['without an end', { from: 'e2' }, 'missing_field', 'to'],
    ['to a square that is none', { from: 'e2', to: 'e9' }, 'invalid_field', 'to'],
    ['in capitals', { from: 'E2', to: 'E4' }, 'invalid_field', 'from'],
    ['with a number', { from: 12, to: 'e4' }, 'invalid_field', 'from'],
    ['to become a king', { from: 'e2', to: 'e4', promotion: 'K' }, 'invalid_field', 'promotion'],
    ['as an array', [], 'invalid_field', 'body'],
  ])('%s', async (_how, body, code, path) => {
    const answer = await api.call('POST', `/api/games/${id}/move`, { body });

    expectError(answer, refused(code));
    expect(answer.body['errors'][0]).toMatchObject({ path, code });
    expect(answer.body['error']).toContain(path);
  });

  it.each([
    ['from an empty square', undefined, 'e4e5', 'empty_square'],
    ['of the other side', undefined, 'e7e5', 'wrong_side'],
    ['that no such piece can make', undefined, 'b1b3', 'illegal_move'],
    ['that leaves the king in check', '4r2k/8/8/8/8/8/4B3/4K3 w - - 0 1', 'e2d3', 'illegal_move'],
    ['of a king through check', '4kr2/8/8/8/8/8/8/4K2R w K - 0 1', 'e1g1', 'illegal_move'],
    ['to the last rank without a promotion', '7k/P7/8/8/8/8/8/4K3 w - - 0 1', 'a7a8', 'promotion_required'],
    ['that is no promotion', undefined, 'e2e4Q', 'promotion_not_allowed'],
  ])('%s', async (_how, fen, move, code) => {
    if (fen !== undefined) id = await board.startFrom(fen);

    expectError(await board.move(id, move), refused(code));
    expect((await board.get(id)).body['move_history']).toEqual([]);
  });

  it('with the squares that its piece can reach', async () => {
    const { body } = await board.move(id, 'g1g3');

    expect(body['details']['allowed'].toSorted()).toEqual(['f3', 'h3']);
  });
});

describe('an action is refused', () => {
  it.each([
    ['without a name', {}, 'missing_field'],
    ['with a number for a name', { action: 1 }, 'invalid_field'],
    ['that is unknown', { action: 'takeback' }, 'unknown_action'],
    ['for a claim without a reason', { action: 'claim_draw' }, 'missing_field'],
    ['for a claim of another reason', { action: 'claim_draw', reason: 'boredom' }, 'unknown_reason'],
    [
      'for a repetition that was none',
      { action: 'claim_draw', reason: 'threefold_repetition' },
      'claim_not_valid',
    ],
    [
      'for fifty moves that were fewer',
      { action: 'claim_draw', reason: 'fifty_move_rule' },
      'claim_not_valid',
    ],
    ['for an offer that was not made', { action: 'accept_draw' }, 'no_draw_offer'],
    ['for a side that is none', { action: 'resign', side: 'red' }, 'invalid_field'],
    [
      'with an intended move that is illegal',
      { action: 'claim_draw', reason: 'fifty_move_rule', move: { from: 'e2', to: 'e5' } },
      'illegal_move',
    ],
    [
      'with an intended move that is none',
      { action: 'claim_draw', reason: 'fifty_move_rule', move: { from: 'e2' } },
      'missing_field',
    ],
  ])('%s', async (_how, body, code) => {
    expectError(await board.act(id, body), refused(code));
  });

  it('for a second offer, an own offer, and agreement before both have moved', async () => {
    await board.act(id, { action: 'offer_draw' });

    expectError(await board.act(id, { action: 'offer_draw', side: 'black' }), refused('draw_not_possible'));
    expectError(await board.act(id, { action: 'accept_draw', side: 'white' }), refused('draw_not_possible'));
    expectError(await board.act(id, { action: 'accept_draw' }), refused('draw_not_possible'));
  });
});

describe('a position is refused', () => {
  it.each([
    ['without one', {}, 'missing_field'],
    ['that is no text', { fen: 1 }, 'invalid_field'],
    ['of five fields', { fen: '4k3/8/8/8/8/8/8/4K3 w - - 0' }, 'invalid_fen'],
    ['of seven fields', { fen: '4k3/8/8/8/8/8/8/4K3 w - - 0 1 x' }, 'invalid_fen'],
    ['that is empty', { fen: '' }, 'invalid_fen'],
    ['without a king', { fen: '8/8/8/8/8/8/8/4K3 w - - 0 1' }, 'invalid_fen'],
    ['in which the king could be taken', { fen: '4k2R/8/8/8/8/8/8/4K3 w - - 0 1' }, 'invalid_fen'],
    [
      'with castling rights of a king that has moved',
      { fen: '4k3/8/8/8/8/8/8/3K3R w K - 0 1' },
      'invalid_fen',
    ],
  ])('%s', async (_how, body, code) => {
    expectError(await api.call('POST', '/api/games/fen', { body }), refused(code));
  });

  it('for a new game as for an import', async () => {
    expectError(await api.call('POST', '/api/games', { body: { fen: 'nonsense' } }), refused('invalid_fen'));
  });

  it.each([
    ['/api/games', { fen: 'x', white: 7 }, ['white', 'invalid_field'], ['fen', 'invalid_fen']],
    ['/api/games/fen', { fen: 'x' }, ['fen', 'invalid_fen']],
    ['/api/analysis/position', { fen: 'x' }, ['fen', 'invalid_fen']],
    [
      '/api/analysis/position',
      { fen: 'x', depth: 0, threads: '1' },
      ['fen', 'invalid_fen'],
      ['depth', 'out_of_range'],
      ['threads', 'invalid_field'],
    ],
  ])('is named beside everything else that is wrong: %s %j', async (path, body, ...expected) => {
    const answer = await api.call('POST', `${path}?lang=de`, { body });

    expect(answer.status).toBe(400);
    const errors = answer.body['errors'] as { path: string; code: string; message: string }[];
    expect(errors.map((error) => [error.path, error.code])).toEqual(expected);
    expect(answer.body).toMatchObject({ code: errors[0]?.code, error: errors[0]?.message });
    expect(errors.find(({ path: field }) => field === 'fen')?.message).toMatch(/^Anzahl der Felder der FEN/);
  });

  it.each([
    ['without a game', { pgn: '' }, 'invalid_pgn'],
    ['with an illegal move', { pgn: '1. e4 e5 2. Ke3 *' }, 'invalid_pgn'],
    ['that goes on after mate', { pgn: '1. f3 e5 2. g4 Qh4# 3. a3 *' }, 'invalid_pgn'],
    ['of another variant', { pgn: '[Variant "Atomic"]\n\n1. e4 *' }, 'invalid_pgn'],
    ['that is no text', { pgn: ['1. e4'] }, 'invalid_field'],
    ['that is missing', {}, 'missing_field'],
  ])('as a PGN %s', async (_how, body, code) => {
    expectError(await api.call('POST', '/api/games/pgn', { body }), refused(code));
  });

  it('as a PGN, naming the half-move', async () => {
    const { body } = await api.call('POST', '/api/games/pgn', { body: { pgn: '1. e4 e5 2. Ke3 *' } });

    expect(body).toMatchObject({
      error: 'Half-move 3 of the PGN, Ke3, is not legal',
      details: { ply: 3 },
    });
  });
});

describe('a request is refused', () => {
  const json = { 'content-type': 'application/json' };

  it('that is not JSON', async () => {
    const answer = await api.call('POST', `/api/games/${id}/move`, {
      body: Buffer.from('{"from":'),
      headers: json,
    });

    expectError(answer, refused('invalid_json'));
  });

  it('that would change what objects are', async () => {
    const body = Buffer.from('{"__proto__":{"seats":true}}');

    const answer = await api.call('POST', '/api/games', { body, headers: json });

    expectError(answer, refused('invalid_json'));
    expect(answer.body['error']).toBe('The names __proto__ and constructor.prototype are not allowed');
  });

  it.each(['application/xml', 'application/x-www-form-urlencoded', 'text/plain'])(
    'of the type %s',
    async (type) => {
      const answer = await api.call('POST', `/api/games/${id}/move`, {
        body: Buffer.from('from=e2'),
        headers: { 'content-type': type },
      });

      expectError(answer, refused('unsupported_media_type', 415));
    },
  );

  it.each([
    ['application/x-chess-pgn; charset=utf-8', 'UTF-8'],
    ['application/json', 'UTF-8'],
    ['text/plain; charset=shift_jis', 'SHIFT_JIS'],
  ])('whose bytes are not what the charset has: %s', async (type, charset) => {
    const answer = await api.call('POST', '/api/games/pgn', {
      body: Buffer.from([0x22, 0xe4, 0xfc, 0xff, 0x22]),
      headers: { 'content-type': type },
    });

    expectError(answer, refused('invalid_encoding'));
    expect(answer.body['error']).toBe(`The body is not valid ${charset}`);
  });

  it.each(['text/plain', 'application/json'])('that is compressed: %s', async (type) => {
    const answer = await api.call('POST', '/api/games/pgn', {
      body: gzipSync('{"pgn":"1. e4"}'),
      headers: { 'content-type': type, 'content-encoding': 'gzip' },
    });

    expectError(answer, refused('unsupported_media_type', 415));
    expect(answer.body['error']).toBe(
      'A body with Content-Encoding gzip is not taken here: send it as it is',
    );
  });

  it.each(['text/plain; charset=klingon', 'application/json; charset="iso-2022-kr"'])(
    'with an unknown charset: %s',
    async (type) => {
      const answer = await api.call('POST', '/api/games/pgn', {
        body: Buffer.from('1. e4'),
        headers: { 'content-type': type },
      });

      expectError(answer, refused('unsupported_media_type', 415));
      expect(answer.body['error']).toMatch(/^The charset (?:klingon|iso-2022-kr) is not known$/);
    },
  );

  it('with the types that are taken there', async () => {
    const body = Buffer.from('1. e4');
    const headers = { 'content-type': 'text/html' };
    const taken = 'application/json, text/plain, application/x-chess-pgn, application/vnd.chess-pgn';

    const text = await api.call('POST', '/api/games/pgn', { body, headers });
    const object = await api.call('POST', '/api/games/fen', { body, headers });

    expect(text.body['error']).toBe(`A body of this type is not taken here; accepted: ${taken}`);
    expect(object.body['error']).toBe('A body of this type is not taken here; accepted: application/json');
  });

  it('that is too large', async () => {
    const fen = 'x'.repeat(70_000);

    expectError(await api.call('POST', '/api/games/fen', { body: { fen } }), refused('too_large', 413));
  });

  it('with names that are too long or can not be stored', async () => {
    expectError(
      await api.call('POST', '/api/games', { body: { white: 'x'.repeat(101) } }),
      refused('out_of_range'),
    );
    expectError(await api.call('POST', '/api/games', { body: { white: 'a\0' } }), refused('invalid_field'));
    expectError(await api.call('POST', '/api/games', { body: { seats: 'yes' } }), refused('invalid_field'));
  });

  it.each([
    ['/api/games?page=0', 'out_of_range'],
    ['/api/games?per_page=101', 'out_of_range'],
    ['/api/games?page=x', 'invalid_field'],
    ['/api/games?page=', 'invalid_field'],
    ['/api/games?page=1&page=2', 'invalid_field'],
    ['/api/games?status=running', 'invalid_field'],
    ['/api/games?envelope=yes', 'invalid_field'],
    ['/api/archive?result=white', 'invalid_field'],
    ['/api/archive?per_page=1.5', 'invalid_field'],
  ])('for %s', async (path, code) => {
    expectError(await api.call('GET', path), refused(code));
  });

  it('naming the range that it left', async () => {
    const { body } = await api.call('GET', '/api/games?per_page=101');

    expect(body['error']).toBe('per_page must be from 1 to 100');
  });

  it.each([
    ['/api/games?page=1&page=2', 'page'],
    ['/api/games?status=draw&status=draw', 'status'],
    ['/api/archive?lang=en&lang=en', 'lang'],
  ])('saying that a parameter came twice: %s', async (path, field) => {
    const answer = await api.call('GET', path);

    expectError(answer, refused('invalid_field'));
    expect(answer.body['error']).toBe(`${field} can be given only once`);
  });

  it('naming each field once, however much is wrong with it', async () => {
    const { body } = await api.call('POST', '/api/analysis/position', {
      body: { fen: '4k3/8/8/8/8/8/P7/4K3 w - - 0 1', depth: 1e30 },
    });

    expect(body['errors']).toEqual([
      { path: 'depth', code: 'out_of_range', message: 'depth must be from 1 to 128' },
    ]);
  });
});
