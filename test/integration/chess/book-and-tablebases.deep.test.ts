import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PositionResult } from '../../../services/analysis/present-analysis.ts';
import { Job } from '../../../services/reviews/present-review.ts';
import { analyse, chess, finishedReview, playGame } from '../../support/analysis.ts';
import { type CombinedPlatform, startCombinedPlatform } from '../../support/platform.ts';
import { findTemporal, temporalMissing } from '../../support/temporal.ts';
import { isSkipped } from '../../support/tool.ts';

const tables = process.env['SYZYGY_PATH'] ?? '';
const book = process.env['BOOK_PATH'] ?? '';
const isPresent = existsSync(tables) && existsSync(book);
if (!isPresent)
  process.stdout.write('no tablebases at SYZYGY_PATH or no book at BOOK_PATH: their tests are skipped\n');

const startFen = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
/** The key of the start position, from the description of the book's format. */
const startKey = 0x463b96181691fc9cn;
const sicilian = 'rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2';

describe.skipIf(!isPresent || isSkipped(await findTemporal(), temporalMissing))('book and tablebases', () => {
  let platform: CombinedPlatform;
  beforeAll(async () => {
    platform = await startCombinedPlatform({ TABLEBASE_PATH: tables, BOOK_PATH: book }, { withEngine: true });
  });
  afterAll(() => platform?.stop());

  async function ask(body: object): Promise<PositionResult> {
    const answer = await analyse(platform, { movetime_ms: 2_000, ...body });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return PositionResult.strict().parse(answer.body);
  }

  async function reviewOf(moves: readonly string[], fen?: string) {
    const gameId = await playGame(platform, moves, fen);
    const asked = { body: { movetime_ms: 200 } };
    const { body } = await chess(platform, 'POST', `/analysis/game/${gameId}`, asked);
    const job = Job.parse(await finishedReview(platform, body.job_id));
    const pgn = await chess(platform, 'GET', `/analysis/jobs/${body.job_id}/pgn`);
    if (!job.result) throw new Error(JSON.stringify(job));
    return { ...job.result, pgn: String(pgn.body.pgn) };
  }

  test('the book answers with its moves as its file has them', async () => {
    const shown = await ask({ fen: startFen });

    const kept = (await weightsAt(startKey)).filter((weight) => weight > 0);
    const total = kept.reduce((sum, weight) => sum + weight, 0);
    expect(kept.length).toBeGreaterThan(1);
    expect(shown).toMatchObject({
      source: 'book',
      opening: null,
      tablebase: { is_tablebase_position: false },
    });
    expect(shown.book).toMatchObject({ is_book_move: true, total_weight: total, opening_name: null });
    expect(shown.book?.book_moves.map(({ weight }) => weight)).toEqual(kept.sort((a, b) => b - a));
  });

  test('heavier moves come first, each with its share, and the first is played', async () => {
    const shown = await ask({ fen: sicilian, multi_pv: 2 });

    const { book_moves: moves = [], total_weight: total = 0, weight } = shown.book ?? {};
    expect(shown.opening).toEqual({ eco: 'B20', name: 'Sicilian Defense' });
    expect(shown.book?.opening_name).toBe('Sicilian Defense');
    expect(moves[0]).toMatchObject({ notation: 'g1f3', weight });
    expect(shown.best_move).toEqual({ from: 'g1', to: 'f3', promotion: null });
    expect(shown.lines.map((line) => line.moves[0])).toEqual(
      moves.slice(0, 2).map(({ notation }) => notation),
    );
    for (const move of moves) expect(move.probability).toBeCloseTo(move.weight / total, 3);
    expect(moves.reduce((sum, { probability }) => sum + probability, 0)).toBeCloseTo(1, 2);
    expect(moves.map(({ weight }) => weight)).toEqual(
      moves.map(({ weight }) => weight).toSorted((a, b) => b - a),
    );
  });

  test.each([
    ['Win', 'rook and king', '8/8/8/4k3/8/8/8/R3K3 w - - 0 1', 'KRvK', 1],
    ['Loss', 'rook and king, the other side to move', '8/8/8/4k3/8/8/8/R3K3 b - - 0 1', 'KvKR', -1],
    ['Win', 'queen against rook', '8/8/3k4/8/8/8/7r/Q3K3 w - - 0 1', 'KQvKR', 1],
    ['Draw', 'a pawn that is held', '4k3/4P3/8/4K3/8/8/8/8 b - - 0 1', 'KvKP', 0],
    ['Draw', 'knight against knight', '8/8/8/4k3/8/2n5/4N3/4K3 w - - 0 1', 'KNvKN', 0],
  ])('tablebases say %s of %s', async (wdl, _, fen, men, sign) => {
    const shown = await ask({ fen });

    expect(shown.source).toBe('tablebase');
    expect(shown.tablebase).toMatchObject({ is_tablebase_position: true, wdl, source: 'syzygy' });
    expect(shown.tablebase?.configuration?.split('v').sort()).toEqual(men.split('v').sort());
    expect(Math.sign(shown.tablebase?.dtz ?? Number.NaN)).toBe(sign);
    // the score of a tablebase win or a mate, above every estimate
    expect(Math.trunc(shown.score_cp / 20_000)).toBe(sign);
    expect(shown.best_move).not.toBeNull();
    expect(shown.book).toMatchObject({ is_book_move: false, total_weight: 0, book_moves: [] });
  });

  test('the distance is that to the next capture, pawn move or mate', async () => {
    const capture = await ask({ fen: '8/8/3k4/8/8/8/r7/Q3K3 w - - 0 1' });
    const mate = await ask({ fen: 'k7/8/1K6/8/8/8/8/7R w - - 0 1' });

    expect(capture).toMatchObject({
      best_move: { from: 'a1', to: 'a2' },
      tablebase: { wdl: 'Win', dtz: 1, configuration: 'KQvKR' },
    });
    expect(mate).toMatchObject({ mate_in: 1, score_cp: 29_999, tablebase: { wdl: 'Win', dtz: 1 } });
  });

  test.each([
    ['CursedWin', 'a win that comes after the fiftieth move', 'w'],
    ['BlessedLoss', 'a loss that does', 'b'],
  ])('tablebases say %s of %s', async (wdl, _, side) => {
    const position = `8/8/8/4k3/8/8/8/R3K3 ${side} - -`;
    const fresh = await ask({ fen: `${position} 0 60` });
    const late = await ask({ fen: `${position} 90 60` });

    expect(Math.abs(fresh.tablebase?.dtz ?? 0)).toBeGreaterThan(10);
    expect(late.tablebase).toMatchObject({ wdl, dtz: fresh.tablebase?.dtz });
    expect(late).toMatchObject({ source: 'tablebase', score_cp: 0, mate_in: null, lines: [{ score_cp: 0 }] });
  });

  test('a win in time is one, however late', async () => {
    const shown = await ask({ fen: 'k7/8/1K6/8/8/8/8/7R w - - 99 80' });

    expect(shown).toMatchObject({ mate_in: 1, tablebase: { wdl: 'Win', dtz: 1 } });
  });

  test('more men than the tables have are searched', async () => {
    const shown = await ask({ fen: '4k3/pppp4/8/8/8/8/4PPPP/4K3 w - - 0 1', depth: 6 });

    expect(shown).toMatchObject({ source: 'search', tablebase: { is_tablebase_position: false, wdl: null } });
  });

  test('castling rights are not in tables', async () => {
    const shown = await ask({ fen: '4k3/8/8/8/8/8/8/4K2R w K - 0 1', depth: 6 });

    expect(shown).toMatchObject({ source: 'search', tablebase: { is_tablebase_position: false } });
  });

  test('a review leaves the moves of the book ungraded', async () => {
    const { annotations, summary, ...result } = await reviewOf([
      'e2e4',
      'c7c5',
      'g1f3',
      'd7d6',
      'h2h4',
      'g8f6',
    ]);

    expect(annotations.map(({ quality }) => quality).slice(0, 4)).toEqual(Array(4).fill('Book'));
    expect(annotations.map(({ is_book_move: isBook }) => isBook)).toEqual([
      true,
      true,
      true,
      true,
      false,
      false,
    ]);
    for (const move of annotations.slice(0, 4))
      expect(move).toMatchObject({ played_eval: 0, best_eval: 0, centipawn_loss: 0, accuracy: null });
    for (const move of annotations.slice(4)) expect(move.search_depth).toBeGreaterThan(0);
    expect(summary).toMatchObject({ total_moves: 6, book_moves: 4 });
    expect(result).toMatchObject({
      book_available: true,
      tablebase_available: true,
      opening: { eco: 'B50', name: 'Sicilian Defense: Modern Variations', ply: 4 },
    });
    expect(result.pgn).toContain('[ECO "B50"]\n[Opening "Sicilian Defense: Modern Variations"]\n');
  });

  test('a review knows what the tables know of its positions', async () => {
    const { annotations, pgn } = await reviewOf(['a1a3', 'b4a3'], '8/8/8/8/1k6/8/8/R3K3 w - - 0 1');

    expect(annotations).toMatchObject([
      { san: 'Ra3', is_tablebase_position: true, played_eval: 0, quality: 'Blunder' },
      { san: 'Kxa3', is_tablebase_position: true, played_eval: 0, quality: 'Best' },
    ]);
    expect(annotations[0]?.best_eval).toBeGreaterThan(20_000);
    expect(pgn).toContain('Ra3 $4');
  });
});

/** The weights of the moves that the book has for a key (16 bytes each: key, move, weight, learning). */
async function weightsAt(key: bigint): Promise<number[]> {
  const bytes = await readFile(book);
  const weights: number[] = [];
  for (let at = 0; at < bytes.length; at += 16)
    if (bytes.readBigUInt64BE(at) === key) weights.push(bytes.readUInt16BE(at + 10));
  return weights;
}
