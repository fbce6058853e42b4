import type { Locale } from '../../chess/locale.ts';

/** An event for followers; the numbers of a subject rise. */
export interface FeedEvent {
  /** The id of a game or a review. */
  id: string;
  seq: number;
  /** The last event of its subject. */
  isLast: boolean;
  /** The frame on the wire; rendered once per language, for any number of listeners. */
  frame(locale: Locale): string;
}

export function feedEvent(
  facts: Pick<FeedEvent, 'id' | 'seq' | 'isLast'>,
  present: (locale: Locale) => object,
): FeedEvent {
  const frames = new Map<Locale, string>();
  return {
    ...facts,
    frame(locale) {
      const known = frames.get(locale);
      if (known !== undefined) return known;
      const frame = JSON.stringify(present(locale));
      frames.set(locale, frame);
      return frame;
    },
  };
}

/** The source of events: the rows are the truth, notices only announce new ones. */
export interface Source {
  /** Every number is sent while it is kept: otherwise only the latest state counts. */
  isDense: boolean;
  /** The latest number; `isGone`: no event can follow. Null when there is no such subject. */
  find(id: string): Promise<{ seq: number; isGone: boolean } | null>;
  /** Events after `seq`, in order. */
  listSince(id: string, seq: number): Promise<readonly FeedEvent[]>;
  /** Subjects with new events in the last so many seconds, and the first number of them. */
  listChangedWithin(seconds: number): Promise<readonly { id: string; first: number }[]>;
}

/** The start of a follower. */
export interface Standing {
  seq: number;
  /** The requested events are not kept any more: only later ones follow. */
  missed: boolean;
}

export interface Follower {
  /** Called once, before the first event. */
  begin(standing: Standing): void;
  tell(feedEvent: FeedEvent): void;
}
