import { z } from 'zod';
import { wrong } from '../../plugins/chess-fields.ts';

const maxPage = 100_000;
/** What fits well into one message; the total tells whether there is more. */
const maxPerPage = 500;

export function wholeNumber(minimum: number, maximum: number) {
  return z
    .number()
    .refine(Number.isSafeInteger, {
      params: wrong('error.wrong_type', { expected: { text: 'type.integer' } }),
      abort: true,
    })
    .refine((value) => value >= minimum && value <= maximum, {
      params: wrong('error.out_of_range', { minimum, maximum }, 'out_of_range'),
    });
}

export const PageFields = {
  page: wholeNumber(1, maxPage).nullish(),
  per_page: wholeNumber(1, maxPerPage).nullish(),
};

interface Page {
  page?: number | null | undefined;
  per_page?: number | null | undefined;
}

export function windowOf({ page, per_page: perPage }: Page): { offset: number; limit: number } {
  const limit = perPage ?? maxPerPage;
  return { offset: ((page ?? 1) - 1) * limit, limit };
}
