import { z } from 'zod';

/**
 * Schema of an integer in a query. A number out of bounds becomes the nearest bound, any other value `usual`. A page
 * behind the last one is therefore empty instead of the first page again.
 */
export function numberIn(min: number, max: number, usual: number) {
  return z.coerce
    .number()
    .int()
    .catch(usual)
    .transform((value) => Math.min(max, Math.max(min, value)));
}

/** Schema of a text in a query, cut to `maxCharacters`; empty for any other value. */
export function textOf({ characters }: { characters: number }) {
  return z
    .string()
    .catch('')
    .transform((text) => text.slice(0, characters));
}
