import type { Logger } from '../../../config/logging.ts';
import type { Change } from '../../../store/postgres/notify.ts';
import type { Pool } from '../../../store/postgres/pool.ts';
import { createFeed, type Feed } from './feed.ts';
import { createGamesSource } from './games-source.ts';
import { createReviewsSource } from './reviews-source.ts';

/** What this server's subscribers follow, and the notices that drive it. */
export interface Feeds {
  games: Feed;
  reviews: Feed;
  onChange(change: Extract<Change, { kind: 'game' | 'review' }>): void;
  /** The connection that hears notices was lost or is new. */
  onGap(): void;
  close(): void;
}

/**
 * How far before the last word of the channel a gap may begin: the time until a silent connection is
 * noticed, and that of the longest transaction, whose rows bear the time of its beginning.
 */
const marginMs = 45_000;
const retryMs = 2_000;

export function createFeeds(pool: Pool, log: Pick<Logger, 'warn'>): Feeds {
  const games = createFeed(createGamesSource(pool), { log });
  const reviews = createFeed(createReviewsSource(pool), { log });
  const begunAt = performance.now();
  let sureUntil = begunAt;
  let retry: NodeJS.Timeout | undefined;
  let isClosed = false;

  async function catchUp(): Promise<void> {
    clearTimeout(retry);
    const startedAt = performance.now();
    const seconds = Math.min(startedAt - sureUntil + marginMs, startedAt - begunAt) / 1_000;
    try {
      await games.catchUp(seconds);
      await reviews.catchUp(seconds);
      sureUntil = Math.max(sureUntil, startedAt);
    } catch (error) {
      if (isClosed) return;
      log.warn({ err: error }, 'events of a gap could not be read: trying again');
      retry = setTimeout(() => void catchUp(), retryMs).unref();
    }
  }

  return {
    games,
    reviews,
    onChange(change) {
      sureUntil = performance.now();
      if (change.kind === 'game') games.hear(change.id, change.seq);
      else reviews.hear(change.id);
    },
    onGap() {
      if (!isClosed) void catchUp();
    },
    close() {
      isClosed = true;
      clearTimeout(retry);
      games.close();
      reviews.close();
    },
  };
}
