import { z } from 'zod';
import { DomainError } from './errors.ts';

/** The position of an entry in its list: the values of the sort columns as text, the most important first. */
export const Position = z.array(z.string());
export type Position = readonly string[];

/** The refusal of a position that the columns of a list can't have. */
export function cursorOfAnotherOrder(): DomainError {
  return new DomainError('validation_failed', 'the cursor is of another order of this list');
}

/** An entry that a following page can begin behind. */
export interface Placed {
  position: Position;
}

/** The requested part of a list: so many entries behind a position, or from an offset on. */
export interface Window {
  limit: number;
  offset: number;
  after?: Position | null | undefined;
}

/** A part of a short list in memory, in the order of one text that is unique per entry. */
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

/** The window of lists that are short. */
export const everything: Window = { limit: Number.MAX_SAFE_INTEGER, offset: 0 };

/** The first entries of a list. */
export function firstOf(limit: number): Window {
  return { limit, offset: 0 };
}
