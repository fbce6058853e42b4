import { chessError } from '../../chess/errors.ts';
import type { Locale } from '../../chess/locale.ts';
import type { Feed } from '../../services/feeds/feed.ts';
import type { SocketPlatform } from './socket-platform.ts';
import type { Follower, FeedEvent, Standing } from '../../services/feeds/feed-event.ts';

/** The subscriptions of one connection. */
export interface Subscriptions {
  /**
   * Follows a game. A repeated call changes the start or the language. `begin` is called before the first event.
   * @throws ChessError `game_not_found`, `out_of_range`
   */
  followGame(id: string, options: FollowOptions): Promise<void>;
  /** Follows a review. @throws ChessError `job_not_found`, `out_of_range` */
  followReview(id: string, options: FollowOptions): Promise<void>;
  /** Follows all games from now on. @throws ChessError `out_of_range` */
  followAll(locale: Locale): void;
  leaveGame(id: string): void;
  leaveReview(id: string): void;
  leaveAll(): void;
  /** Ends all subscriptions: the connection is gone. */
  end(): void;
}

export interface FollowOptions {
  /** The last number the client knows; null: events from now on. */
  since: number | null;
  locale: Locale;
  begin(standing: Standing): void;
}

interface Subscription extends Follower {
  /** The number after which it sends events; undefined until it has begun. */
  start: number | undefined;
  /** The subscription that it replaces, which stays active until this one has begun. */
  former: Subscription | undefined;
  isOver: boolean;
}

/**
 * The subscription that sends at present: the given one once it has begun, before that its nearest active
 * predecessor.
 */
function tellerOf(subscription: Subscription | undefined): Subscription | undefined {
  let one = subscription;
  while (one && (one.start === undefined || one.isOver)) one = one.former;
  return one;
}

/** `tell` sends an event to the client. */
export function createSubscriptions(
  feeds: SocketPlatform['feeds'],
  maximum: number,
  tell: (feedEvent: FeedEvent, locale: Locale) => void,
): Subscriptions {
  const games = new Map<string, Subscription>();
  const reviews = new Map<string, Subscription>();
  let everything: Follower | null = null;

  function requireRoom(isKnown: boolean): void {
    const count = games.size + reviews.size + (everything ? 1 : 0);
    if (isKnown || count < maximum) return;
    throw chessError('out_of_range', 'error.too_many_subscriptions', { maximum });
  }

  async function follow(
    feed: Feed,
    subscriptions: Map<string, Subscription>,
    id: string,
    { since, locale, begin }: FollowOptions,
  ): Promise<boolean> {
    const former = subscriptions.get(id);
    requireRoom(former !== undefined);
    const subscription: Subscription = {
      start: undefined,
      former,
      isOver: false,
      begin(standing) {
        leaveFormer(feed, id, subscription);
        subscription.start = since === null || standing.missed ? standing.seq : since;
        begin(standing);
      },
      tell(feedEvent) {
        tell(feedEvent, locale);
        // deferred, so that a subscriber of all games still gets this last event
        if (feedEvent.isLast) queueMicrotask(() => forget(subscriptions, id, subscription));
      },
    };
    subscriptions.set(id, subscription);
    try {
      const isThere = await feed.follow(id, since, subscription, () => tellerOf(subscription));
      if (!isThere) {
        leaveFormer(feed, id, subscription);
        forget(subscriptions, id, subscription);
      }
      return isThere;
    } catch (error) {
      // a failed read changes nothing
      subscription.isOver = true;
      const before = tellerOf(subscription);
      if (subscriptions.get(id) === subscription && before) subscriptions.set(id, before);
      else forget(subscriptions, id, subscription);
      throw error;
    }
  }

  function leaveFormer(feed: Feed, id: string, subscription: Subscription): void {
    for (let { former } = subscription; former; { former } = former) {
      former.isOver = true;
      feed.leave(id, former);
    }
    subscription.former = undefined;
  }

  function forget(subscriptions: Map<string, Subscription>, id: string, subscription: Subscription): void {
    subscription.isOver = true;
    if (subscriptions.get(id) === subscription) subscriptions.delete(id);
  }

  function leave(feed: Feed, subscriptions: Map<string, Subscription>, id: string): void {
    const known = subscriptions.get(id);
    if (!known) return;
    forget(subscriptions, id, known);
    feed.leave(id, known);
    leaveFormer(feed, id, known);
  }

  function leaveAll(): void {
    if (everything) feeds.games.leaveAll(everything);
    everything = null;
  }

  return {
    async followGame(id, options) {
      if (await follow(feeds.games, games, id, options)) return;
      throw chessError('game_not_found', 'error.game_not_found', { id });
    },

    async followReview(id, options) {
      if (await follow(feeds.reviews, reviews, id, options)) return;
      throw chessError('job_not_found', 'error.job_not_found', { id });
    },

    followAll(locale) {
      requireRoom(everything !== null);
      leaveAll();
      everything = {
        begin() {},
        tell(feedEvent) {
          // a subscription of this game sends the events after its start
          const start = tellerOf(games.get(feedEvent.id))?.start;
          if (start === undefined || feedEvent.seq <= start) tell(feedEvent, locale);
        },
      };
      feeds.games.followAll(everything);
    },

    leaveGame: (id) => leave(feeds.games, games, id),
    leaveReview: (id) => leave(feeds.reviews, reviews, id),
    leaveAll,

    end() {
      leaveAll();
      for (const id of games.keys()) leave(feeds.games, games, id);
      for (const id of reviews.keys()) leave(feeds.reviews, reviews, id);
    },
  };
}
