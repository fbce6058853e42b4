import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Board, boardOf } from '../../support/games.ts';
import { type Management, startManagement } from '../../support/management.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const startFen = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

let api: Management;
let board: Board;
beforeAll(async () => {
  api = await startManagement();
  board = boardOf(api);
});
afterAll(() => api.stop());

describe('a new game', () => {
  it.each([
    ['nothing', undefined, {}],
    ['an empty body of a named type', undefined, { 'content-type': 'application/json' }],
    ['an empty body of another type', undefined, { 'content-type': 'application/x-www-form-urlencoded' }],
    ['an empty object', {}, {}],
    ['nulls', { white: null, black: null, fen: null, seats: null }, {}],
  ])('starts with %s', async (_what, body, headers) => {
    const { status, body: answer } = await api.call('POST', '/api/games', { body, headers });

    expect(status).toBe(200);
    expect(answer).toEqual({
      game_id: expect.stringMatching(uuid),
      message: 'Game created',
      status: 'in_progress',
      is_over: false,
      result: null,
      end_reason: null,
    });
  });

  it('has players and a position when they are given', async () => {
    const fen = '4k3/P7/8/8/8/8/8/4K3 w - - 3 40';
    const id = await board.start({ white: 'Anna "A" \\ Schmidt', black: '李', fen });

    const { body: game } = await board.get(id);
    const { body: export_ } = await board.get(`${id}/pgn`);

    expect(game).toMatchObject({ start_fen: fen, fullmove_number: 40, halfmove_clock: 3, move_history: [] });
    expect(export_['pgn']).toContain('[White "Anna \\"A\\" \\\\ Schmidt"]\n[Black "李"]');
    expect(export_['pgn']).toContain(`[SetUp "1"]\n[FEN "${fen}"]`);
  });

  it('is finished when its position has no legal move', async () => {
    const mated = 'rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3';

    const { status, body } = await api.call('POST', '/api/games/fen', { body: { fen: mated } });

    expect(status).toBe(200);
    expect(body).toMatchObject({
      message: 'Checkmate: Black wins',
      status: 'checkmate',
      is_over: true,
      result: 'BlackWins',
      end_reason: 'Checkmate',
    });
    const archived = await api.call('GET', `/api/archive/${body['game_id']}`);
    expect(archived.body).toMatchObject({ at_move: 0, total_moves: 0, is_over: true, is_check: true });
  });
});

