import { z } from 'zod';
import { DomainError } from './errors.ts';

/** The position of an entry in its list: the values of the sort columns as text, the most important first. */
export const Position = z.array(z.string());
export type Position = readonly string[];

/** The error for a position that does not fit the columns of a list. */
export function cursorOfAnotherOrder(): DomainError {
  return new DomainError('validation_failed', 'the cursor is of another order of this list');
}

/** An entry after which the next page can begin. */
export interface Placed {
  position: Position;
}

/** The requested part of a list: at most `limit` entries after a position, or from an offset. */
export interface Window {
  limit: number;
  offset: number;
  after?: Position | null | undefined;
}

/** A part of a short list in memory, sorted by one text that is unique per entry. */
export function inWindow<Entry>(
  entries: readonly Entry[],
  textOf: (entry: Entry) => string,
  { limit, offset, after }: Window,
): (Entry & Placed)[] {
  const [last] = after ?? [];
  return entries
    .map((entry) => ({ ...entry, position: [textOf(entry)] }))
    .filter(({ position: [text = ''] }) => last === undefined || text > last)
    .sort((a, b) => (textOf(a) < textOf(b) ? -1 : 1))
    .slice(offset, offset + limit);
}

/** The window that contains a whole short list. */
export const everything: Window = { limit: Number.MAX_SAFE_INTEGER, offset: 0 };

/** The window of the first entries of a list. */
export function firstOf(limit: number): Window {
  return { limit, offset: 0 };
}
