import { describe, expect, it } from 'vitest';
import {
  maxSegmentBytes,
  maxSegmentReleases,
  planSegments,
  type Segment,
  type SegmentPlan,
  type StampedRelease,
} from './segments.ts';

let last = 0;
function release(bytes = 10): StampedRelease {
  last += 1;
  return { stamp: last, versionKey: `v${last}`, bytes };
}

function many(count: number): StampedRelease[] {
  return Array.from({ length: count }, () => release());
}

/** The stored segments after execution of a plan. */
function applied(plan: SegmentPlan, stored: readonly Segment[]): Segment[] {
  const gone = new Set([...plan.gone, ...plan.changed.map(({ position }) => position)]);
  const kept = plan.isFresh ? [] : stored.filter(({ position }) => !gone.has(position));
  return [...kept, ...plan.changed].toSorted((a, b) => a.position - b.position);
}

function stampsOf(segments: readonly { stamps: readonly number[] }[]): number[] {
  return segments.flatMap(({ stamps }) => stamps);
}

function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

describe('segments', () => {
  it('are filled when nothing is stored', () => {
    const releases = many(250);

    const plan = planSegments(releases, []);

    expect(plan.isFresh).toBe(true);
    expect(plan.changed.map(({ stamps }) => stamps.length)).toEqual([100, 100, 50]);
    expect(stampsOf(plan.changed)).toEqual(releases.map(({ stamp }) => stamp));
  });

  it('need nothing where nothing changed', () => {
    const releases = many(250);
    const stored = applied(planSegments(releases, []), []);

    expect(planSegments(releases, stored)).toEqual({
      changed: [],
      gone: [],
      hasLost: false,
      isFresh: false,
    });
  });

  it('are rendered one at a time for one more release at the end, however many there are', () => {
    const releases = many(1_000);
    let stored = applied(planSegments(releases, []), []);

    for (let added = 0; added < 250; added += 1) {
      releases.push(release());
      const plan = planSegments(releases, stored);
      expect(plan.changed).toHaveLength(1);
      expect(plan.changed[0]?.versionKeys.at(-1)).toBe(releases.at(-1)?.versionKey);
      expect(plan).toMatchObject({ gone: [], hasLost: false, isFresh: false });
      stored = applied(plan, stored);
    }

    expect(stored.map(({ stamps }) => stamps.length)).toEqual([...Array.from({ length: 12 }, () => 100), 50]);
  });

  it('are halved where one more comes into a full one', () => {
    const releases = many(300);
    const stored = applied(planSegments(releases, []), []);

    releases.splice(150, 0, release());
    const plan = planSegments(releases, stored);

    expect(plan.changed.map(({ stamps }) => stamps.length)).toEqual([50, 50, 1]);
    expect(stampsOf(applied(plan, stored))).toEqual(releases.map(({ stamp }) => stamp));
  });

  it('are rendered where a release changed, and go with their last one', () => {
    const releases = many(250);
    const stored = applied(planSegments(releases, []), []);
    const changed = releases.with(120, { ...release(), versionKey: 'same' });

    const plan = planSegments(changed, stored);
    expect(plan).toMatchObject({ gone: [], hasLost: true });
    expect(plan.changed.map(({ position }) => position)).toEqual([stored[1]?.position]);
    expect(planSegments(releases.slice(100), stored)).toMatchObject({
      changed: [],
      gone: [stored[0]?.position],
      hasLost: true,
    });
  });

  it('hold no more bytes than they may, and what is larger is alone', () => {
    const large = release(maxSegmentBytes + 1);
    const releases = [release(), large, release(), release(maxSegmentBytes - 5), release()];

    const plan = planSegments(releases, []);

    expect(plan.changed.map(({ stamps }) => stamps.length)).toEqual([1, 1, 1, 1, 1]);
    expect(plan.changed.map(({ bytes }) => bytes)).toEqual(releases.map(({ bytes }) => bytes));
  });

  it('are made anew where there is no room between two of them', () => {
    const releases = many(2);
    const [first, second] = releases.map(({ stamp }) => stamp);
    const stored = [
      { position: 7, stamps: [first ?? 0] },
      { position: 8, stamps: [second ?? 0] },
    ];

    const crowded = [...releases.slice(0, 1), ...many(maxSegmentReleases), ...releases.slice(1)];

    expect(planSegments(crowded, stored)).toMatchObject({ isFresh: true, gone: [7, 8] });
  });

  it('are made anew where releases changed their order', () => {
    const releases = many(250);
    const stored = applied(planSegments(releases, []), []);

    expect(planSegments(releases.toReversed(), stored).isFresh).toBe(true);
  });

  it('always hold every release once, in order, whatever happens', () => {
    const below = random(11);
    let releases = many(300);
    let stored = applied(planSegments(releases, []), []);
    for (let round = 0; round < 400; round += 1) {
      const at = below(releases.length + 1);
      const what = below(4);
      if (what === 0) releases = releases.toSpliced(at, 0, ...many(1 + below(below(2) * 150 + 1)));
      else if (what === 1) releases = releases.toSpliced(at, below(120));
      else if (what === 2 && at < releases.length) releases = releases.with(at, release(below(2 ** 19)));
      else releases = [...releases, release()];
      const plan = planSegments(releases, stored);
      stored = applied(plan, stored);
      expect(stampsOf(stored)).toEqual(releases.map(({ stamp }) => stamp));
      expect(new Set(stored.map(({ position }) => position)).size).toBe(stored.length);
      expect(Math.max(0, ...stored.map(({ stamps }) => stamps.length))).toBeLessThanOrEqual(
        maxSegmentReleases,
      );
    }
  });
});
