import { inputLimits } from '../../domain/limits/inputs.ts';

/** All characters of name keys. */
const letters = 'abcdefghijklmnopqrstuvwxyz0123456789-_.';

/** A shorter text is one slip from too many names; a longer one has too many slips. */
const shortest = 4;
const longest = inputLimits['misspelled text'].characters;

/**
 * The texts with one typing error: one letter added, removed or replaced, or two adjacent letters swapped. Empty for
 * texts that are too short or too long.
 */
export function oneSlipFrom(text: string): string[] {
  if (text.length < shortest || text.length > longest) return [];
  const found = new Set<string>();
  for (let at = 0; at <= text.length; at += 1) {
    const [head, here, next, rest] = [text.slice(0, at), text[at], text[at + 1], text.slice(at + 1)];
    for (const letter of letters) {
      found.add(head + letter + text.slice(at));
      if (here !== undefined) found.add(head + letter + rest);
    }
    if (here !== undefined) found.add(head + rest);
    if (here !== undefined && next !== undefined) found.add(head + next + here + text.slice(at + 2));
  }
  found.delete(text);
  return [...found];
}
