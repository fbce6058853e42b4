import { z } from 'zod';

/**
 * A number of a query: outside of its bounds the nearest one, and the usual one for what is no number. A page behind the
 * last is empty then, and not the first page again.
 */
export function numberIn(min: number, max: number, usual: number) {
  return z.coerce
    .number()
    .int()
    .catch(usual)
    .transform((value) => Math.min(max, Math.max(min, value)));
}

/** A text of a query, cut to its first characters. */
export function textOf(maxCharacters: number) {
  return z
    .string()
    .catch('')
    .transform((text) => text.slice(0, maxCharacters));
}
