import type { Logger } from '../../config/logging.ts';
import type { Change } from '../../store/postgres/notify.ts';
import type { Pool } from '../../store/postgres/pool.ts';
import { createFeed, type Feed } from './feed.ts';
import { createGamesSource } from './games-source.ts';
import { createGaps } from './notice-gaps.ts';
import { createReviewsSource } from './reviews-source.ts';

/** The subjects that this server's subscribers follow, and the notices that drive them. */
export interface Feeds {
  games: Feed;
  reviews: Feed;
  onChange(change: Extract<Change, { kind: 'game' | 'review' }>): void;
  /** The connection for notices was lost or is new: notices may be missing. */
  onGap(): void;
  close(): void;
}

/**
 * How far before the last notice of the channel a gap may begin: the time until a silent connection is detected, plus
 * the longest transaction, as rows contain the start time of their transaction.
 */
const marginMs = 45_000;
const retryMs = 2_000;

export function createFeeds(pool: Pool, log: Pick<Logger, 'warn'>): Feeds {
  const games = createFeed(createGamesSource(pool), { log });
  const reviews = createFeed(createReviewsSource(pool), { log });
  const gaps = createGaps(catchUp, { log, marginMs, retryMs });

  async function catchUp(seconds: number): Promise<void> {
    await games.catchUp(seconds);
    await reviews.catchUp(seconds);
  }

  return {
    games,
    reviews,
    onChange(change) {
      gaps.heard();
      if (change.kind === 'game') games.hear(change.id, change.seq);
      else reviews.hear(change.id);
    },
    onGap: () => gaps.open(),
    close() {
      gaps.close();
      games.close();
      reviews.close();
    },
  };
}
