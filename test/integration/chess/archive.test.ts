import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { currentFen, positionsOf } from '../../../chess/game.ts';
import { writePgn } from '../../../chess/pgn-write.ts';
import { randomGame } from '../../../chess/testing/random-game.ts';
import { sql } from '../../../store/postgres/pool.ts';
import { type Board, boardOf } from '../../support/games.ts';
import { AnyRow, type Management, startManagement } from '../../support/management.ts';

let api: Management;
let board: Board;
beforeAll(async () => {
  api = await startManagement();
  board = boardOf(api);
});
afterAll(() => api.stop());

const archive = (path = '') => api.call('GET', `/api/archive${path}`);
const stats = async () => (await archive('/stats')).body;

async function foolsMate(): Promise<string> {
  const id = await board.start();
  await board.play(id, 'f2f3 e7e5 g2g4 d8h4');
  return id;
}

describe('the archive', () => {
  it('lists what has ended, newest first, with what it takes', async () => {
    const before = await stats();
    const mated = await foolsMate();
    const resigned = await board.start();
    await board.play(resigned, 'e2e4');
    await board.act(resigned, { action: 'resign' });

    const { status, body } = await archive();

    expect(status).toBe(200);
    expect(body['games'].map((game: { game_id: string }) => game.game_id).slice(0, 2)).toEqual([
      resigned,
      mated,
    ]);
    expect(body['total']).toBe(before['archived_count'] + 2);
    expect(body['games'][1]).toEqual({
      game_id: mated,
      move_count: 4,
      result: 'BlackWins',
      end_reason: 'Checkmate',
      start_timestamp: expect.any(Number),
      end_timestamp: expect.any(Number),
      compressed_bytes: expect.any(Number),
      raw_bytes: expect.any(Number),
    });
    const [{ start_timestamp: start, end_timestamp: finish }] = body['games'];
    expect(finish).toBeGreaterThanOrEqual(start);
    expect(Math.abs(finish - Date.now() / 1_000)).toBeLessThan(60);
    expect(body['storage']).toEqual(await stats());
  });

  it('has pages and can be cut to a result', async () => {
    await foolsMate();
    await foolsMate();
    await board.act(await board.start(), { action: 'resign', side: 'black' });

    const page = await archive('?result=BlackWins&per_page=1&page=2');
    const white = await archive('?result=WhiteWins');

    expect(page.body['games']).toHaveLength(1);
    expect(page.body['total']).toBeGreaterThanOrEqual(2);
    expect(page.headers['x-total-count']).toBe(String(page.body['total']));
    expect(page.headers['link']).toContain('rel="prev"');
    expect(new Set(white.body['games'].map((game: { result: string }) => game.result))).toEqual(
      new Set(['WhiteWins']),
    );
  });

  it('measures what is stored, and only that', async () => {
    const start = await stats();
    const id = await board.start({ white: 'A' });
    const created = await stats();
    await board.play(id, 'f2f3 e7e5 g2g4');
    const played = await stats();
    await board.play(id, 'd8h4');
    const ended = await stats();
    const [row] = await api.pool.any(sql.type(AnyRow)`
      select length(content) as bytes, raw_bytes from game_archives where game_id = ${id}`);
    await api.call('DELETE', `/api/games/${id}`);
    const removed = await stats();

    expect(created['active_count']).toBe(start['active_count'] + 1);
    expect(created['active_bytes']).toBeGreaterThan(start['active_bytes']);
    expect(played['active_bytes']).toBeGreaterThan(created['active_bytes']);
    expect(ended).toEqual({
      active_count: start['active_count'],
      active_bytes: start['active_bytes'],
      archived_count: start['archived_count'] + 1,
      archive_bytes: start['archive_bytes'] + row?.['bytes'],
      total_bytes: start['active_bytes'] + start['archive_bytes'] + row?.['bytes'],
    });
    expect(removed).toEqual(start);
  });

  it('counts of a running game exactly the texts that are stored of it', async () => {
    const id = await board.start();
    await board.play(id, 'e2e4 e7e5');

    const { bytes, counted } = await api.pool.one(sql.type(AnyRow)`
      select games.content_bytes as counted, octet_length(games.start_fen) + octet_length('{}')
        + (select sum(octet_length(san) + octet_length(fen) + 9) from game_moves where game_id = games.id) as bytes
      from games where id = ${id}`);

    expect(counted).toBe(Number(bytes));
  });

  it('takes a game out of the running ones in the same moment', async () => {
    const id = await foolsMate();

    const rows = await api.pool.one(sql.type(AnyRow)`
      select (select count(*) from games where id = ${id}) as games,
        (select count(*) from game_moves where game_id = ${id}) as moves,
        (select count(*) from game_archives where game_id = ${id}) as archives`);

    expect(rows).toEqual({ games: 0, moves: 0, archives: 1 });
  });
});

