import { inputLimits } from './limits/inputs.ts';
/** A sequence of releases whose entries are stored together, and rendered again together when one of them changes. */
export interface Segment {
  /** Orders the segments of a package, with gaps for new segments. */
  position: number;
  /** The stamps of its releases at the time of rendering: each change of a release sets a new stamp. */
  stamps: readonly number[];
}

export interface StampedRelease {
  stamp: number;
  versionKey: string;
  /** The size of its metadata. */
  bytes: number;
}

export interface PlannedSegment extends Segment {
  /** The size of the metadata of its releases. */
  bytes: number;
  versionKeys: readonly string[];
}

export interface SegmentPlan {
  /** Segments to render. */
  changed: PlannedSegment[];
  /** Positions without a segment from now on. */
  gone: number[];
  /** Whether a rendered release was removed or replaced. */
  hasLost: boolean;
  /** Whether stored segments are discarded: every segment is in `changed`. */
  isFresh: boolean;
}

/** The maximum number of releases in a segment: a change of one renders all of them. */
export const maxSegmentReleases = inputLimits['segment releases'].count;
/** The maximum metadata size of one segment; a larger release is alone in its segment. */
export const maxSegmentBytes = inputLimits.segment.bytes;

const gap = 2 ** 32;

interface Draft {
  position: number;
  releases: StampedRelease[];
}

/** The segments to render so that the stored segments match `releases`, given in their order. */
export function planSegments(releases: readonly StampedRelease[], stored: readonly Segment[]): SegmentPlan {
  const drafts = stored.length === 0 ? null : assign(releases, stored);
  const segments = drafts && placeAll(drafts.flatMap(cut));
  if (!segments) return planFresh(releases, stored);
  const positions = new Set(segments.map(({ position }) => position));
  return {
    changed: segments.filter((segment) => !isSame(segment, stored)).map(planned),
    gone: stored.map(({ position }) => position).filter((position) => !positions.has(position)),
    hasLost: hasLost(releases, stored),
    isFresh: false,
  };
}

function hasLost(releases: readonly StampedRelease[], stored: readonly Segment[]): boolean {
  const there = new Set(releases.map(({ stamp }) => stamp));
  return stored.some(({ stamps }) => stamps.some((stamp) => !there.has(stamp)));
}

function planFresh(releases: readonly StampedRelease[], stored: readonly Segment[]): SegmentPlan {
  const changed = slices(releases, maxSegmentReleases).map((slice, index) =>
    planned({ position: (index + 1) * gap, releases: slice }),
  );
  return { changed, gone: stored.map(({ position }) => position), hasLost: true, isFresh: true };
}

/** Assigns releases to segments; a new release joins the segment of its predecessor. Null if the order has changed. */
function assign(releases: readonly StampedRelease[], stored: readonly Segment[]): Draft[] | null {
  const drafts = stored.map(({ position }): Draft => ({ position, releases: [] }));
  const home = new Map<number, number>();
  for (const [index, { stamps }] of stored.entries()) for (const stamp of stamps) home.set(stamp, index);
  let current = 0;
  for (const release of releases) {
    const index = home.get(release.stamp) ?? current;
    if (index < current) return null;
    current = index;
    drafts[index]?.releases.push(release);
  }
  return drafts;
}

/** Splits a full segment: in halves after insertions; after appended releases, the full segment stays unchanged. */
function cut(draft: Draft, index: number, all: readonly Draft[]): Draft[] {
  const { releases } = draft;
  if (releases.length === 0) return [];
  const isCrowded = releases.length > maxSegmentReleases && index < all.length - 1;
  const most = isCrowded ? maxSegmentReleases / 2 : maxSegmentReleases;
  return slices(releases, most).map((slice, part) => ({
    position: part === 0 ? draft.position : 0,
    releases: slice,
  }));
}

/** Gives each new segment a position between its neighbours. Null if there is no room left. */
function placeAll(segments: Draft[]): Draft[] | null {
  let last = 0;
  for (const [index, segment] of segments.entries()) {
    if (segment.position === 0) {
      const waiting = segments.slice(index).findIndex(({ position }) => position !== 0);
      const next = segments[index + waiting]?.position;
      segment.position =
        waiting === -1 || next === undefined ? last + gap : last + Math.floor((next - last) / (waiting + 1));
    }
    if (segment.position <= last) return null;
    last = segment.position;
  }
  return segments;
}

function isSame({ position, releases }: Draft, stored: readonly Segment[]): boolean {
  const before = stored.find((segment) => segment.position === position)?.stamps;
  return before?.length === releases.length && releases.every(({ stamp }, index) => stamp === before[index]);
}

function planned({ position, releases }: Draft): PlannedSegment {
  return {
    position,
    stamps: releases.map(({ stamp }) => stamp),
    versionKeys: releases.map(({ versionKey }) => versionKey),
    bytes: releases.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

function slices(releases: readonly StampedRelease[], most: number): StampedRelease[][] {
  const found: StampedRelease[][] = [];
  let current: StampedRelease[] = [];
  let bytes = 0;
  for (const release of releases) {
    if (current.length === most || (current.length > 0 && bytes + release.bytes > maxSegmentBytes)) {
      found.push(current);
      current = [];
      bytes = 0;
    }
    current.push(release);
    bytes += release.bytes;
  }
  return current.length === 0 ? found : [...found, current];
}
