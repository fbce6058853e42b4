import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Job, ListedJob } from '../../../services/reviews/present-review.ts';
import { render } from '../../../chess/messages.ts';
import { chess, type ChessCall, finishedReview, playGame } from '../../support/analysis.ts';
import { eventually } from '../../support/eventually.ts';
import { type OwnPlatform, startOwnPlatform } from '../../support/platform.ts';
import { submitReview, untilReview } from '../../support/reviews.ts';
import { findTemporal, temporalMissing } from '../../support/temporal.ts';
import { isSkipped } from '../../support/tool.ts';
import { describeRuns } from '../../support/workflows.ts';

const startFen = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const unknownId = '01951111-1111-7111-8111-111111111111';
const opening = ['e2e4', 'e7e5', 'g1f3', 'b8c6', 'f1b5', 'a7a6'];
const foolsMate = ['f2f3', 'e7e5', 'g2g4', 'd8h4'];
const mostOpen = 2;
/** Time per position: long enough to observe, too long to wait for. */
const slowMs = 20_000;

describe.skipIf(isSkipped(await findTemporal(), temporalMissing))('reviews', () => {
  let platform: OwnPlatform;

  beforeAll(async () => {
    const environment = {
      ANALYSIS_MAX_CONCURRENT_JOBS: `${mostOpen}`,
      ANALYSIS_GAME_MAX_MOVETIME_MS: `${slowMs}`,
    };
    platform = await startOwnPlatform(environment, { ownTemporal: true });
  });
  afterAll(() => platform?.stop());

  const call = (method: string, path: string, options?: ChessCall) => chess(platform, method, path, options);
  const submit = (gameId: string, body?: unknown, headers?: Record<string, string>) =>
    call('POST', `/analysis/game/${gameId}`, { body, ...(headers ? { headers } : {}) });
  const getJob = (id: string) => call('GET', `/analysis/jobs/${id}`);
  const remove = (id: string) => call('DELETE', `/analysis/jobs/${id}`);

  async function submitted(gameId: string, body: unknown): Promise<string> {
    const answer = await submit(gameId, body);
    expect(answer.status, JSON.stringify(answer.body)).toBe(202);
    return answer.body.job_id;
  }

  test('come without book and tablebases where none are configured, as do positions', async () => {
    const { status, body } = await call('POST', '/analysis/position', { body: { fen: startFen, depth: 1 } });

    expect(status).toBe(200);
    expect(body).not.toHaveProperty('book');
    expect(body).not.toHaveProperty('tablebase');
  });

  test('say at once which limits apply', async () => {
    const gameId = await playGame(platform, opening);

    const { body } = await submit(gameId, { depth: 31, movetime_ms: 60_000 });
    await remove(body.job_id);

    expect(body.limits_applied).toEqual({ depth: 31, movetime_ms: slowMs });
  });

  test('of an archived game have every field of the result', async () => {
    const gameId = await playGame(platform, foolsMate);

    const accepted = await submit(gameId, { movetime_ms: 50 });
    const finished = await finishedReview(platform, accepted.body.job_id);

    expect(accepted.status).toBe(202);
    expect(typeof accepted.body.message).toBe('string');
    expect(accepted.body.limits_applied).toEqual({ depth: 30, movetime_ms: 50 });
    const job = Job.parse(finished);
    expect(job.result?.opening).toEqual({ eco: 'A00', name: 'Barnes Opening', ply: 1 });
    expect(job).toMatchObject({ id: accepted.body.job_id, game_id: gameId, status: 'Completed' });
    expect(job.completed_at).toBeGreaterThanOrEqual(job.created_at);
    expect(Math.abs(job.created_at - Date.now() / 1_000)).toBeLessThan(120);
    expect(job.result?.limits_applied).toEqual({ depth: 30, movetime_ms: 50 });
    const { annotations = [], summary, depth, book_available, tablebase_available } = job.result ?? {};
    expect({ depth, book_available, tablebase_available }).toEqual({
      depth: 30,
      book_available: false,
      tablebase_available: false,
    });
    expect(annotations.map(({ move_number, side, san }) => [move_number, side, san])).toEqual([
      [1, 'white', 'f3'],
      [1, 'black', 'e5'],
      [2, 'white', 'g4'],
      [2, 'black', 'Qh4#'],
    ]);
    expect(annotations[2]).toMatchObject({ quality: 'Blunder', played_eval: -29_999, played_mate_in: -1 });
    expect(annotations[3]).toMatchObject({
      quality: 'Best',
      centipawn_loss: 0,
      best_move: { from: 'd8', to: 'h4' },
      best_eval: 29_999,
    });
    expect(summary).toMatchObject({ total_moves: 4, blunders: expect.any(Number), book_moves: 0 });
    await remove(accepted.body.job_id);
  });

  test('of a running game go on with what it was when it was submitted', async () => {
    const gameId = await playGame(platform, opening.slice(0, 3));

    const first = await submitted(gameId, { movetime_ms: 20 });
    await call('POST', `/games/${gameId}/move`, { body: { from: 'b8', to: 'c6', promotion: null } });
    const second = await submitted(gameId, { movetime_ms: 20 });

    expect(second).not.toBe(first);
    const [before, after] = [await finishedReview(platform, first), await finishedReview(platform, second)];
    expect(before.result.annotations).toHaveLength(3);
    expect(after.result.annotations).toHaveLength(4);
  });

  test('asked for twice are one job, also once it is completed; other settings are another', async () => {
    const gameId = await playGame(platform, opening.slice(0, 2));

    const [first, again] = await Promise.all([
      submit(gameId, { movetime_ms: 30 }),
      submit(gameId, { movetime_ms: 30 }),
    ]);
    await finishedReview(platform, first.body.job_id);
    const later = await submit(gameId, { movetime_ms: 30 });
    const other = await submit(gameId, { movetime_ms: 31 });

    expect([first.status, again.status, later.status]).toEqual([202, 202, 202]);
    expect([again.body.job_id, later.body.job_id]).toEqual([first.body.job_id, first.body.job_id]);
    expect(later.body.message).not.toBe(other.body.message);
    expect(other.body.job_id).not.toBe(first.body.job_id);
    await finishedReview(platform, other.body.job_id);
  });

  test.each([5, 0, -3, 29.5, -1e300])('raise a depth of %d to the minimum, and say so', async (depth) => {
    const gameId = await playGame(platform, opening.slice(0, 1));

    const { body, status } = await submit(gameId, { depth, movetime_ms: 20 });
    const { result } = await finishedReview(platform, body.job_id);

    expect(status).toBe(202);
    expect(body.message).toContain('30');
    expect(result.depth).toBe(30);
  });

  test('search as deep as the engine can when more is asked for', async () => {
    const gameId = await playGame(platform, opening.slice(0, 1));

    const { body, status } = await submit(gameId, { depth: 1e300, movetime_ms: 20 });
    await finishedReview(platform, body.job_id);

    expect(status).toBe(202);
    expect(body.limits_applied.depth).toBe(128);
  });

  describe('are refused for', () => {
    test.each([
      ['what is no id', 'nonsense', {}, 400, 'invalid_id'],
      ['an unknown game', unknownId, {}, 404, 'game_not_found'],
      ['a depth that is no number', unknownId, { depth: 'deep' }, 400, 'invalid_field'],
      ['a time beyond the range', unknownId, { movetime_ms: 5 }, 400, 'out_of_range'],
    ])('%s', async (_, gameId, body, status, code) => {
      const answer = await submit(gameId, body);

      expect([answer.status, answer.body.code, typeof answer.body.error]).toEqual([status, code, 'string']);
    });

    test('a depth that is no number, naming no range: what is outside of it is moved into it', async () => {
      const { body } = await submit(unknownId, { depth: 'deep' });

      expect(body).toMatchObject({ error: 'depth must be a number' });
    });

    test('a game without moves', async () => {
      const gameId = await playGame(platform, []);

      expect(await submit(gameId)).toMatchObject({ status: 400, body: { code: 'no_moves' } });
    });
  });

  test.each([
    ['GET', '', 'nonsense', 400, 'invalid_id'],
    ['DELETE', '', 'nonsense', 400, 'invalid_id'],
    ['GET', '/pgn', 'nonsense', 400, 'invalid_id'],
    ['GET', '', unknownId, 404, 'job_not_found'],
    ['DELETE', '', unknownId, 404, 'job_not_found'],
    ['GET', '/pgn', unknownId, 404, 'job_not_found'],
  ])('%s jobs/{id}%s of %s is %d', async (method, rest, id, status, code) => {
    const answer = await call(method, `/analysis/jobs/${id}${rest}`);

    expect([answer.status, answer.body.code, typeof answer.body.error]).toEqual([status, code, 'string']);
  });

  test('show how far they have come, are no more than a few at a time, and can be cancelled and removed', async () => {
    const slow = await playGame(platform, opening);
    const next = await playGame(platform, opening.slice(0, 5));
    const third = await playGame(platform, opening.slice(0, 4));

    const running = await submitted(slow, undefined);
    const waiting = await submitted(next, {});
    const refused = await submit(third);
    const inProgress = await eventually(async () => {
      const { body } = await getJob(running);
      expect(body.status).toHaveProperty('InProgress');
      return body;
    });

    expect(inProgress.status).toEqual({
      InProgress: { moves_analyzed: expect.any(Number), total_moves: opening.length },
    });
    expect(inProgress).not.toHaveProperty('completed_at');
    expect(inProgress).not.toHaveProperty('result');
    expect(refused).toMatchObject({
      status: 429,
      body: { code: 'busy', details: { active: mostOpen, maximum: mostOpen } },
    });
    expect(refused.headers.get('retry-after')).not.toBeNull();
    expect((await call('GET', `/analysis/jobs/${running}/pgn`)).status).toBe(409);

    const asked = performance.now();
    const cancelled = await remove(running);
    const now = await getJob(running);
    await eventually(async () =>
      expect((await describeRuns(platform.temporal, `review:${running}`)).status).toBe('CANCELLED'),
    );
    const stoppedMs = performance.now() - asked;
    await remove(waiting);

    expect(cancelled.status).toBe(200);
    expect(now.body.status).toBe('Cancelled');
    const withoutPgn = await call('GET', `/analysis/jobs/${running}/pgn`);
    expect(withoutPgn).toMatchObject({
      status: 409,
      body: { error: render('en', 'error.review_cancelled') },
    });
    expect(now.body.completed_at).toEqual(expect.any(Number));
    // far less than the time of one search
    expect(stoppedMs).toBeLessThan(5_000);
    const removed = await remove(running);
    expect(removed.status).toBe(200);
    expect(removed.body.message).not.toBe(cancelled.body.message);
    expect((await getJob(running)).status).toBe(404);

    const again = await submitted(next, { movetime_ms: 20 });
    expect((await finishedReview(platform, again)).status).toBe('Completed');
  });

  test('are listed without their results, the newest first', async () => {
    const gameId = await playGame(platform, opening.slice(0, 1));
    const first = await submitted(gameId, { movetime_ms: 21 });
    const second = await submitted(gameId, { movetime_ms: 22 });
    await Promise.all([finishedReview(platform, first), finishedReview(platform, second)]);

    const { status, body } = await call('GET', '/analysis/jobs');

    expect(status).toBe(200);
    expect(body.count).toBe(body.jobs.length);
    expect(body.jobs.slice(0, 2).map((job: { id: string }) => job.id)).toEqual([second, first]);
    for (const job of body.jobs) expect(() => ListedJob.strict().parse(job)).not.toThrow();
  });

  test('come as annotated PGN, in an object or as it is', async () => {
    const gameId = await playGame(platform, foolsMate);
    const jobId = await submitted(gameId, { movetime_ms: 50 });
    await finishedReview(platform, jobId);

    const inObject = await call('GET', `/analysis/jobs/${jobId}/pgn`);
    const plain = await call('GET', `/analysis/jobs/${jobId}/pgn`, {
      headers: { accept: 'application/x-chess-pgn' },
    });

    expect(plain.headers.get('content-type')).toContain('application/x-chess-pgn');
    expect(plain.body).toBe(inObject.body.pgn);
    for (const part of ['[Result "0-1"]', '[Opening "Barnes Opening"]', 'g4', '$4', '[%eval', 'Qh4#', '0-1'])
      expect(plain.body).toContain(part);
    const imported = await call('POST', '/games/pgn', { body: { pgn: plain.body } });
    expect(imported.status).toBe(200);
  });

  test('still have their PGN when the game is gone', async () => {
    const gameId = await playGame(platform, opening.slice(0, 2));
    const jobId = await submitted(gameId, { movetime_ms: 20 });
    await finishedReview(platform, jobId);
    await call('DELETE', `/games/${gameId}`);

    const { status, body } = await call('GET', `/analysis/jobs/${jobId}/pgn`);

    expect(status).toBe(200);
    expect(body.pgn).toMatch(/1\. e4 .*e5 .*\*\s*$/s);
  });

  test('are accepted while the workflow service is away; asking again starts what was not started', async () => {
    const gameId = await playGame(platform, opening.slice(0, 2));
    const acceptWhileAway = async () => {
      const accepted = await submit(gameId, { movetime_ms: 24 });
      return [accepted, await getJob(accepted.body.job_id)] as const;
    };

    platform.temporal.freeze();
    const [accepted, waiting] = await acceptWhileAway().finally(() => platform.temporal.thaw());
    const again = await submit(gameId, { movetime_ms: 24 });

    expect(accepted.status).toBe(202);
    expect(waiting.body.status).toBe('Queued');
    expect(again.body.job_id).toBe(accepted.body.job_id);
    expect((await finishedReview(platform, accepted.body.job_id)).status).toBe('Completed');
  });

  test('say why they have failed, as a code and in the language of the caller', async () => {
    const { id } = await submitReview(platform, { moves: ['e2e5'], depth: 5 });
    await untilReview(platform, id, 'failed');

    const german = await call('GET', `/analysis/jobs/${id}?lang=de`);
    const listed = await call('GET', '/analysis/jobs?lang=de');
    const pgn = await call('GET', `/analysis/jobs/${id}/pgn?lang=de`);

    const error = render('de', 'error.review_game_invalid');
    expect(Job.strict().parse(german.body).status).toEqual({ Failed: { error, code: 'game_invalid' } });
    expect(german.body).not.toHaveProperty('result');
    expect(listed.body.jobs[0].status).toEqual(german.body.status);
    expect(pgn).toMatchObject({ status: 409, body: { code: 'invalid_state', error } });
  });

  test('answer in the language of the caller', async () => {
    const gameId = await playGame(platform, opening.slice(0, 1));
    const german = await submit(gameId, { movetime_ms: 23 }, { 'accept-language': 'de' });
    await finishedReview(platform, german.body.job_id);
    const japanese = await call('DELETE', `/analysis/jobs/${german.body.job_id}?lang=ja`);
    const missing = await call('GET', `/analysis/jobs/${german.body.job_id}?lang=ru`);

    expect(german.headers.get('content-language')).toBe('de');
    expect(german.body.message).not.toBe('Review queued');
    expect(japanese.body.message).toMatch(/[ぁ-んァ-ン一-龠]/);
    expect(missing.body.error).toMatch(/[а-я]/);
    expect(missing.body.code).toBe('job_not_found');
  });
});