describe('a finished game', () => {
  it('is shown at its end', async () => {
    const id = await foolsMate();

    const { status, body } = await archive(`/${id}`);

    expect(status).toBe(200);
    expect(body).toMatchObject({
      game_id: id,
      at_move: 4,
      total_moves: 4,
      is_over: true,
      is_check: true,
      result: 'BlackWins',
      end_reason: 'Checkmate',
    });
    expect(body['state']).toMatchObject({ status: 'checkmate', turn: 'white', fullmove_number: 3 });
    expect(body['state']).not.toHaveProperty('move_history');
    expect(body['state']['position_history']).toEqual([
      'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
      'rnbqkbnr/pppppppp/8/8/8/5P2/PPPPP1PP/RNBQKBNR b KQkq - 0 1',
      'rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq e6 0 2',
      'rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq g3 0 2',
      'rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3',
    ]);
  });

  it.each([
    ['', 4, true],
    ['?move_number=4', 4, true],
    ['?move_number=5', 4, true],
    ['?move_number=999999999', 4, true],
    ['?move_number=99999999999999999999999', 4, true],
    ['?move_number=3', 3, false],
    ['?move_number=0', 0, false],
  ])('is replayed with "%s" at half-move %i', async (query, atMove, isOver) => {
    const id = await foolsMate();

    const { status, body } = await archive(`/${id}/replay${query}`);

    expect(status).toBe(200);
    expect(body).toMatchObject({
      at_move: atMove,
      total_moves: 4,
      is_over: isOver,
      is_check: isOver,
      result: isOver ? 'BlackWins' : null,
      end_reason: isOver ? 'Checkmate' : null,
      state: { status: isOver ? 'checkmate' : 'in_progress' },
    });
    expect(body['state']['position_history']).toHaveLength(atMove + 1);
  });

  it.each([
    ['-1', 'out_of_range'],
    ['1.5', 'invalid_field'],
    ['x', 'invalid_field'],
    ['', 'invalid_field'],
  ])('is not replayed at half-move "%s"', async (moveNumber, code) => {
    const id = await foolsMate();

    const { status, body } = await archive(`/${id}/replay?move_number=${moveNumber}`);

    expect({ status, code: body['code'] }).toEqual({ status: 400, code });
  });

  it('keeps a resignation and its start position', async () => {
    const fen = '4k3/8/8/8/8/8/4PP2/4K3 b - - 4 30';
    const id = await board.startFrom(fen);
    await board.play(id, 'e8d7');
    await board.act(id, { action: 'resign', side: 'black' });

    const end = await archive(`/${id}`);
    const begin = await archive(`/${id}/replay?move_number=0`);

    expect(end.body).toMatchObject({
      at_move: 1,
      is_over: true,
      result: 'WhiteWins',
      end_reason: 'Resignation',
    });
    expect(begin.body).toMatchObject({ is_over: false, result: null });
    expect(begin.body['state']).toMatchObject({ start_fen: fen, turn: 'black', fullmove_number: 30 });
  });

  it('of six hundred half-moves is replayed in under 20 ms, position for position', async () => {
    const game = longGame(600);
    const positions = positionsOf(game);
    const pgn = writePgn(game, { baseUrl: 'http://localhost' });
    const { body } = await api.call('POST', '/api/games/pgn', { body: { pgn } });
    const id = body['game_id'];
    await board.act(id, { action: 'resign' });
    const milliseconds: number[] = [];

    for (const plies of [0, 1, 299, 300, ...Array<number>(12).fill(600)]) {
      const begun = performance.now();
      const answer = await archive(`/${id}/replay?move_number=${plies}`);
      milliseconds.push(performance.now() - begun);
      expect(answer.body['state']['position_history']).toEqual(positions.slice(0, plies + 1));
    }

    expect(currentFen(game)).toBe(positions.at(-1));
    // the first requests include compilation, and other tests use the machine
    expect(Math.min(...milliseconds.slice(4))).toBeLessThan(20);
  });
});

/** Random legal moves. Most random games end earlier, so seeds are tried until one does not. */
function longGame(plies: number) {
  for (let seed = 1; ; seed += 1) {
    const game = randomGame({ seed, plies });
    if (game.moves.length === plies && !game.outcome) return game;
  }
}
