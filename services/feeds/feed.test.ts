import { describe, expect, it } from 'vitest';
import { createFeed } from './feed.ts';
import { type Follower, type FeedEvent, feedEvent, type Source, type Standing } from './feed-event.ts';

/** Rows of a test; reads can be held until the test has looked in between. */
function createRows() {
  const rows = new Map<string, number[]>();
  const lasts = new Map<string, number>();
  let gate: Promise<void> = Promise.resolve();
  const rowsOf = (id: string) => rows.get(id) ?? [];
  const state = {
    reads: 0,
    failures: 0,
    write(id: string, seq: number, { isLast = false } = {}) {
      rows.set(id, [...rowsOf(id), seq]);
      if (isLast) lasts.set(id, seq);
    },
    forget(id: string, upTo: number) {
      rows.set(
        id,
        rowsOf(id).filter((seq) => seq > upTo),
      );
    },
    /** Holds reads until the returned function is called. */
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>();
      gate = promise;
      return resolve;
    },
  };
  const source: Source = {
    isDense: true,
    async find(id) {
      await gate;
      const seq = rowsOf(id).at(-1);
      return seq === undefined ? null : { seq, isGone: lasts.get(id) === seq };
    },
    async listSince(id, since) {
      await gate;
      state.reads += 1;
      if (state.failures > 0) {
        state.failures -= 1;
        throw new Error('the rows are away');
      }
      return rowsOf(id)
        .filter((seq) => seq > since)
        .map((seq) => feedEvent({ id, seq, isLast: lasts.get(id) === seq }, () => ({})));
    },
    listChangedWithin: async () => Array.from(rows, ([id, [first = 1]]) => ({ id, first })),
  };
  return { ...state, source, state };
}

function createFollower() {
  const told: string[] = [];
  const standings: Standing[] = [];
  const { promise: heard, resolve } = Promise.withResolvers<void>();
  const follower: Follower = {
    begin: (standing) => void standings.push(standing),
    tell({ id, seq }: FeedEvent) {
      told.push(`${id}${seq}`);
      resolve();
    },
  };
  return { follower, told, standings, heard };
}

const silent = { log: { warn: () => undefined }, retryMs: 1 };

/** Resolves after everything that was queued for the subject. */
const settle = (feed: ReturnType<typeof createFeed>, id: string) =>
  feed.follow(id, null, createFollower().follower);

describe('a follower', () => {
  it('is told once what happens from now on, whatever other followers there are, by one read', async () => {
    const { source, state, write } = createRows();
    const feed = createFeed(source, silent);
    const followers = [createFollower(), createFollower(), createFollower()];
    write('a', 1);
    for (const { follower } of followers) await feed.follow('a', null, follower);
    const before = state.reads;
    write('a', 2);
    feed.hear('a', 2);
    feed.hear('a', 2);
    await settle(feed, 'a');

    expect(state.reads - before).toBe(1);
    for (const { told, standings } of followers) {
      expect(standings).toEqual([{ seq: 1, missed: false }]);
      expect(told).toEqual(['a2']);
    }
  });

  it('has no gap when something happens while it begins', async () => {
    const { source, write, hold } = createRows();
    const feed = createFeed(source, silent);
    const { follower, told, standings } = createFollower();
    write('a', 1);
    const release = hold();
    const begun = feed.follow('a', null, follower);
    write('a', 2);
    feed.hear('a', 2);
    release();
    await begun;
    write('a', 3);
    feed.hear('a', 3);
    await settle(feed, 'a');

    // the events after `begin` and its backlog are complete, without duplicates
    const [standing] = standings;
    expect([standing?.seq, ...told.map((text) => Number(text.slice(1)))]).toEqual([2, 3]);
  });

  it('is told what it missed before what happens next', async () => {
    const { source, write } = createRows();
    const feed = createFeed(source, silent);
    const { follower, told, standings } = createFollower();
    for (const seq of [1, 2, 3]) write('a', seq);
    await feed.follow('a', 1, follower);
    write('a', 4);
    feed.hear('a', 4);
    await settle(feed, 'a');

    expect(standings).toEqual([{ seq: 3, missed: false }]);
    expect(told).toEqual(['a2', 'a3', 'a4']);
  });

  it.each([
    ['is not kept any more', 1],
    ['never was', 9],
  ])('learns that what it knows %s, and starts from now', async (_what, since) => {
    const { source, write, forget } = createRows();
    const feed = createFeed(source, silent);
    const { follower, told, standings } = createFollower();
    for (const seq of [1, 2, 3, 4]) write('a', seq);
    forget('a', 2);
    await feed.follow('a', since, follower);

    expect(standings).toEqual([{ seq: 4, missed: true }]);
    expect(told).toEqual([]);
  });

  it('of nothing is none, and of what is over only when there is something to tell', async () => {
    const { source, write } = createRows();
    const feed = createFeed(source, silent);
    write('a', 1);
    write('a', 2, { isLast: true });
    const late = createFollower();

    expect(await feed.follow('b', null, createFollower().follower)).toBe(false);
    expect(await feed.follow('a', null, createFollower().follower)).toBe(false);
    expect(await feed.follow('a', 1, late.follower)).toBe(true);
    expect(late.told).toEqual(['a2']);
  });

  it('that leaves while it begins is told nothing', async () => {
    const { source, write, hold } = createRows();
    const feed = createFeed(source, silent);
    const { follower, told, standings } = createFollower();
    write('a', 1);
    write('a', 2);
    const release = hold();
    const begun = feed.follow('a', 1, follower);
    feed.leave('a', follower);
    release();
    await begun;

    expect([...told, ...standings]).toEqual([]);
  });

  it('is told when the rows can be read again', async () => {
    const { source, state, write } = createRows();
    const feed = createFeed(source, silent);
    const { follower, told, heard } = createFollower();
    write('a', 1);
    await feed.follow('a', null, follower);
    write('a', 2);
    state.failures = 3;
    feed.hear('a', 2);
    await heard;

    expect(told).toEqual(['a2']);
  });

  it('learns at once when it can not begin', async () => {
    const { source, state, write } = createRows();
    const feed = createFeed(source, silent);
    write('a', 1);
    write('a', 2);
    state.failures = 1;

    await expect(feed.follow('a', 1, createFollower().follower)).rejects.toThrow('the rows are away');
    expect(await feed.follow('a', 1, createFollower().follower)).toBe(true);
  });
});

