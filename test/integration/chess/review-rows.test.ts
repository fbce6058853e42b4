import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { firstOf } from '../../../domain/paging.ts';
import { type Pool, sql } from '../../../store/postgres/pool.ts';
import {
  findEarliestPosition,
  listReviewPositions,
  type ReviewPosition,
  saveReviewPosition,
} from '../../../store/postgres/chess/review-positions.ts';
import {
  beginReview,
  cancelReview,
  completeReview,
  deleteExpiredReviews,
  failReview,
  findReview,
  insertReview,
  listReviews,
  type NewReview,
  removeReview,
} from '../../../store/postgres/chess/reviews.ts';
import { query } from '../../support/database.ts';
import { eventually } from '../../support/eventually.ts';
import { startFen } from '../../support/reviews.ts';
import { openRows } from '../../support/rows.ts';
import { listenForChanges } from '../../../api/cache/changes.ts';

const rows = openRows();

beforeEach(() => rows.pool.query(sql.typeAlias('void')`delete from reviews`));

const roomy = { maxJobs: 100, maxConcurrentJobs: 100 };

const wanted = (change: Partial<NewReview> = {}): NewReview => ({
  gameId: randomUUID(),
  startFen,
  moves: ['e2e4', 'e7e5'],
  settings: { depth: 30, movetimeMs: 1_000 },
  submittedBy: 'submitter',
  workflowIdOf: (id) => `review:${id}`,
  ...change,
});

async function insert(change: Partial<NewReview> = {}, limits = roomy) {
  const inserted = await insertReview(rows.pool, wanted(change), limits);
  if (inserted.kind === 'busy') throw new Error('busy');
  return inserted;
}

async function insertRunning() {
  const { review } = await insert();
  await beginReview(rows.pool, review.id);
  return review;
}

async function insertCompleted(change: Partial<NewReview> = {}) {
  const { review } = await insert(change);
  await completeReview(rows.pool, review.id, { summary: {} });
  return review;
}

const position = (ply: number): ReviewPosition => ({
  ply,
  analysis: {
    bestMove: 'e2e4',
    score: 20,
    mateIn: null,
    staticEval: 10,
    depth: 9,
    seldepth: 12,
    nodes: 100,
    nps: 1_000,
    timeMs: 100,
    hashfull: 1,
    source: 'search',
    lines: [{ rank: 1, score: 20, mateIn: null, moves: ['e2e4'] }],
    threads: 1,
  },
});

test('a new review waits, and knows its workflow', async () => {
  const { kind, review } = await insert();

  expect(kind).toBe('created');
  expect(await findReview(rows.pool, review.id)).toMatchObject({
    status: 'queued',
    moves: ['e2e4', 'e7e5'],
    settings: { depth: 30, movetimeMs: 1_000 },
    movesAnalyzed: 0,
    totalMoves: 2,
    workflowId: `review:${review.id}`,
    result: null,
  });
});

test('of many who ask for the same at once, all get the same review', async () => {
  const gameId = randomUUID();

  const inserted = await Promise.all(Array.from({ length: 6 }, () => insert({ gameId })));

  expect(new Set(inserted.map(({ review }) => review.id)).size).toBe(1);
  expect(inserted.filter(({ kind }) => kind === 'created')).toHaveLength(1);
});

test.each([
  ['a game that went on', { moves: ['e2e4', 'e7e5', 'g1f3'] }],
  ['another depth', { settings: { depth: 31, movetimeMs: 1_000 } }],
  ['another time', { settings: { depth: 30, movetimeMs: 2_000 } }],
  ['another engine', { engine: 'next' }],
])('%s is another review', async (_what, change) => {
  const gameId = randomUUID();
  await insert({ gameId });

  expect((await insert({ gameId, ...change })).kind).toBe('created');
});

const given = { failure: 'engine_away', error: 'it could not be finished' } as const;

test.each([
  ['cancelled', cancelReview],
  ['failed', (db: Pool, id: string) => failReview(db, id, given)],
])('a review that was %s can be asked for again', async (_what, end) => {
  const gameId = randomUUID();
  const { review } = await insert({ gameId });
  await end(rows.pool, review.id);

  expect((await insert({ gameId })).kind).toBe('created');
});

