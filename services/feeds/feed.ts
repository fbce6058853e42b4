import type { Logger } from '../../config/logging.ts';
import { createBoundedCache } from '../../store/cache/bounded-cache.ts';
import { behindOf, type Channel, deliver, enqueue, openChannel } from './channel.ts';
import type { Follower, Source } from './feed-event.ts';

/**
 * Sends followers the events of games or reviews, each exactly once and in order. A notice leads to one read of the
 * rows, for any number of followers.
 */
export interface Feed {
  /** Handles a notice of new events, up to `seq` where the notice has it. */
  hear(id: string, seq?: number): void;
  /**
   * Sends events after `since`; for null, events from now on, and the replaced follower `former` gets events until
   * then. Returns false when the subject does not exist or has no further events.
   * @throws Error when the rows can't be read
   */
  follow(
    id: string,
    since: number | null,
    follower: Follower,
    former?: () => Follower | undefined,
  ): Promise<boolean>;
  leave(id: string, follower: Follower): void;
  /** Follows all subjects from now on. */
  followAll(follower: Follower): void;
  leaveAll(follower: Follower): void;
  /** Notices of the last `seconds` may have been lost: reads their events. Rejects when the rows can't be read now. */
  catchUp(seconds: number): Promise<void>;
  close(): void;
}

export interface FeedOptions {
  log: Pick<Logger, 'warn'>;
  /** The pause after a failed read; it doubles up to 30 seconds. */
  retryMs?: number;
}

/** Memory for the last number sent per subject: enough for about thirty thousand subjects. */
const rememberedBytes = 12 * 1024 * 1024;
const longestRetryMs = 30_000;

export function createFeed(source: Source, { log, retryMs = 1_000 }: FeedOptions): Feed {
  const channels = new Map<string, Channel>();
  const followersOfAll = new Set<Follower>();
  const remembered = createBoundedCache<number>({ maxBytes: rememberedBytes });
  /** While a gap is being read: subjects whose last sent number is unknown, each with the first received number. */
  let unsure: Map<string, number> | null = null;
  let gap = 0;
  let isClosed = false;

  function channelOf(id: string): Channel {
    const known = channels.get(id);
    if (known) return known;
    const fresh = openChannel(id, remembered.get(id));
    channels.set(id, fresh);
    return fresh;
  }

  function closeIfIdle(channel: Channel): void {
    if (channel.followers.size > 0 || channel.pending > 0) return;
    channels.delete(channel.id);
    if (channel.told !== undefined) remembered.set(channel.id, channel.told);
  }

  async function read(channel: Channel): Promise<void> {
    channel.isDue = false;
    const since = behindOf(channel, followersOfAll.size > 0);
    if (since === null) return;
    for (const one of await source.listSince(channel.id, since)) deliver(channel, one, followersOfAll);
    channel.failures = 0;
  }

  function readSoon(channel: Channel): void {
    if (channel.isDue || isClosed) return;
    channel.isDue = true;
    enqueue(channel, () => read(channel)).then(
      () => closeIfIdle(channel),
      (error: unknown) => retry(channel, error),
    );
  }

  function retry(channel: Channel, error: unknown): void {
    const waitMs = Math.min(longestRetryMs, retryMs * 2 ** channel.failures);
    channel.failures += 1;
    log.warn({ err: error, id: channel.id, waitMs }, 'what happened could not be read: trying again');
    channel.pending += 1;
    setTimeout(() => {
      channel.pending -= 1;
      readSoon(channel);
    }, waitMs).unref();
  }

  /** Without a known last number, events from `seq` on are sent; reading the gap finds earlier ones. */
  function note(channel: Channel, seq: number, isForAll: boolean): void {
    if (!isForAll) channel.told = seq;
    else if (channel.told === undefined && unsure) unsure.set(channel.id, unsure.get(channel.id) ?? seq);
    else channel.told ??= seq - 1;
  }

  function closeGap(): void {
    for (const [id, seq] of unsure ?? []) channelOf(id).told ??= seq - 1;
    unsure = null;
  }

  async function begin(
    channel: Channel,
    since: number | null,
    follower: Follower,
    former: () => Follower | undefined,
  ): Promise<boolean> {
    const { id, followers } = channel;
    const latest = await source.find(id);
    if (!latest) return false;
    const told = () => {
      const teller = former();
      return (teller && followers.get(teller)) ?? latest.seq;
    };
    if (since === null && told() < latest.seq) await read(channel);
    const isComingBack = since !== null && since < latest.seq;
    const backlog = isComingBack ? await source.listSince(id, since) : [];
    if (backlog.length === 0 && latest.isGone) return false;
    // the follower may have left while the rows were read
    if (!followers.has(follower)) return true;
    const missed = since !== null && source.isDense && since !== latest.seq && backlog[0]?.seq !== since + 1;
    const seq = backlog.at(-1)?.seq ?? (since === null ? Math.max(latest.seq, told()) : latest.seq);
    followers.set(follower, seq);
    follower.begin({ seq, missed });
    if (missed) return true;
    for (const one of backlog) {
      if (one.isLast) followers.delete(follower);
      follower.tell(one);
    }
    return true;
  }

  return {
    hear(id, seq) {
      const isForAll = followersOfAll.size > 0;
      const channel = channels.get(id) ?? (isForAll ? channelOf(id) : undefined);
      if (channel) {
        if (seq !== undefined) note(channel, seq, isForAll);
        readSoon(channel);
      } else if (seq !== undefined) remembered.set(id, seq);
    },

    async follow(id, since, follower, former = () => undefined) {
      const channel = channelOf(id);
      channel.followers.set(follower, null);
      let isThere = false;
      try {
        isThere = await enqueue(channel, () => begin(channel, since, follower, former));
        return isThere;
      } finally {
        if (!isThere) channel.followers.delete(follower);
        closeIfIdle(channel);
      }
    },

    leave(id, follower) {
      const channel = channels.get(id);
      if (!channel) return;
      channel.followers.delete(follower);
      closeIfIdle(channel);
    },

    followAll: (follower) => void followersOfAll.add(follower),

    leaveAll: (follower) => void followersOfAll.delete(follower),

    async catchUp(seconds) {
      gap += 1;
      const mine = gap;
      // events from a time without followers of all subjects are not sent to later followers
      if (followersOfAll.size === 0) remembered.clear();
      unsure ??= new Map();
      const changed = followersOfAll.size > 0 ? await source.listChangedWithin(seconds) : [];
      for (const { id, first } of changed) channelOf(id).told ??= first - 1;
      // a newer gap includes this one
      if (mine === gap) closeGap();
      for (const channel of channels.values()) {
        readSoon(channel);
        // sequentially: requests need the database connections, too
        await channel.tail;
      }
    },

    close() {
      isClosed = true;
    },
  };
}
