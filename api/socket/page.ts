import { answerLimits } from '../../domain/limits/answers.ts';
import { whole } from '../routes/chess/fields.ts';

const maxPage = answerLimits['socket page number'].count;
/** The entries that fit into one message; the total shows whether more exist. */
const maxPerPage = answerLimits['socket page'].count;

export const PageFields = {
  page: whole(1, maxPage).nullish(),
  per_page: whole(1, maxPerPage).nullish(),
};

interface Page {
  page?: number | null | undefined;
  per_page?: number | null | undefined;
}

export function windowOf({ page, per_page: perPage }: Page): { offset: number; limit: number } {
  const limit = perPage ?? maxPerPage;
  return { offset: ((page ?? 1) - 1) * limit, limit };
}
