import type { Follower, FeedEvent } from './feed-event.ts';

/** One subject and its followers. Its steps run one after the other. */
export interface Channel {
  id: string;
  /** The last number sent to each; null while it is only about to follow. */
  followers: Map<Follower, number | null>;
  /** The last number sent to followers of everything, if there were any; undefined before any notice. */
  told: number | undefined;
  /** A read is due and has not begun: further notices need no other. */
  isDue: boolean;
  failures: number;
  /** Steps that are queued or running, and a retry that waits. */
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

/** Runs after everything that was queued before, whether that failed or not. */
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

/** The lowest number that a follower still waits for; null without followers. */
export function behindOf({ followers, told }: Channel, isForAll: boolean): number | null {
  let lowest = isForAll && told !== undefined ? told : null;
  for (const cursor of followers.values()) {
    if (cursor !== null && (lowest === null || cursor < lowest)) lowest = cursor;
  }
  return lowest;
}

/** Each follower gets the event once, unless it is at or before its cursor. */
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
