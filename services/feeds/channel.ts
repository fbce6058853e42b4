import type { Follower, FeedEvent } from './feed-event.ts';

/** One subject and its followers. Its steps run one after the other. */
export interface Channel {
  id: string;
  /** The last number sent to each follower; null before its first event. */
  followers: Map<Follower, number | null>;
  /** The last number sent to followers of all subjects, if there were any; undefined before the first notice. */
  told: number | undefined;
  /** A read is queued and has not begun: it also covers further notices. */
  isDue: boolean;
  failures: number;
  /** Steps that are queued or running, plus a scheduled retry. */
  pending: number;
  tail: Promise<unknown>;
}

export function openChannel(id: string, told: number | undefined): Channel {
  return {
    id,
    followers: new Map(),
    told,
    isDue: false,
    failures: 0,
    pending: 0,
    tail: Promise.resolve(),
  };
}

/** Runs a step after all steps that were queued before, even failed ones. */
export async function enqueue<T>(channel: Channel, step: () => Promise<T>): Promise<T> {
  channel.pending += 1;
  const run = channel.tail.then(step);
  channel.tail = run.catch(() => undefined);
  try {
    return await run;
  } finally {
    channel.pending -= 1;
  }
}

/** The lowest of the numbers last sent to each follower: later events are due. Null without followers. */
export function behindOf({ followers, told }: Channel, isForAll: boolean): number | null {
  let lowest = isForAll && told !== undefined ? told : null;
  for (const cursor of followers.values()) {
    if (cursor !== null && (lowest === null || cursor < lowest)) lowest = cursor;
  }
  return lowest;
}

/** Sends an event to each follower that has not received it. */
export function deliver(channel: Channel, one: FeedEvent, followersOfAll: Iterable<Follower>): void {
  for (const [follower, cursor] of channel.followers) {
    if (cursor === null || one.seq <= cursor) continue;
    if (one.isLast) channel.followers.delete(follower);
    else channel.followers.set(follower, one.seq);
    follower.tell(one);
  }
  if (channel.told === undefined || one.seq <= channel.told) return;
  channel.told = one.seq;
  for (const follower of followersOfAll) follower.tell(one);
}
