import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PositionResult } from '../../../services/analysis/present-analysis.ts';
import { analyse, chess, type ChessAnswer, playGame } from '../../support/analysis.ts';
import { query } from '../../support/database.ts';
import { eventually } from '../../support/eventually.ts';
import { freePort } from '../../support/free-port.ts';
import { type OwnPlatform, startOwnPlatform } from '../../support/platform.ts';
import { startRole } from '../../support/role.ts';
import { findTemporal, temporalMissing } from '../../support/temporal.ts';
import { isSkipped } from '../../support/tool.ts';
import { openWorkflows } from '../../support/workflows.ts';

const startFen = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const mated = 'rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3';
const stalemate = '7k/5Q2/6K1/8/8/8/8/8 b - - 0 1';
const dead = '4k3/8/8/8/8/8/8/4K3 w - - 0 1';
const mateIn2 = '6k1/5ppp/8/8/8/8/R7/1R2K3 w - - 0 1';
const inBook = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1';
const slots = 2;
const ceilingMs = 8_000;

describe.skipIf(isSkipped(await findTemporal(), temporalMissing))('the analysis of a position', () => {
  let platform: OwnPlatform;

  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rookery-book-'));
    await writeFile(join(folder, 'book.bin'), bookOfOnePosition());
    const environment = {
      BOOK_PATH: join(folder, 'book.bin'),
      ANALYSIS_MAX_CONCURRENT_POSITIONS: `${slots}`,
      ANALYSIS_POSITION_MAX_MOVETIME_MS: `${ceilingMs}`,
      ANALYSIS_POSITION_MAX_THREADS: '1',
    };
    platform = await startOwnPlatform(environment, { ownTemporal: true });
  });
  afterAll(async () => {
    await platform?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const ask = (body: unknown, headers?: Record<string, string>) =>
    analyse(platform, body, headers ? { headers } : {});

  test('has every field, of both points of view', async () => {
    const { status, body } = await ask({ fen: startFen, depth: 6 });

    expect(status).toBe(200);
    const shown = PositionResult.strict().parse(body);
    expect(shown).toMatchObject({ fen: startFen, turn: 'white', source: 'search', depth: 6, mate_in: null });
    expect(shown.nodes).toBeGreaterThan(0);
    expect(shown.lines).toHaveLength(1);
    expect(shown.lines[0]?.moves[0]).toBe(`${shown.best_move?.from}${shown.best_move?.to}`);
    expect(shown.score_white_cp).toBe(shown.score_cp);
    expect(shown.limits_applied).toEqual({ depth: 6, movetime_ms: 1_000, multi_pv: 1, threads: 1 });
    expect(shown.book).toMatchObject({ is_book_move: false, total_weight: 0, book_moves: [] });
    expect(body).not.toHaveProperty('tablebase');
  });

  test('comes from the book where that knows a move', async () => {
    const { body } = await ask({ fen: inBook, depth: 4 });

    expect(body).toMatchObject({ source: 'book', best_move: { from: 'c7', to: 'c5', promotion: null } });
    expect(body.book).toEqual({
      is_book_move: true,
      weight: 3,
      total_weight: 4,
      book_moves: [
        { notation: 'c7c5', weight: 3, probability: 0.75 },
        { notation: 'e7e5', weight: 1, probability: 0.25 },
      ],
      opening_name: "King's Pawn Game",
    });
    expect(body.opening).toEqual({ eco: 'B00', name: "King's Pawn Game" });
  });

  test('names the opening of a position, and the one that a running game has left', async () => {
    const italian = ['e2e4', 'e7e5', 'g1f3', 'b8c6', 'f1c4', 'f8c5'];
    const gameId = await playGame(platform, [...italian, 'h2h4', 'h7h5']);

    const ofGame = await ask({ game_id: gameId, depth: 1 });
    const ofPosition = await ask({ fen: ofGame.body.fen, depth: 1 });

    expect(ofGame.body.opening).toEqual({ eco: 'C50', name: 'Italian Game: Giuoco Piano' });
    expect(ofGame.body.book.opening_name).toBe('Italian Game: Giuoco Piano');
    expect(ofPosition.body.opening).toBeNull();
  });

  test('fills in the clocks of a short FEN', async () => {
    const { body } = await ask({ fen: 'r3k3/8/8/8/8/8/8/4K2R b Kq -', depth: 4 });

    expect(body).toMatchObject({ fen: 'r3k3/8/8/8/8/8/8/4K2R b Kq - 0 1', turn: 'black' });
    expect(body.score_white_cp).toBe(0 - body.score_cp);
  });

  test.each([
    ['White', '6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1', 29_999, { from: 'a1', to: 'a8', promotion: null }],
    ['Black', 'r3k3/8/8/8/8/8/5PPP/6K1 b - - 0 1', -29_999, { from: 'a8', to: 'a1', promotion: null }],
  ])('finds the mate in one of %s', async (_, fen, forWhite, move) => {
    const { body } = await ask({ fen, depth: 5 });

    expect(body).toMatchObject({ score_cp: 29_999, score_white_cp: forWhite, mate_in: 1, best_move: move });
  });

  test('names as many lines as asked for, promotions as this service writes them', async () => {
    const { body } = await ask({ fen: '8/4P1k1/8/8/8/8/8/4K3 w - - 0 1', depth: 4, multi_pv: 3 });

    expect(body.lines.map((line: { rank: number }) => line.rank)).toEqual([1, 2, 3]);
    expect(body.lines[0].moves[0]).toBe('e7e8=Q');
    expect(body.best_move).toEqual({ from: 'e7', to: 'e8', promotion: 'Q' });
  });

  test('knows what a running game repeats, which its position alone does not tell', async () => {
    const fen = 'k7/8/8/8/8/8/r7/7K w - - 0 1';
    const round = ['h1g1', 'a8b8', 'g1h1', 'b8a8'];
    const gameId = await playGame(platform, [...round, ...round], fen);

    const withHistory = await ask({ game_id: gameId, depth: 8 });
    const alone = await ask({ fen, game_id: gameId, depth: 8 });

    expect(withHistory.body).toMatchObject({ score_cp: 0, turn: 'white' });
    expect(alone.body.fen).toBe(fen);
    expect(alone.body.score_cp).toBeLessThan(-300);
  });

  describe('refuses', () => {
    test.each([
      ['depth', 0, '1', '128'],
      ['depth', 129, '1', '128'],
      ['movetime_ms', 9, '10', '60000'],
      ['movetime_ms', 60_001, '10', '60000'],
      ['multi_pv', 0, '1', '16'],
      ['multi_pv', 17, '1', '16'],
      ['threads', 0, '1', '64'],
      ['threads', 65, '1', '64'],
    ])('%s = %d, naming the range', async (field, value, minimum, maximum) => {
      const { status, body } = await ask({ fen: startFen, [field]: value });

      expect([status, body.code]).toEqual([400, 'out_of_range']);
      for (const part of [field, minimum, maximum]) expect(body.error).toContain(part);
    });

    test.each([
      ['depth', '5'],
      ['depth', 1.5],
      ['movetime_ms', null],
      ['multi_pv', true],
      ['threads', {}],
      ['fen', 5],
      ['game_id', []],
    ])('a wrong type: %s = %j', async (field, value) => {
      const { status, body } = await ask({ fen: startFen, [field]: value });

      expect([status, body.code]).toEqual([400, 'invalid_field']);
      expect(body.error).toContain(field);
    });

    test.each([
      ['depth', 'an integer from 1 to 128'],
      ['movetime_ms', 'an integer from 10 to 60000'],
      ['multi_pv', 'an integer from 1 to 16'],
      ['threads', 'an integer from 1 to 64'],
    ])('a wrong type of %s names the range', async (field, range) => {
      const { body } = await ask({ fen: startFen, [field]: 'many' });

      expect(body.error).toBe(`${field} must be ${range}`);
    });

    test.each([
      ['neither fen nor game_id', {}, 400, 'missing_field'],
      ['both null', { fen: null, game_id: null }, 400, 'missing_field'],
      ['no FEN', { fen: 'nonsense' }, 400, 'invalid_fen'],
      ['a position that can not arise', { fen: '8/8/8/8/8/8/8/4K3 w - - 0 1' }, 400, 'invalid_fen'],
      ['what is no id', { game_id: 'nonsense' }, 400, 'invalid_id'],
      [
        'a game that is not there',
        { game_id: '01951111-1111-7111-8111-111111111111' },
        404,
        'game_not_found',
      ],
      ['a body that is no object', [], 400, 'invalid_field'],
      ['a body that is no JSON', '{"fen":', 400, 'invalid_json'],
    ])('%s', async (_, body, status, code) => {
      const answer = await ask(body);

      expect([answer.status, answer.body.code, typeof answer.body.error]).toEqual([status, code, 'string']);
    });

    test('in the language of the caller', async () => {
      const german = await ask({ fen: startFen, depth: 200 }, { 'accept-language': 'de-AT, en;q=0.5' });
      const english = await ask({ fen: startFen, depth: 200 });

      expect(german.headers.get('content-language')).toBe('de');
      expect(german.body.error).not.toBe(english.body.error);
      expect(german.body.code).toBe(english.body.code);
    });
  });

  describe('of a game that is over', () => {
    const round = ['h1g1', 'a8b8', 'g1h1', 'b8a8'];
    test.each([
      ['mate', ['f2f3', 'e7e5', 'g2g4', 'd8h4'], undefined, -30_000, 0],
      [
        'fivefold repetition, which its position alone does not tell',
        [...round, ...round, ...round, ...round],
        'k7/8/8/8/8/8/r7/7K w - - 0 1',
        0,
        null,
      ],
    ])('by %s needs no search', async (_, moves, fen, score, mate) => {
      const gameId = await playGame(platform, moves, fen);
      const before = await countWorkflows();

      const { status, body } = await ask({ game_id: gameId });

      expect(status).toBe(200);
      expect(body).toMatchObject({ best_move: null, depth: 0, lines: [], score_cp: score, mate_in: mate });
      expect(await countWorkflows()).toBe(before);
    });

    test('by resignation goes on where its players stopped', async () => {
      const gameId = await playGame(platform, ['f2f3', 'e7e5', 'g2g4']);
      await chess(platform, 'POST', `/games/${gameId}/action`, { body: { action: 'resign', side: 'white' } });

      const { status, body } = await ask({ game_id: gameId, depth: 4 });

      expect(status).toBe(200);
      expect(body).toMatchObject({ best_move: { from: 'd8', to: 'h4', promotion: null }, mate_in: 1 });
    });
  });

  test('above a ceiling of the server gets what the server gives, and is told', async () => {
    const { status, body } = await ask({ fen: mateIn2, movetime_ms: 60_000, threads: 64, depth: 3 });

    expect(status).toBe(200);
    expect(body.limits_applied).toMatchObject({ movetime_ms: ceilingMs, threads: 1 });
  });

  test.each([
    ['checkmate', mated, -30_000, 0],
    ['stalemate', stalemate, 0, null],
    ['a dead position', dead, 0, null],
  ])('needs no search after %s', async (_, fen, score, mate) => {
    const before = await countWorkflows();
    const { status, body } = await ask({ fen });

    expect(status).toBe(200);
    expect(body).toMatchObject({ best_move: null, score_cp: score, mate_in: mate, depth: 0, lines: [] });
    expect(await countWorkflows()).toBe(before);
  });

  /** Starts a search that takes as long as the server allows, and waits until it has its slot. */
  async function occupySlot(taken: number): Promise<{ answer: Promise<ChessAnswer>; leave(): void }> {
    const gone = new AbortController();
    const answer = analyse(platform, { fen: startFen, movetime_ms: ceilingMs }, { signal: gone.signal });
    answer.catch(() => {});
    await eventually(async () => expect(await takenSlots()).toBe(taken));
    return { answer, leave: () => gone.abort() };
  }

  async function takenSlots(): Promise<number> {
    const rows = await query<{ slot: number }>(
      platform.databaseUrl,
      'select slot from analysis_slots where expires_at > now()',
    );
    return rows.length;
  }

  async function countWorkflows(condition = ''): Promise<number> {
    await using client = openWorkflows(platform.temporal);
    return (await client.workflow.count(`WorkflowType = 'analysePosition'${condition}`)).count;
  }

  test('is refused while every slot is busy, and only then; a client that leaves stops its search', async () => {
    const port = await freePort();
    const second = await startRole('api', { ...platform.environment, PORT: String(port) });
    const replica = { url: `http://127.0.0.1:${port}` };
    const occupied = [await occupySlot(1), await occupySlot(2)];
    const refused = await ask({ fen: startFen, depth: 1 });
    const refusedElsewhere = await analyse(replica, { fen: startFen, depth: 1 });
    const terminal = await ask({ fen: mated });
    for (const { leave } of occupied) leave();
    const left = performance.now();
    await eventually(async () => expect(await takenSlots()).toBe(0));
    const freedMs = performance.now() - left;
    const next = await ask({ fen: startFen, depth: 1 });
    await second.stop();

    expect(refused).toMatchObject({
      status: 429,
      body: { code: 'busy', details: { active: slots, maximum: slots } },
    });
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(refusedElsewhere.status).toBe(429);
    expect(terminal.status).toBe(200);
    expect(next.status).toBe(200);
    // well before the searches would end without an interruption
    expect(freedMs).toBeLessThan(3_000);
    await eventually(async () => expect(await countWorkflows(" and ExecutionStatus = 'Running'")).toBe(0));
    expect(await countWorkflows(" and ExecutionStatus = 'Canceled'")).toBe(occupied.length);
  });

  test('says so when the engine is away, and works again when it is back', async () => {
    await platform.roles.engine.stop();
    const away = await ask({ fen: startFen, movetime_ms: 10 });
    const taken = await takenSlots();
    platform.roles.engine = await platform.roles.engine.restart();
    const back = await ask({ fen: startFen, depth: 2 });

    expect(away).toMatchObject({ status: 503, body: { code: 'not_ready' } });
    expect(away.headers.get('retry-after')).not.toBeNull();
    expect(taken).toBe(0);
    expect(back.status).toBe(200);
  });

  test('says so when the workflow service does not answer, and holds no slot', async () => {
    platform.temporal.freeze();
    const thaw = () => platform.temporal.thaw();
    const away = await ask({ fen: startFen, movetime_ms: 10 }).finally(thaw);
    const taken = await takenSlots();
    const back = await eventually(async () => {
      const answer = await ask({ fen: startFen, depth: 2 });
      expect(answer.status).toBe(200);
      return answer;
    });

    expect(away).toMatchObject({ status: 503, body: { code: 'not_ready' } });
    expect(taken).toBe(0);
    expect(back.body.depth).toBe(2);
  });

  test('is described in the OpenAPI document', async () => {
    const document = await chess({ url: platform.url }, 'GET', '/../openapi.json');
    const operation = document.body.paths['/api/analysis/position'].post;
    const asked = operation.requestBody.content['application/json'].schema.properties;

    expect(asked.depth).toMatchObject({ minimum: 1, maximum: 128, default: 128 });
    expect(asked.threads).toMatchObject({ minimum: 1, maximum: 64, default: 1 });
    expect(operation.responses['200']).toBeDefined();
  });
});

/** A Polyglot book for `inBook`: 1...c5 has three times the weight of 1...e5. */
function bookOfOnePosition(): Buffer {
  const entries = [
    { move: (50 << 6) | 34, weight: 3 },
    { move: (52 << 6) | 36, weight: 1 },
  ].map(({ move, weight }) => {
    const entry = Buffer.alloc(16);
    // this key is an example of the format's description
    entry.writeBigUInt64BE(0x823c9b50fd114196n, 0);
    entry.writeUInt16BE(move, 8);
    entry.writeUInt16BE(weight, 10);
    return entry;
  });
  return Buffer.concat(entries);
}
