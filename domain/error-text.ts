import { errorLimits } from './limits.ts';

const { characters, count, depth } = errorLimits;
/** The reason is at the end of a sentence as well as at its start; the long middle is a quotation. */
const tailCharacters = 120;
const cut = ' … ';

/**
 * Control and format characters, line ends and halves of surrogate pairs: they change the display of text around
 * them.
 */
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/**
 * A sentence that may quote outside text, safe for every reader: one printable line of at most
 * `errorLimits.characters`. An unbounded error would be copied with its stack into answers, logs, rows and histories,
 * and some of their readers take time quadratic in the length.
 */
export function errorText(text: string): string {
  const head = text.slice(0, characters - tailCharacters - cut.length);
  const bounded = text.length <= characters ? text : `${head}${cut}${text.slice(-tailCharacters)}`;
  return bounded.replaceAll(unprintable, ' ');
}

/** The facts beside the sentence, with the same bound for each text, and bounds on their number and depth. */
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

/** The message of a thrown value, bounded by {@link errorText}. */
export function messageOf(thrown: unknown): string {
  return errorText(thrown instanceof Error ? thrown.message : String(thrown));
}
