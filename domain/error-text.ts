import { errorLimits } from './limits.ts';

const { characters, count, depth } = errorLimits;
/** The end of a sentence has the reason, as its start does; the long middle is a quotation. */
const tailCharacters = 120;
const cut = ' … ';

/** Control and format characters, ends of lines and halves of surrogate pairs: they change the display of text around them. */
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/**
 * A sentence that may quote outside text, as every reader may get it: one printable line of at most
 * `errorLimits.characters`. An error without this bound is copied with its stack into answers, logs, rows and
 * histories, and some of their readers take a time that grows with the square of its length.
 */
export function errorText(text: string): string {
  const head = text.slice(0, characters - tailCharacters - cut.length);
  const bounded = text.length <= characters ? text : `${head}${cut}${text.slice(-tailCharacters)}`;
  return bounded.replaceAll(unprintable, ' ');
}

/** The facts beside the sentence with the same bound of each text, and bounds of their number and depth. */
export function boundedFacts<Facts extends object>(facts: Facts): Facts {
  // strings become shorter and lists lose elements: the shape stays
  return bounded(facts, depth) as Facts;
}

function bounded(value: unknown, levels: number): unknown {
  if (typeof value === 'string') return errorText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (levels === 0) return null;
  if (Array.isArray(value)) return value.slice(0, count).map((each) => bounded(each, levels - 1));
  const members = Object.entries(value).slice(0, count);
  return Object.fromEntries(members.map(([key, member]) => [key, bounded(member, levels - 1)]));
}

/** The message of a thrown value, as {@link errorText}. */
export function messageOf(thrown: unknown): string {
  return errorText(thrown instanceof Error ? thrown.message : String(thrown));
}
