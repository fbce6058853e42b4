import { expect, it } from 'vitest';
import type { Pool } from '../../store/postgres/pool.ts';
import { createReviewsSource } from './reviews-source.ts';

it('a review that was removed before its end could be told has ended', async () => {
  const empty = { maybeOne: async () => null } as unknown as Pool;
  const source = createReviewsSource(empty);

  const [last, ...more] = await source.listSince('a', 5);

  expect(more).toEqual([]);
  expect(last).toMatchObject({ id: 'a', isLast: true });
  expect(JSON.parse(last?.frame('en') ?? '')).toMatchObject({
    event: 'review_progress',
    job_id: 'a',
    data: { job_id: 'a', status: null },
  });
  expect(await source.listSince('a', last?.seq ?? 0)).toEqual([]);
});