describe('who follows everything', () => {
  it('is told of every subject once, also where others follow it and begin just then', async () => {
    const { source, write } = createRows();
    const feed = createFeed(source, silent);
    const all = createFollower();
    const one = createFollower();
    write('a', 1);
    feed.hear('a', 1);
    feed.followAll(all.follower);
    write('a', 2);
    // the rows are read before the notice arrives
    await feed.follow('a', null, one.follower);
    feed.hear('a', 2);
    write('b', 1);
    feed.hear('b', 1);
    await settle(feed, 'a');
    await settle(feed, 'b');
    feed.leaveAll(all.follower);
    write('a', 3);
    feed.hear('a', 3);
    await settle(feed, 'a');

    expect(all.told).toEqual(['a2', 'b1']);
    expect(one.told).toEqual(['a3']);
    expect(one.standings).toEqual([{ seq: 2, missed: false }]);
  });

  it('is not told what was heard before', async () => {
    const { source, write } = createRows();
    const feed = createFeed(source, silent);
    const all = createFollower();
    const one = createFollower();
    write('a', 1);
    await feed.follow('a', null, one.follower);
    write('a', 2);
    feed.hear('a', 2);
    feed.followAll(all.follower);
    await settle(feed, 'a');

    expect(one.told).toEqual(['a2']);
    expect(all.told).toEqual([]);
  });

  it('is told after a gap what was not heard, and nothing again', async () => {
    const { source, write } = createRows();
    const feed = createFeed(source, silent);
    const all = createFollower();
    const one = createFollower();
    for (const id of ['a', 'c']) {
      write(id, 1);
      feed.hear(id, 1);
    }
    feed.followAll(all.follower);
    await feed.follow('a', null, one.follower);
    write('a', 2);
    feed.hear('a', 2);
    await settle(feed, 'a');
    // the notices of these events are lost
    write('a', 3);
    write('b', 1);
    write('b', 2);
    await feed.catchUp(60);
    await settle(feed, 'b');
    await settle(feed, 'c');

    expect(all.told).toEqual(['a2', 'a3', 'b1', 'b2']);
    expect(one.told).toEqual(['a2', 'a3']);
  });

  it('is told in order of a subject that is heard of before its gap is read', async () => {
    const { source, write } = createRows();
    const all = createFollower();
    let isAway = true;
    const feed = createFeed(
      {
        ...source,
        async listChangedWithin(seconds) {
          if (isAway) throw new Error('the rows are away');
          // the events of a notice may be older than the requested ones
          return (await source.listChangedWithin(seconds)).filter(({ id }) => id !== 'old');
        },
      },
      silent,
    );
    feed.followAll(all.follower);
    // the notices of these events are lost
    write('b', 1);
    write('b', 2);
    await expect(feed.catchUp(60)).rejects.toThrow('the rows are away');
    write('b', 3);
    feed.hear('b', 3);
    write('old', 1);
    write('old', 2);
    feed.hear('old', 2);
    await settle(feed, 'b');
    isAway = false;
    await feed.catchUp(60);
    await settle(feed, 'b');
    await settle(feed, 'old');

    expect(all.told).toEqual(['b1', 'b2', 'b3', 'old2']);
  });

  it('is not told what was missed before', async () => {
    const { source, write } = createRows();
    const feed = createFeed(source, silent);
    const all = createFollower();
    write('a', 1);
    feed.hear('a', 1);
    // the notices of these events are lost
    write('a', 2);
    write('a', 3);
    await feed.catchUp(60);
    feed.followAll(all.follower);
    write('a', 4);
    feed.hear('a', 4);
    await settle(feed, 'a');

    expect(all.told).toEqual(['a4']);
  });
});
