import type { Locale } from '../../chess/locale.ts';

/** An event for followers; the numbers of a subject's events rise. */
export interface FeedEvent {
  /** The id of a game or a review. */
  id: string;
  seq: number;
  /** The last event of its subject. */
  isLast: boolean;
  /** Returns the frame on the wire; rendered once per language, for any number of followers. */
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

/** The source of events. The rows are authoritative; notices only announce new rows. */
export interface Source {
  /** Every number has an event as long as it is kept; otherwise only the latest state counts. */
  isDense: boolean;
  /** The latest number; `isGone`: no further event can follow. Null when the subject does not exist. */
  find(id: string): Promise<{ seq: number; isGone: boolean } | null>;
  /** Events after `seq`, in order. */
  listSince(id: string, seq: number): Promise<readonly FeedEvent[]>;
  /** Subjects with new events in the last `seconds`, each with the first number of them. */
  listChangedWithin(seconds: number): Promise<readonly { id: string; first: number }[]>;
}

/** The start of a follower. */
export interface Standing {
  seq: number;
  /** Requested events are no longer kept: only later ones follow. */
  missed: boolean;
}

export interface Follower {
  /** Called once, before the first event of the follower. */
  begin(standing: Standing): void;
  tell(feedEvent: FeedEvent): void;
}