describe('a game', () => {
  it('is read with every field of the API, flat and nested', async () => {
    const id = await board.start();
    await board.play(id, 'e2e4 g8f6');

    const { status, headers, body } = await board.get(id);

    const { state, ...flat } = body;
    expect(status).toBe(200);
    expect(headers['etag']).toBe('"2-3"');
    expect(state).toEqual(flat);
    expect(body).toMatchObject({
      game_id: id,
      turn: 'white',
      castling: { white: { kingside: true, queenside: true }, black: { kingside: true, queenside: true } },
      en_passant: null,
      halfmove_clock: 1,
      fullmove_number: 2,
      status: 'in_progress',
      result: null,
      end_reason: null,
      is_over: false,
      is_check: false,
      legal_move_count: 30,
      draw_offer: null,
      start_fen: startFen,
    });
    expect(body['board']).toMatchObject({ e4: 'P', f6: 'n', e1: 'K', d8: 'q' });
    expect(body['board']).not.toHaveProperty('e2');
    expect(Object.keys(body['board'])).toHaveLength(32);
    expect(body['move_history']).toEqual([
      {
        move_number: 1,
        side: 'white',
        notation: 'e2e4',
        san: 'e4',
        move_json: { from: 'e2', to: 'e4', promotion: null },
      },
      {
        move_number: 1,
        side: 'black',
        notation: 'g8f6',
        san: 'Nf6',
        move_json: { from: 'g8', to: 'f6', promotion: null },
      },
    ]);
  });

  it('takes a move and tells what it did', async () => {
    const id = await board.start();

    const { status, body } = await board.move(id, 'e2e4');

    expect(status).toBe(200);
    expect(body).toMatchObject({
      success: true,
      message: 'White played e4',
      status: 'in_progress',
      is_over: false,
      result: null,
      end_reason: null,
      is_check: false,
      san: 'e4',
    });
    expect(body['state']).toMatchObject({ game_id: id, turn: 'black', en_passant: 'e3' });
    expect(body['state']['move_history']).toHaveLength(1);
  });

  it.each([
    [
      'short castling',
      'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1',
      'e1g1',
      'O-O',
      'r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1',
    ],
    [
      'castling onto the rook',
      'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1',
      'e1a1',
      'O-O-O',
      'r3k2r/8/8/8/8/8/8/2KR3R b kq - 1 1',
    ],
    ['en passant', '4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2', 'e5d6', 'exd6', '4k3/8/3P4/8/8/8/8/4K3 b - - 0 2'],
    ['promotion', '7k/4P3/8/8/8/8/8/4K3 w - - 0 1', 'e7e8R', 'e8=R+', '4R2k/8/8/8/8/8/8/4K3 b - - 0 1'],
    [
      'promotion in a small letter',
      '8/4P2k/8/8/8/8/8/4K3 w - - 0 1',
      'e7e8n',
      'e8=N',
      '4N3/7k/8/8/8/8/8/4K3 b - - 0 1',
    ],
  ])('knows %s', async (_what, fen, move, san, after) => {
    const id = await board.startFrom(fen);

    const { body } = await board.move(id, move);

    expect(body['san']).toBe(san);
    expect((await board.get(`${id}/fen`)).body).toEqual({ fen: after });
  });

  it('takes a move without the member promotion', async () => {
    const id = await board.start();

    const { status } = await api.call('POST', `/api/games/${id}/move`, { body: { from: 'e2', to: 'e4' } });

    expect(status).toBe(200);
  });

  it('lists its legal moves', async () => {
    const id = await board.startFrom('8/4P2k/8/8/8/8/8/4K3 w - - 0 1');

    const { body } = await board.get(`${id}/moves`);

    expect(body).toMatchObject({ turn: 'white', count: body['moves'].length });
    const promotions = body['moves'].filter((move: { from: string }) => move.from === 'e7');
    expect(promotions.map((move: { promotion: string }) => move.promotion).sort()).toEqual([
      'B',
      'N',
      'Q',
      'R',
    ]);
    expect(body['moves']).toContainEqual({ from: 'e1', to: 'd2', promotion: null });
  });

  it('shows its board to people', async () => {
    const id = await board.start();

    const { status, headers, body } = await board.get(`${id}/board`);

    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(body['text']).toBe(`  a b c d e f g h
8 r n b q k b n r 8
7 p p p p p p p p 7
6 . . . . . . . . 6
5 . . . . . . . . 5
4 . . . . . . . . 4
3 . . . . . . . . 3
2 P P P P P P P P 2
1 R N B Q K B N R 1
  a b c d e f g h
`);
  });

  it('is exported with real SAN and read again as the same game', async () => {
    const id = await board.start({ white: 'A', black: 'B' });
    await board.play(id, 'e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5c6 d7c6 e1g1 f7f6 d2d4 e5d4 f3d4 c6c5');

    const { body } = await board.get(`${id}/pgn`);
    const imported = await api.call('POST', '/api/games/pgn', { body: { pgn: body['pgn'] } });

    const lines = String(body['pgn']).split('\n');
    expect(lines.slice(0, 7).map((line) => line.split(' ')[0])).toEqual([
      '[Event',
      '[Site',
      '[Date',
      '[Round',
      '[White',
      '[Black',
      '[Result',
    ]);
    expect(body['pgn']).toContain(
      '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. O-O f6 6. d4 exd4 7. Nxd4 c5 *',
    );
    expect(imported).toMatchObject({ status: 200, body: { message: 'Game imported, half-moves: 14' } });
    const [one, other] = await Promise.all([board.get(id), board.get(imported.body['game_id'])]);
    expect(other.body['move_history']).toEqual(one.body['move_history']);
  });

  it.each(['text/plain', 'application/x-chess-pgn'])('is imported as a body of %s', async (type) => {
    const pgn = '[White "A"]\n[Black "B"]\n[Result "0-1"]\n\n1. f3 {weak} e5 2. g4? (2. e4) Qh4# 0-1\n';

    const { status, body } = await api.call('POST', '/api/games/pgn', {
      body: Buffer.from(pgn),
      headers: { 'content-type': type },
    });

    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'checkmate', result: 'BlackWins', end_reason: 'Checkmate' });
    const archived = await api.call('GET', `/api/archive/${body['game_id']}`);
    expect(archived.body).toMatchObject({ total_moves: 4, result: 'BlackWins' });
    const exported = await board.get(`${body['game_id']}/pgn`);
    expect(exported.body['pgn']).toContain('1. f3 e5 2. g4 Qh4# 0-1');
  });

  it.each([
    ['text/plain; charset=iso-8859-1', Buffer.from('[White "M\xfcller"]\n\n1. e4 *', 'latin1')],
    ['application/x-chess-pgn;charset="ISO-8859-1"', Buffer.from('[White "M\xfcller"]\n\n1. e4 *', 'latin1')],
    ['application/x-chess-pgn; charset=utf-16le', Buffer.from('[White "M\xfcller"]\n\n1. e4 *', 'utf16le')],
    ['text/plain; charset=UTF-8', Buffer.from('\ufeff[White "M\xfcller"]\n\n1. e4 *')],
    ['application/x-chess-pgn', Buffer.from('[White "M\xfcller"]\n\n1. e4 *', 'latin1')],
    ['text/plain', Buffer.from('[White "M\xfcller"]\n\n1. e4 *', 'utf8')],
    ['text/plain', Buffer.from('\ufeff[White "M\xfcller"]\n\n1. e4 *', 'utf16le')],
    ['application/json; charset=latin1', Buffer.from('{"pgn":"[White \\"M\xfcller\\"] 1. e4 *"}', 'latin1')],
  ])('is read in the charset that it names, or is written in: %s', async (type, body) => {
    const imported = await api.call('POST', '/api/games/pgn', { body, headers: { 'content-type': type } });

    expect(imported.status, JSON.stringify(imported.body)).toBe(200);
    const exported = await board.get(`${imported.body['game_id']}/pgn`);
    expect(exported.body['pgn']).toContain('[White "M\xfcller"]');
  });

  it('is removed, running or finished, and then it is unknown', async () => {
    const running = await board.start();
    const finished = await board.start();
    await board.act(finished, { action: 'resign' });

    for (const id of [running, finished]) {
      const { status, body } = await api.call('DELETE', `/api/games/${id}`);
      expect({ status, body }).toEqual({ status: 200, body: { message: 'Game deleted' } });
      expect((await board.get(id)).body['code']).toBe('game_not_found');
      expect((await api.call('GET', `/api/archive/${id}`)).body['code']).toBe('archive_not_found');
      expect((await api.call('DELETE', `/api/games/${id}`)).status).toBe(404);
    }
  });
});

