import { inputLimits } from '../../domain/limits/inputs.ts';

const word = /[\p{L}\p{N}]+/gu;
const hump = /(\p{Ll})(\p{Lu})/gu;

/** Bounds the cost of one query. */
const maxWords = inputLimits['search words'].count;
const maxText = inputLimits['search text'].characters;

/**
 * The search words of a name: `Newtonsoft.Json` has `newtonsoft`, `json` and `newtonsoftjson`; `HttpClient` also
 * `client`.
 */
export function nameWords(name: string): string[] {
  const humps = name.replace(hump, '$1 $2').toLowerCase().match(word) ?? [];
  const parts = name.toLowerCase().match(word) ?? [];
  return [...new Set([...parts, ...humps, parts.join('')])];
}

/** The distinct words of a text, in lower case. */
export function wordsOf(text: string): string[] {
  return [...new Set(text.toLowerCase().match(word) ?? [])];
}

/** Whether a word has the three letters of a trigram; shorter words would read the whole index. */
export function isLongEnough(text: string): boolean {
  return [...text].length >= 3;
}

export interface SearchTerms {
  /** The whole text in the spellings that a name key may have. */
  names: string[];
  /** The whole text, for prefixes of names. */
  prefix: string;
  words: string[];
}

/** Null if the text contains no word. */
export function readTerms(text: string): SearchTerms | null {
  const whole = text.trim().toLowerCase().slice(0, maxText);
  const words = wordsOf(whole).slice(0, maxWords);
  if (words.length === 0) return null;
  return {
    names: [...new Set([whole, whole.replaceAll('-', '_'), whole.replaceAll('_', '-')])],
    prefix: whole,
    words,
  };
}

/** A `to_tsquery` text: every word, as a prefix. Words are only letters and digits. */
export function prefixQuery(words: readonly string[], weights = ''): string {
  return words.map((each) => `${each}:*${weights}`).join(' & ');
}

export function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, '\\$&');
}
