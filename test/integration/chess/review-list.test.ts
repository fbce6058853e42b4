import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startFen } from '../../../chess/fen.ts';
import { cancelReview, insertReview } from '../../../store/postgres/chess/reviews.ts';
import { type Management, startManagement } from '../../support/management.ts';

let api: Management;
/** Newest first; the last one was cancelled. */
let ids: string[];
beforeAll(async () => {
  api = await startManagement();
  ids = [];
  for (let count = 0; count < 3; count += 1) ids.unshift(await insert());
  await cancelReview(api.pool, ids[2] ?? '');
});
afterAll(() => api.stop());

async function insert(): Promise<string> {
  const inserted = await insertReview(
    api.pool,
    {
      gameId: randomUUID(),
      startFen,
      moves: ['e2e4'],
      settings: { depth: 30, movetimeMs: 20 },
      submittedBy: null,
      workflowIdOf: (id) => id,
    },
    { maxJobs: 10, maxConcurrentJobs: 10 },
  );
  if (inserted.kind === 'busy') throw new Error('no review');
  return inserted.review.id;
}

async function list(query: string) {
  const { status, headers, body } = await api.call('GET', `/api/analysis/jobs${query}`);
  const listed = body['jobs'] as { id: string }[] | undefined;
  return { status, headers, body, ids: listed?.map((job) => job.id) };
}

describe('the list of reviews', () => {
  it('is whole, and says how long it is', async () => {
    const whole = await list('');

    expect(whole.ids).toEqual(ids);
    expect(whole.body['count']).toBe(3);
    expect(whole.headers['x-total-count']).toBe('3');
    expect(whole.headers).not.toHaveProperty('link');
  });

  it('has pages with their neighbours for those who ask', async () => {
    const second = await list('?page=2&per_page=2');
    const beyond = await list('?page=9');

    expect(second.ids).toEqual(ids.slice(2));
    expect(second.body['count']).toBe(1);
    expect(second.headers['x-total-count']).toBe('3');
    expect(second.headers['link']).toContain('</api/analysis/jobs?page=1&per_page=2>; rel="prev"');
    expect(beyond).toMatchObject({ status: 200, ids: [], headers: { 'x-total-count': '3' } });
  });

  it('can be cut to a status', async () => {
    const cancelled = await list('?status=Cancelled');
    const queued = await list('?status=Queued&per_page=1');

    expect(cancelled.ids).toEqual(ids.slice(2));
    expect(queued.ids).toEqual(ids.slice(0, 1));
    expect(queued.headers['x-total-count']).toBe('2');
    expect(queued.headers['link']).toContain('status=Queued');
  });

  it.each([
    ['?page=0', 'out_of_range'],
    ['?per_page=101', 'out_of_range'],
    ['?page=x', 'invalid_field'],
    ['?status=foo', 'invalid_field'],
  ])('refuses %s', async (query, code) => {
    expect(await list(query)).toMatchObject({ status: 400, body: { code } });
  });
});
