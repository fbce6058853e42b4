import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  ids,
  type PositionAnalysis,
  type PositionInput,
  queues,
  workflowNames,
} from '../../../workflows/definitions.ts';
import type { Review } from '../../../store/postgres/chess/reviews.ts';
import { query } from '../../support/database.ts';
import { freePort } from '../../support/free-port.ts';
import { eventually } from '../../support/eventually.ts';
import { listJobsOf } from '../../support/jobs.ts';
import { type OwnPlatform, startOwnPlatform } from '../../support/platform.ts';
import { assertReplays } from '../../support/replay.ts';
import {
  addReview,
  operaGame,
  readPositions,
  readReview,
  startFen,
  submitReview,
  untilReview,
  untilSearched,
} from '../../support/reviews.ts';
import { findTemporal, temporalMissing } from '../../support/temporal.ts';
import { isSkipped } from '../../support/tool.ts';
import { openWorkflows, runNow } from '../../support/workflows.ts';

const endless = { depth: 128, movetimeMs: 30_000 };

describe.skipIf(isSkipped(await findTemporal(), temporalMissing))('the engine', () => {
  let platform: OwnPlatform;
  let metricsPort: number;
  let client: ReturnType<typeof openWorkflows>;
  beforeAll(async () => {
    metricsPort = await freePort();
    platform = await startOwnPlatform({ ENGINE_THREADS: '1' });
    await platform.roles.engine.stop();
    platform.roles.engine = await platform.roles.engine.restart({ METRICS_PORT: String(metricsPort - 3) });
    client = openWorkflows(platform.temporal);
  });
  afterAll(async () => {
    await client?.[Symbol.asyncDispose]();
    await platform?.stop();
  });

  let lastRequest = 0;
  async function ask(input: Partial<PositionInput>) {
    const wanted = {
      fen: startFen,
      moves: [],
      depth: 6,
      movetimeMs: 5_000,
      multiPv: 1,
      threads: 1,
      ...input,
    };
    lastRequest += 1;
    const handle = await client.workflow.start<(wanted: PositionInput) => Promise<PositionAnalysis>>(
      workflowNames.analysePosition,
      { workflowId: ids.analyse(`test-${lastRequest}`), taskQueue: queues.publish, args: [wanted] },
    );
    return { handle, answer: handle.result() };
  }

  /** Reconciles when the review is older than a start takes. */
  async function reconcile({ id }: { id: string }): Promise<void> {
    const age = "update reviews set created_at = created_at - interval '1 minute' where id = $1";
    await query(platform.databaseUrl, age, [id]);
    await runNow(platform.temporal, workflowNames.reconcileReleases);
  }

  async function busyThreads(): Promise<Record<string, number>> {
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    const rows = text.matchAll(/^rookery_engine_busy_threads\{.*?kind="(\w+)".*?\} (\d+)$/gm);
    return Object.fromEntries([...rows].map(([, kind = '', count]) => [kind, Number(count)]));
  }

  test('says on its port that it is ready, without files', async () => {
    const answer = await fetch(`http://127.0.0.1:${metricsPort}/readiness`);

    expect(await answer.json()).toEqual({
      status: 'ready',
      role: 'engine',
      database: 'ok',
      storage: 'disabled',
      temporal: 'ok',
      workers: 'ok',
      problems: [],
    });
  });

  test('searches a position with the lines that were asked for', async () => {
    const { answer } = await ask({ multiPv: 3 });

    expect(await answer).toMatchObject({
      bestMove: expect.stringMatching(/^[a-h][1-8][a-h][1-8]$/),
      mateIn: null,
      depth: 6,
      source: 'search',
      threads: 1,
      lines: [{ rank: 1 }, { rank: 2 }, { rank: 3 }],
    });
  });

  test('counts moves that were played for repetitions', async () => {
    // Black is a rook up and to move. Every position has already occurred twice: only a repetition draws.
    const fen = '6k1/8/8/8/8/8/5r2/K7 w - - 0 1';
    const { answer } = await ask({ fen, moves: ['a1b1', 'f2e2', 'b1a1', 'e2f2'], depth: 8 });

    expect((await answer).score).toBeLessThan(-300);
  });

  test('refuses moves that can not be played', async () => {
    const { answer } = await ask({ moves: ['e2e5'] });

    await expect(answer).rejects.toMatchObject({ cause: { type: 'illegal_move', nonRetryable: true } });
  });

  test('a stored line that does not fit the game keeps no review from its end', async () => {
    const moves = operaGame.slice(0, 4);
    const review = await addReview(platform, { moves, depth: 6 });
    const { answer } = await ask({ moves });
    const { lines, ...analysis } = await answer;
    const damaged = { ...analysis, lines: lines.map((line) => ({ ...line, moves: ['a1a8'] })) };
    await query(
      platform.databaseUrl,
      'insert into review_positions (review_id, ply, analysis) values ($1, $2, $3)',
      [review.id, moves.length, JSON.stringify(damaged)],
    );

    await reconcile(review);

    await untilReview(platform, review.id, 'completed');
    expect(await readPositions(platform, review.id)).toHaveLength(moves.length + 1);
  });

  test('stops within a second of a cancellation', async () => {
    const { handle, answer } = await ask(endless);
    await eventually(async () => expect(await busyThreads()).toMatchObject({ interactive: 1 }));

    const asked = Date.now();
    await handle.cancel();
    await expect(answer).rejects.toMatchObject({ cause: { name: 'CancelledFailure' } });

    expect(Date.now() - asked).toBeLessThan(1_000);
    expect(await busyThreads()).toMatchObject({ interactive: 0 });
  });

  test('reviews a game from its last position to its first', async () => {
    const review = await submitReview(platform, { moves: operaGame, depth: 5 });
    const { result } = await untilReview(platform, review.id, 'completed');

    const positions = await readPositions(platform, review.id);
    const written = positions.toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : 1));
    expect(positions.map(({ ply }) => ply)).toEqual([...Array(operaGame.length + 1).keys()]);
    expect(written.map(({ ply }) => ply)).toEqual(positions.map(({ ply }) => ply).toReversed());
    expect(result).toMatchObject({ depth: 5, summary: { total_moves: operaGame.length } });
    expect(await readReview(platform, review.id)).toMatchObject({
      movesAnalyzed: operaGame.length,
      error: null,
    });
    expect(await listJobsOf(platform, 'review_game', review.workflowId)).toMatchObject([
      { status: 'completed', attempts: 1 },
    ]);
  });

  test('a finished game needs no search of its last position', async () => {
    const review = await submitReview(platform, { moves: operaGame, depth: 4 });
    await untilReview(platform, review.id, 'completed');

    const last = (await readPositions(platform, review.id)).at(-1);
    expect(last?.analysis).toMatchObject({ nodes: 0, score: -30_000, mateIn: 0, bestMove: null });
  });

  test('a cancelled review stops its search within a second', async () => {
    const review = await submitReview(platform, { moves: operaGame.slice(0, 4), ...endless });
    await eventually(async () => expect(await busyThreads()).toMatchObject({ review: 1 }));

    const asked = Date.now();
    await client.workflow.getHandle(review.workflowId).cancel();
    await eventually(async () => expect(await busyThreads()).toMatchObject({ review: 0 }));

    expect(Date.now() - asked).toBeLessThan(1_000);
    await untilReview(platform, review.id, 'cancelled', 2_000);
    expect(await listJobsOf(platform, 'review_game', review.workflowId)).toMatchObject([
      { status: 'cancelled' },
    ]);
  });

  test('a review that is removed while it runs ends with its position', async () => {
    const review = await submitReview(platform, { moves: operaGame, depth: 128, movetimeMs: 300 });
    await untilSearched(platform, review.id, 2);

    await query(platform.databaseUrl, 'delete from reviews where id = $1', [review.id]);

    expect(await client.workflow.getHandle(review.workflowId).result()).toBe('gone');
  });

  test('a cancellation that did not reach its workflow is made good by the reconciler', async () => {
    const { databaseUrl } = platform;
    const review = await submitReview(platform, { moves: operaGame.slice(0, 4), ...endless });
    await eventually(async () => expect(await busyThreads()).toMatchObject({ review: 1 }));
    await query(databaseUrl, "update reviews set status = 'cancelled', completed_at = now() where id = $1", [
      review.id,
    ]);
    await query(
      databaseUrl,
      "update jobs set started_at = started_at - interval '1 minute' where workflow_id = $1",
      [review.workflowId],
    );

    await runNow(platform.temporal, workflowNames.reconcileReleases);

    await eventually(async () => expect(await busyThreads()).toMatchObject({ review: 0 }));
    await eventually(async () =>
      expect(await listJobsOf(platform, 'review_game', review.workflowId)).toMatchObject([
        { status: 'cancelled' },
      ]),
    );
  });

  test('the opening ends where the engine that came to it first has seen its end', async () => {
    const moves = operaGame.slice(0, 6);
    const review = await addReview(platform, { moves, depth: 3 });
    const plies = [3, 4, 5, 6];
    const asked = plies.map(async (ply) => (await ask({ moves: moves.slice(0, ply), depth: 3 })).answer);
    const [fourth, ...rest] = await Promise.all(asked);
    // a result of an engine with a book, as after a change of the book
    const book = { totalWeight: 1, moves: [{ move: moves[3], weight: 1 }] };
    const known = { ...fourth, source: 'book', score: 0, depth: 0, lines: [], book };
    for (const [index, analysis] of [known, ...rest].entries())
      await query(
        platform.databaseUrl,
        'insert into review_positions (review_id, ply, analysis) values ($1, $2, $3)',
        [review.id, plies[index], JSON.stringify(analysis)],
      );

    await reconcile(review);

    const { result } = await untilReview(platform, review.id, 'completed');
    const annotations = result?.['annotations'] as { quality: string }[];
    expect(annotations.slice(0, 4).map(({ quality }) => quality)).toEqual(Array(4).fill('Book'));
    expect(result).toMatchObject({ summary: { book_moves: 4 } });
  });

  test('a review without a workflow is taken up by the reconciler', async () => {
    const review = await addReview(platform, { moves: operaGame.slice(0, 6), depth: 3 });
    await reconcile(review);

    expect(await untilReview(platform, review.id, 'completed')).toMatchObject({ movesAnalyzed: 6 });
  });

  test('one that failed half-way goes on where its rows end', async () => {
    const moves = operaGame.slice(0, 8);
    const review = await submitReview(platform, { moves, depth: 128, movetimeMs: 400 });
    const known = await untilSearched(platform, review.id, 2);
    await client.workflow.getHandle(review.workflowId).terminate('lost');
    await reconcile(review);

    await untilReview(platform, review.id, 'completed');
    const positions = await readPositions(platform, review.id);
    expect(positions.slice(-2)).toEqual(known.slice(-2));
  });

  test('serves a small review before a large one that was there first', async () => {
    const large = await submitReview(platform, { moves: operaGame, depth: 128, movetimeMs: 2_000 });
    await untilSearched(platform, large.id, 1);

    const small = await submitReview(platform, { moves: operaGame.slice(0, 5), depth: 3, movetimeMs: 1_000 });
    await untilReview(platform, small.id, 'completed');

    expect((await readPositions(platform, large.id)).length).toBeLessThan(operaGame.length / 2);
    await client.workflow.getHandle(large.workflowId).cancel();
    await untilReview(platform, large.id, 'cancelled');
  });

  test('lets people take turns, however many reviews one of them has', async () => {
    const submit = (plies: number, submittedBy: string) =>
      submitReview(platform, {
        moves: operaGame.slice(0, plies),
        depth: 128,
        movetimeMs: 200,
        submittedBy,
      });
    const crowd: Review[] = [];
    for (const plies of [30, 26, 25, 24, 23, 22, 21]) crowd.push(await submit(plies, 'many'));
    const countCrowd = async () => {
      const positions = await Promise.all(crowd.map(({ id }) => readPositions(platform, id)));
      return positions.flat().length;
    };
    for (const { id } of crowd) await untilReview(platform, id, 'running');

    const before = await countCrowd();
    const late = await submit(5, 'one');
    await untilReview(platform, late.id, 'completed');
    const meanwhile = (await countCrowd()) - before;

    // in strict order, seven of their positions would come before each of these six
    expect(meanwhile).toBeLessThanOrEqual(2 * 6);
    for (const { workflowId } of crowd) await client.workflow.getHandle(workflowId).cancel();
  });

  test('forgets what is past its time', async () => {
    const { databaseUrl } = platform;
    const review = await submitReview(platform, { moves: operaGame.slice(0, 2), depth: 2 });
    await untilReview(platform, review.id, 'completed');
    const old = "update reviews set completed_at = now() - interval '2 hours' where id = $1";
    await query(databaseUrl, old, [review.id]);
    const key = "insert into idempotency_keys values ('s', 'k', 'd', 200, '{}', now() - interval '2 days')";
    await query(databaseUrl, key);

    await runNow(platform.temporal, workflowNames.reconcileReleases);
    await runNow(platform.temporal, workflowNames.cleanExpired);

    expect(await query(databaseUrl, 'select from reviews where id = $1', [review.id])).toEqual([]);
    expect(await query(databaseUrl, 'select from idempotency_keys')).toEqual([]);
  });

  test('ends abandoned games, whatever is wrong with one of them', async () => {
    const { databaseUrl } = platform;
    const [damaged, idle] = [randomUUID(), randomUUID()];
    const insert = `insert into games (id, start_fen, fen, turn, fullmove_number, content_bytes, moved_at, ply)
      values ($1, $2, $2, 'white', 1, 0, now() - $3 * interval '1 day', $4)`;
    await query(databaseUrl, insert, [damaged, startFen, 30, 1]);
    await query(databaseUrl, insert, [idle, startFen, 29, 0]);
    const move = "insert into game_moves (game_id, ply, move, san, fen) values ($1, 1, 'none', '', '')";
    await query(databaseUrl, move, [damaged]);

    await runNow(platform.temporal, workflowNames.cleanExpired);

    expect(await query(databaseUrl, 'select id from games')).toEqual([{ id: damaged }]);
    const archived = 'select game_id as id, end_reason as reason from game_archives';
    expect(await query(databaseUrl, archived)).toEqual([{ id: idle, reason: 'Aborted' }]);
  });

  test('leaves histories that replay', () => assertReplays(platform.temporal));
});
