import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { render } from '../../../chess/messages.ts';
import {
  beginReview,
  cancelReview,
  completeReview,
  failReview,
  insertReview,
} from '../../../store/postgres/chess/reviews.ts';
import { saveReviewPosition } from '../../../store/postgres/chess/review-positions.ts';
import { connect, type SocketClient } from './socket-client.ts';
import { type Servers, type SocketServer, startServers } from './socket-server.ts';

let servers: Servers;
/** The server on which reviews advance. */
let server: SocketServer;
/** The server on which clients follow them. */
let other: SocketServer;
let client: SocketClient;
beforeAll(async () => {
  servers = await startServers();
  server = await servers.start();
  other = await servers.start();
});
beforeEach(async () => {
  client = await connect(other.url);
});
afterEach(() => client.close());
afterAll(() => servers.stop());

describe('progress of a review', () => {
  const limits = { maxJobs: 100, maxConcurrentJobs: 100 };
  const reviewOf = async (moves: string[]) => {
    const { pool } = server;
    const inserted = await insertReview(
      pool,
      {
        gameId: crypto.randomUUID(),
        startFen: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
        moves,
        settings: { depth: 30, movetimeMs: 10 },
        submittedBy: null,
        workflowIdOf: (id) => `review:${id}`,
      },
      limits,
    );
    if (inserted.kind === 'busy') throw new Error('too many reviews');
    return inserted.review.id;
  };
  const analysis = {
    bestMove: 'e2e4',
    score: 10,
    mateIn: null,
    staticEval: 0,
    depth: 1,
    seldepth: 1,
    nodes: 1,
    nps: 1,
    timeMs: 1,
    hashfull: 0,
    source: 'search' as const,
    lines: [],
    threads: 1,
  };

  it('is told from the state as it is to the end, from any server', async () => {
    const id = await reviewOf(['e2e4', 'e7e5']);
    const { pool } = server;
    expect(await client.get('subscribe', { job_id: id })).toEqual({
      message: 'Subscribed',
      job_id: id,
      seq: 1,
    });
    expect(await client.event()).toEqual({
      type: 'event',
      event: 'review_progress',
      job_id: id,
      seq: 1,
      data: { job_id: id, status: 'Queued', moves_analyzed: 0, total_moves: 2 },
    });

    await beginReview(pool, id);
    expect((await client.event())['data'].status).toEqual({
      InProgress: { moves_analyzed: 0, total_moves: 2 },
    });
    for (const ply of [2, 1, 0]) await saveReviewPosition(pool, id, { ply, analysis });
    await completeReview(pool, id, {});
    let last = await client.event();
    const told = [last];
    while (last['data'].status !== 'Completed') told.push((last = await client.event()));

    const numbers = told.map(({ seq }) => Number(seq));
    expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
    expect(last['data']).toMatchObject({ moves_analyzed: 2, total_moves: 2 });
    // a later subscriber receives the end
    await client.get('subscribe', { job_id: id });
    expect(await client.event()).toMatchObject({ seq: last['seq'], data: { status: 'Completed' } });
  });

  it('tells failures in the language of the subscriber, and cancellations', async () => {
    const failed = await reviewOf(['e2e4']);
    const cancelled = await reviewOf(['d2d4']);
    await client.get('subscribe', { job_id: failed, lang: 'de' });
    await client.get('subscribe', { job_id: cancelled });
    await client.event();
    await client.event();
    await failReview(server.pool, failed, { failure: 'engine_failed', error: 'it said no' });
    expect((await client.event())['data'].status).toEqual({
      Failed: { error: render('de', 'error.review_engine_failed'), code: 'engine_failed' },
    });
    await cancelReview(server.pool, cancelled);
    expect((await client.event())['data'].status).toBe('Cancelled');
  });

  it('ends with the subscription; of nothing there is none', async () => {
    const id = await reviewOf(['c2c4']);
    await client.get('subscribe', { job_id: id });
    await client.event();
    expect(await client.get('unsubscribe', { job_id: id })).toEqual({
      message: 'Unsubscribed',
      job_id: id,
    });
    const witness = await connect(other.url);
    await witness.get('subscribe', { job_id: id });
    await witness.event();
    await beginReview(server.pool, id);
    expect(await witness.event()).toMatchObject({ seq: 2 });
    // answers and events share one queue
    await client.get('get_storage_stats');
    expect(client.unread()).toEqual([]);
    await witness.close();

    expect(await client.ask('subscribe', { job_id: crypto.randomUUID() })).toMatchObject({
      code: 'job_not_found',
    });
    expect(await client.ask('subscribe', { job_id: 'x' })).toMatchObject({ code: 'invalid_id' });
    expect(await client.ask('subscribe', {})).toMatchObject({ code: 'missing_field' });
  });
});