describe('lists of games', () => {
  it('are bare arrays, whole and newest first', async () => {
    const ids = [await board.start(), await board.start(), await board.start()];

    const { status, headers, body } = await api.call('GET', '/api/games');

    expect(status).toBe(200);
    expect(Array.isArray(body)).toBe(true);
    expect(headers['x-total-count']).toBe(String(body['length']));
    expect(headers).not.toHaveProperty('link');
    expect(body[0]).toEqual({
      game_id: ids[2],
      status: 'in_progress',
      turn: 'white',
      fullmove_number: 1,
      is_over: false,
      result: null,
      created_at: expect.any(Number),
    });
    const listed = Array.from(body as unknown as { game_id: string }[], (game) => game.game_id);
    expect(listed.slice(0, 3)).toEqual(ids.toReversed());
  });

  it('have pages with their neighbours for those who ask', async () => {
    for (let count = 0; count < 3; count += 1) await board.start();

    const first = await api.call('GET', '/api/games?per_page=2&lang=de');
    const second = await api.call('GET', '/api/games?page=2&per_page=2&envelope=true');

    expect(first.body).toHaveLength(2);
    expect(first.headers['link']).toContain('</api/games?per_page=2&lang=de&page=2>; rel="next"');
    expect(first.headers['link']).not.toContain('rel="prev"');
    expect(second.headers['link']).toContain('rel="prev"');
    expect(second.body['games']).toHaveLength(2);
    expect(second.body['total']).toBe(Number(first.headers['x-total-count']));
    expect(second.body['games'][0]['game_id']).not.toBe(first.body[1]['game_id']);
  });

  it('name finished games by how they ended', async () => {
    const id = await board.start();
    await board.play(id, 'f2f3 e7e5 g2g4 d8h4');

    const { body } = await api.call('GET', '/api/games?status=checkmate');
    const running = await api.call('GET', '/api/games?envelope=true');
    const aborted = await api.call('GET', '/api/games?status=aborted&envelope=true');

    expect(body[0]).toMatchObject({
      game_id: id,
      status: 'checkmate',
      turn: 'white',
      fullmove_number: 3,
      is_over: true,
      result: 'BlackWins',
    });
    expect(JSON.stringify(running.body)).not.toContain(id);
    expect(aborted.body).toEqual({ games: [], total: 0 });
  });
});

describe('the description', () => {
  it.each(['/openapi.json', '/api-docs/openapi.json'])(
    'at %s has every route of games and archive',
    async (path) => {
      const { body } = await api.call('GET', path);

      const described = Object.entries(body['paths'])
        .filter(([address]) => /^\/api\/(?:games|archive)/.test(address))
        .flatMap(([address, item]) => Object.keys(item as object).map((method) => `${method} ${address}`));
      expect(described.toSorted()).toEqual([
        'delete /api/games/{id}',
        'get /api/archive',
        'get /api/archive/stats',
        'get /api/archive/{game_id}',
        'get /api/archive/{game_id}/replay',
        'get /api/games',
        'get /api/games/{id}',
        'get /api/games/{id}/board',
        'get /api/games/{id}/fen',
        'get /api/games/{id}/moves',
        'get /api/games/{id}/pgn',
        'post /api/games',
        'post /api/games/fen',
        'post /api/games/pgn',
        'post /api/games/{id}/action',
        'post /api/games/{id}/move',
      ]);
      expect(body['info']['version']).toBe(api.platform.config.version);
    },
  );

  it('is shown as pages', async () => {
    const { status, headers } = await api.call('GET', '/swagger-ui/');

    expect(status).toBe(200);
    expect(headers['content-type']).toContain('text/html');
  });
});