test('no more than the limit are open at the same time, however many ask', async () => {
  const limits = { maxJobs: 100, maxConcurrentJobs: 3 };

  const inserted = await Promise.all(
    Array.from({ length: 9 }, () => insertReview(rows.pool, wanted(), limits)),
  );

  expect(inserted.filter(({ kind }) => kind === 'created')).toHaveLength(3);
  expect(inserted.find(({ kind }) => kind === 'busy')).toEqual({ kind: 'busy', active: 3, maximum: 3 });
});

test('the oldest finished reviews make room, open ones stay', async () => {
  const open = await insertRunning();
  const oldest = await insertCompleted();
  const newer = await insertCompleted();

  const { review } = await insert({}, { maxJobs: 3, maxConcurrentJobs: 100 });

  expect((await listReviews(rows.pool)).map(({ id }) => id)).toEqual([review.id, newer.id, open.id]);
  expect((await listReviews(rows.pool, firstOf(1))).map(({ id }) => id)).toEqual([review.id]);
  expect(await findReview(rows.pool, oldest.id)).toBeNull();
});

test('positions are kept once, counted as moves, from the last one on', async () => {
  const { id } = await insertRunning();

  for (const ply of [2, 1, 1]) expect(await saveReviewPosition(rows.pool, id, position(ply))).toBe(true);

  expect(await findReview(rows.pool, id)).toMatchObject({ movesAnalyzed: 1 });
  expect(await findEarliestPosition(rows.pool, id)).toBe(1);
  expect(await listReviewPositions(rows.pool, id, { from: 2, to: 9 })).toEqual([position(2)]);
});

test.each([
  ['waits', () => insert().then(({ review }) => review)],
  ['is finished', insertCompleted],
])('a review that %s takes no positions', async (_what, create) => {
  const { id } = await create();

  expect(await saveReviewPosition(rows.pool, id, position(2))).toBe(false);
  expect(await listReviewPositions(rows.pool, id, { from: 0, to: 9 })).toEqual([]);
});

test('what has ended stays as it ended', async () => {
  const { id } = await insertRunning();
  expect(await cancelReview(rows.pool, id)).toBe(true);

  expect(await beginReview(rows.pool, id)).toBeNull();
  expect(await completeReview(rows.pool, id, {})).toBe(false);
  expect(await failReview(rows.pool, id, given)).toBe(false);
  expect(await findReview(rows.pool, id)).toMatchObject({ status: 'cancelled', result: null, error: null });
});

test('a failure is kept with its code', async () => {
  const { id } = await insertRunning();

  expect(await failReview(rows.pool, id, given)).toBe(true);

  expect(await findReview(rows.pool, id)).toMatchObject({ status: 'failed', ...given });
  expect(await listReviews(rows.pool)).toMatchObject([{ id, failure: given.failure }]);
});

test('only what has ended is removed, with its positions', async () => {
  const { id } = await insertRunning();
  await saveReviewPosition(rows.pool, id, position(2));

  expect(await removeReview(rows.pool, id)).toBe(false);
  await completeReview(rows.pool, id, {});
  expect(await removeReview(rows.pool, id)).toBe(true);

  expect(await listReviewPositions(rows.pool, id, { from: 0, to: 9 })).toEqual([]);
  expect(await removeReview(rows.pool, id)).toBe(false);
});

test('finished reviews go when their time is over, unless they are kept for ever', async () => {
  await insertRunning();
  await insertCompleted();
  const { id } = await insertCompleted();
  const age = "update reviews set completed_at = completed_at - interval '2 hours' where id = $1";
  await query(rows.url, age, [id]);

  expect(await deleteExpiredReviews(rows.pool, 0)).toBe(0);
  expect(await deleteExpiredReviews(rows.pool, 3_600)).toBe(1);
  expect(await listReviews(rows.pool)).toHaveLength(2);
});

test('every change of a review is told to all servers', async () => {
  const heard: unknown[] = [];
  const quiet = { warn: () => undefined };
  const changes = listenForChanges(rows.url, quiet, {
    onChange: (change) => heard.push(change),
    onGap: () => undefined,
  });
  await eventually(() => expect(changes.isListening).toBe(true));

  const { id } = await insertRunning();
  await saveReviewPosition(rows.pool, id, position(2));
  await completeReview(rows.pool, id, {});

  const notice = { kind: 'review', id };
  await eventually(() => expect(heard).toEqual([notice, notice, notice]));
  await changes.close();
});
